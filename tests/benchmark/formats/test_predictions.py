"""Files of predictions: what is read out of them, and the sentence for each line that is not."""

import contextlib
import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.formats.predictions import detect, read, reader_of, readers
from benchmark.formats.rows import LONGEST_LINE, Problem, Row, UnreadableFile


def records(data: bytes) -> list[Row | Problem]:
    file = io.BytesIO(data)
    return list(read(reader_of(file), file))


def only(data: bytes) -> Any:
    (record,) = records(data)
    return record


def texts(data: bytes) -> list[str | None]:
    return [record.text for record in records(data)]


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (b'{"key": "a", "answer": "x"}', "JSON lines"),
        (b'\n\n  {"key": "a", "answer": "x"}', "JSON lines"),
        (b'\xef\xbb\xbf{"key": "a", "answer": "x"}', "JSON lines"),
        (b"key,answer\na,x\n", "CSV"),
        (b"\xef\xbb\xbfkey;answer\na;x\n", "CSV"),
        (b'"key"\t"answer"\na\tx\n', "CSV"),
        (b"\n\nkey,answer\na,x\n", "CSV"),
    ],
)
def test_the_format_is_told_by_content(data: bytes, title: str) -> None:
    found = reader_of(io.BytesIO(data)).TITLE
    assert found == title
    assert [(row.key, row.text) for row in records(data)] == [("a", "x")]


def test_a_title_that_was_kept_names_the_reader_and_another_one_leaves_it_to_the_content() -> None:
    file = io.BytesIO(b"key,answer\na,x\n")
    assert reader_of(file, "JSON lines").TITLE == "JSON lines"
    assert reader_of(file, "A format of last year").TITLE == "CSV"


def test_titles_and_units_fit_the_columns_they_are_kept_in() -> None:
    names = [name for reader in readers() for name in (reader.TITLE, reader.UNIT)]
    assert all(0 < len(name) <= 32 for name in names)
    assert len({reader.TITLE for reader in readers()}) == len(readers())


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\xef\xbb\xbf \r\n\n", "The file is empty."),
        (b"PK\x03\x04\x14\x00", "This is a zip file or an Excel workbook. Save the table as CSV."),
        (b"\x1f\x8b\x08\x00", "This is a gzip file. Unpack it first."),
        ("key,answer".encode("utf-16"), "This text is UTF-16. Save it as UTF-8."),
        (
            b'[{"key": "a"}]',
            "This is one JSON list. Write JSON lines: one object a line, without the brackets around all.",
        ),
        (b"\x80\x04\x95\x00\x00", "The file is not CSV or JSON lines."),
    ],
)
def test_a_file_of_another_kind_is_named_with_what_to_do(head: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        detect(head)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "answer", ["None", "NA", "null", "NaN", "", " ", "move x 3\nor so", "a\u2028b\u0085c"]
)
def test_an_answer_is_kept_as_written(answer: str) -> None:
    line = json.dumps({"key": "a", "answer": answer}, ensure_ascii=False).encode()
    table = io.StringIO()
    csv.writer(table).writerows([["key", "answer"], ["a", answer]])
    assert texts(line) == [answer]
    assert texts(table.getvalue().encode()) == [answer]


@pytest.mark.parametrize(
    ("value", "text"), [("null", None), ("47", "47"), ("-15", "-15"), ("3.0", "3.0"), ('"3"', "3")]
)
def test_a_json_number_is_its_text_and_null_is_no_answer(value: str, text: str | None) -> None:
    assert only(b'{"key": "a", "answer": %s}' % value.encode()).text == text


@pytest.mark.parametrize("name", ["answer", "raw", "text", "prediction", "response"])
@pytest.mark.parametrize("key", ["key", "item", "id"])
def test_other_names_of_the_fields_are_understood(key: str, name: str) -> None:
    assert only(json.dumps({key: "a", name: "x"}).encode()) == Row(1, "a", "x", 0, "", {})
    assert only(f"{name.upper()},{key}\nx,a\n".encode()) == Row(2, "a", "x", 0, "", {})


def test_a_sample_number_may_have_leading_zeros() -> None:
    assert only(b'{"key": "a", "answer": "x", "sample": "0000017"}').sample == 17


def test_sample_reasoning_and_unknown_fields_are_kept() -> None:
    line = b'{"id": 7, "answer": "x", "sample": 2, "reasoning": "so", "tokens": {"in": 5}}'
    assert only(line) == Row(1, "7", "x", 2, "so", {"tokens": {"in": 5}})
    assert only(b"id,answer,sample,reasoning,cost\n7,x,2,so,0.1\n") == Row(
        2, "7", "x", 2, "so", {"cost": "0.1"}
    )


