"""The lines that `manage.py score` reads and writes."""

import json

import pytest

from benchmark.formats.score_lines import score_lines

GOOD = b'{"task": "translation", "truth": "move x 3", "answer": "move x 4"}'
SCORED = {
    "task": "translation",
    "status": "ok",
    "answer": "move x 4",
    "exact": 0,
    "weighted": 6 / 7,
    "details": {"axis_correct": True, "signed_error": 1.0},
}
NOTHING = {"task": "translation", "answer": None, "exact": 0, "weighted": 0.0, "details": {}}


def test_a_line_gives_its_score() -> None:
    assert list(score_lines([GOOD + b"\n"])) == [SCORED]


def test_a_byte_order_mark_windows_line_ends_and_blank_lines_do_no_harm() -> None:
    assert list(score_lines([b"\xef\xbb\xbf" + GOOD + b"\r\n", b"\r\n", GOOD, b"\n", b""])) == [
        SCORED,
        SCORED,
    ]


@pytest.mark.parametrize(
    ("answer", "status"), [(None, "empty"), ("", "empty"), ("left", "unreadable"), ("\ud800", "unreadable")]
)
def test_an_answer_without_an_answer_is_scored_none(answer: str | None, status: str) -> None:
    line = json.dumps({"task": "translation", "truth": "move x 3", "answer": answer}).encode()
    assert list(score_lines([line])) == [NOTHING | {"status": status}]


def test_facts_may_be_given_and_may_be_null() -> None:
    lines = [GOOD[:-1] + b', "facts": {"structure_id": "1HSG"}}', GOOD[:-1] + b', "facts": null}']
    assert list(score_lines(lines)) == [SCORED, SCORED]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"hm", "This line is not JSON: Expecting value: line 1 column 1 (char 0)."),
        (GOOD[:-5], "This line is not JSON: Unterminated string"),
        (b"[" * 100_000, "This line is not JSON: "),
        (b"9" * 5_000, "This line is not JSON: "),
        (b'["translation"]', "This line is not an object such as "),
        (b"\xff" + GOOD, "This line is not UTF-8: byte 1 of it cannot be read."),
        (b'{"truth": "B", "answer": "B"}', 'This line has no "task".'),
        (b'{"task": "docking", "answer": "B"}', 'This line has no "truth".'),
        (b'{"task": "docking", "truth": "B"}', 'This line has no "answer".'),
        (b'{"task": ["x"], "truth": "B", "answer": "B"}', '"task" is ["x"]; it should be a text.'),
        (b'{"task": "docking", "truth": null, "answer": "B"}', '"truth" is null; it should be a text.'),
        (
            b'{"task": "zooming", "truth": "move z 47", "answer": 47}',
            '"answer" is 47; it should be a text, or null',
        ),
        (
            b'{"task": "zooming", "truth": "move z 47", "answer": NaN}',
            '"answer" is NaN; it should be a text, or null',
        ),
        (GOOD[:-1] + b', "facts": []}', '"facts" is []; it should be an object.'),
        (b'{"task": "folding", "truth": "B", "answer": "B"}', "There is no task 'folding'. The tasks are: "),
        (
            b'{"task": "docking", "truth": "B", "answer": "B"}',
            "'B' is no answer to docking: Nothing here reads as ",
        ),
    ],
)
def test_a_line_that_cannot_be_scored_gives_a_sentence_and_its_number(line: bytes, sentence: str) -> None:
    first, problem, last = score_lines([GOOD, line, GOOD])
    assert (first, last) == (SCORED, SCORED)
    assert problem.keys() == {"error", "line"}
    assert problem["line"] == 2
    assert problem["error"].startswith(sentence)