@pytest.mark.parametrize("depth", [101, 300, 600, 5_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("inside", ["1", '"\\u0000"'])
def test_a_line_nested_too_deep_is_one_bad_line(depth: int, opened: str, closed: str, inside: str) -> None:
    nested = opened * (depth - 1) + inside + closed * (depth - 1)
    good = '{"key": "a", "answer": "x"}\n'
    data = f'{good}{{"key": "b", "answer": "y", "extra": {nested}}}\n{good}'.encode()
    first, problem, last = records(data)
    sentence = "It is nested deeper than 100 lists and objects. Flatten it."
    assert (first, problem, last) == (
        Row(1, "a", "x", 0, "", {}),
        Problem(2, "line", sentence),
        Row(3, "a", "x", 0, "", {}),
    )


def test_blank_lines_and_windows_line_ends_do_not_count() -> None:
    lines = b'{"key":"a","answer":"x"}\r\n\r\n{"key":"b","answer":"y"}\r\n'
    assert [row.place for row in records(lines)] == [1, 3]
    assert [row.place for row in records(b"key,answer\r\na,x\r\n\r\n,\r\nb,y\r\n")] == [2, 5]


def test_a_csv_record_is_named_by_the_line_it_begins_in() -> None:
    data = b'key,answer\na,"one\ntwo, ""three""\n"\nb,y\n'
    assert [(row.place, row.text) for row in records(data)] == [(2, 'one\ntwo, "three"\n'), (5, "y")]


def test_the_delimiter_is_told_by_the_header_alone() -> None:
    assert texts(b"key;answer\na;1,2,3,4\n") == ["1,2,3,4"]
    assert texts(b'key,answer\na,"1;2;3;4"\n') == ["1;2;3;4"]
    assert texts(b"key\tanswer\na\t1,2;3\n") == ["1,2;3"]


JSON_PROBLEMS = [
    (
        b'{"key": "a", "answer": "x"',
        "line",
        "This is not one whole JSON text: unexpected end of data",
    ),
    (b'{"key": "a", "answer": "x"} {}', "line", "unexpected content after document, at column 29."),
    (b'{"key": "a", "answer": "\\ud800"}', "line", "no low surrogate in string"),
    (b'{"key": "a", "answer": 1e999}', "line", "number is infinity"),
    (b"[" * 5000, "line", "It is nested deeper than 100 lists and objects"),
    (
        b'{"key": "a", "answer": NaN}',
        "line",
        'NaN is not JSON. Write null where there is no value, or "NaN" for the text.',
    ),
    (b'{"key": "a", "answer": -Infinity}', "line", "Infinity is not JSON."),
    (b'{"key": "a", "answer": "\xff"}', "line", "Byte 25 is not UTF-8. Save the file as UTF-8."),
    (b'["a", "x"]', "line", "The line is JSON, but not an object in { }."),
    (b'{"answer": "x"}', "no-key", 'The item key is missing: a field named "key".'),
    (b'{"key": null, "answer": "x"}', "no-key", '"key" must be the key of an item, a text.'),
    (b'{"key": "a"}', "no-answer", 'The answer is missing: a field named "answer".'),
    (b'{"key": "a", "answer": ["x"]}', "bad-value", '"answer" must be a text, not a list.'),
    (b'{"key": "a", "answer": true}', "bad-value", '"answer" must be a text, not true or false.'),
    (
        b'{"key": "a", "answer": "x", "reasoning": {}}',
        "bad-value",
        '"reasoning" must be a text, not an object.',
    ),
    (
        b'{"key": "a", "answer": "B", "prediction": "A"}',
        "two-answers",
        '"answer" and "prediction" could each be the model\'s answer. Keep the one that is.',
    ),
    (b'{"key": "a", "answer": "x", "sample": -1}', "bad-sample", "whole number from 0 to 32767."),
    (b'{"key": "a", "answer": "x", "sample": 1.5}', "bad-sample", "whole number from 0 to 32767."),
    (b'{"key": "a", "answer": "x", "sample": 32768}', "bad-sample", "whole number from 0 to 32767."),
    (
        b'{"key": "a", "answer": "x\\u0000"}',
        "line",
        "It holds the character \\u0000, which no text may hold. Remove it.",
    ),
    (b'{"key": "a", "answer": "x", "more": [{"b": "\\u0000"}]}', "line", "u0000"),
    (
        b'{"key": "a", "answer": "' + b"x" * LONGEST_LINE + b'"}',
        "line",
        "The line is longer than 2,097,152 bytes. Split or shorten it.",
    ),
]


@pytest.mark.parametrize(("line", "code", "sentence"), JSON_PROBLEMS)
def test_a_bad_json_line_is_a_problem_and_the_next_line_is_read(
    line: bytes, code: str, sentence: str
) -> None:
    good = b'{"key": "b", "answer": "y"}'
    before, problem, after = records(good + b"\n" + line + b"\n" + good)
    assert (problem.place, problem.code) == (2, code)
    assert sentence in problem.text
    assert (before.place, after.place) == (1, 3)


CSV_PROBLEMS = [
    (b"a,x,more", "line", "The record has 3 cells, the first line names 2 columns."),
    (b"a", "line", "The record has 1 cells, the first line names 2 columns."),
    (b"a,\xff", "line", "Byte 3 is not UTF-8. Save the file as UTF-8."),
    (b"a,x\0", "line", "It holds the character \\u0000, which no text may hold. Remove it."),
    (b'a,"x"y', "line", "The quotes do not add up"),
    (b"a,x\ry", "line", "A carriage return stands alone, outside quotes. End lines with a line feed."),
    (b'a,"' + b"x\n" * (LONGEST_LINE // 2) + b"x", "line", "A cell is longer than 2,097,152 characters"),
    (b"a," + b"x" * LONGEST_LINE, "line", "The line is longer than 2,097,152 bytes. Split or shorten it."),
]


@pytest.mark.parametrize(("line", "code", "sentence"), CSV_PROBLEMS)
def test_a_bad_csv_record_is_a_problem_and_the_next_is_read(line: bytes, code: str, sentence: str) -> None:
    problem, after = records(b"key,answer\n" + line + b"\nb,y\n")
    assert (problem.place, problem.code) == (2, code)
    assert sentence in problem.text
    assert (after.place, after.text) == (3 + line.count(b"\n"), "y")


def test_a_quote_that_is_never_closed_is_a_problem_of_the_line_that_opens_it() -> None:
    before, problem = records(b'key,answer\na,x\nb,"y\nc,z\n')
    assert (before.place, problem.place, problem.code) == (2, 3, "line")


def test_bytes_that_are_not_utf8_spoil_the_whole_quoted_record() -> None:
    problem, after = records(b'key,answer\na,"one\n\xfftwo"\nb,y\n')
    assert (problem.place, problem.code, after.place) == (3, "line", 4)


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        (
            b"key,truth",
            "The first line names no column for the answer. "
            "Wanted: answer or raw or text or prediction or response. Found: key, truth.",
        ),
        (
            b"index;answer",
            "The first line names no column for the item key. "
            "Wanted: key or item or id. Found: index, answer.",
        ),
        (b"key,answer,answer", "The first line names a column twice: answer."),
        (
            "ké,answer".encode("latin-1"),
            "The columns cannot be read from line 1. Byte 2 is not UTF-8. Save the file as UTF-8.",
        ),
        (
            b"key,answer\ra,x\r",
            "The columns cannot be read from the first line. "
            "A carriage return stands alone, outside quotes. End lines with a line feed.",
        ),
        (
            b"key," + b"x" * LONGEST_LINE,
            "The columns cannot be read from line 1. "
            "The line is longer than 2,097,152 bytes. Split or shorten it.",
        ),
    ],
)
def test_a_csv_file_without_its_columns_is_refused(header: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        records(header + b"\na,x\n")
    assert str(refused.value) == sentence


def test_a_line_of_a_megabyte_is_read() -> None:
    answer = "x" * 1024**2
    assert only(json.dumps({"key": "a", "answer": answer}).encode()).text == answer
    assert only(f"key,answer\na,{answer}\n".encode()).text == answer


storable = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(st.lists(st.tuples(storable.filter(bool), storable), min_size=1), st.sampled_from(",\t;"))
def test_what_the_csv_module_writes_is_read_back(rows: list[tuple[str, str]], delimiter: str) -> None:
    table = io.StringIO()
    csv.writer(table, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows([("key", "answer"), *rows])
    assert [(row.key, row.text) for row in records(table.getvalue().encode())] == rows


@given(st.lists(st.tuples(storable, storable), min_size=1), st.booleans())
def test_what_the_json_module_writes_is_read_back(rows: list[tuple[str, str]], ascii_only: bool) -> None:
    lines = (json.dumps({"key": key, "answer": text}, ensure_ascii=ascii_only) for key, text in rows)
    assert [(row.key, row.text) for row in records("\n".join(lines).encode())] == rows


@given(st.binary())
def test_any_bytes_end_in_rows_problems_or_a_sentence(data: bytes) -> None:
    with contextlib.suppress(UnreadableFile):
        assert all(isinstance(record, Row | Problem) for record in records(data))


@given(st.binary())
def test_any_bytes_below_a_header_end_in_rows_or_problems(data: bytes) -> None:
    assert all(isinstance(record, Row | Problem) for record in records(b"key,answer\n" + data))
    assert all(isinstance(record, Row | Problem) for record in records(b'{"key":"a","answer":"x"}\n' + data))
