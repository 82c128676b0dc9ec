"""Whether the rows of a file fit a benchmark."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.formats import held
from benchmark.formats.checking import MOST_PROBLEMS, Checked, check, good_rows
from benchmark.formats.rows import Problem, Row

ITEMS = {"a": 1, "b": 2, "c": 3}


def row(place: int, key: str, sample: int = 0) -> Row:
    return Row(place, key, "x", sample, "", {})


def checked(*records: Row | Problem) -> Checked:
    return check(iter(records), ITEMS, "demo v1", lambda count: None, unit="line")


def good(*records: Row | Problem) -> list[Row]:
    return list(good_rows(checked(*records), lambda: iter(records), ITEMS))


def test_known_items_answered_once_are_no_problem() -> None:
    assert checked(row(1, "a"), row(2, "b"), row(3, "a", sample=1)) == Checked(
        3, 0, [], frozenset(), [row(1, "a"), row(2, "b"), row(3, "a", sample=1)]
    )


def test_an_unknown_item_is_named_with_the_benchmark_and_a_near_key() -> None:
    found = checked(row(1, "z"), row(2, " A "), row(3, "x" * 100))
    assert [problem.text for problem in found.problems] == [
        'demo v1 has no item "z".',
        'demo v1 has no item " A ". Did you mean "a"?',
        f'demo v1 has no item "{"x" * 63}…".',
    ]
    assert (found.records, found.bad, found.good) == (3, 3, 0)


def test_a_second_answer_to_an_item_names_the_line_of_the_first() -> None:
    found = checked(row(2, "a"), row(3, "b"), row(5, "a"), row(7, "a"))
    sentence = 'The item is answered in line 2 already. Repeated samples need different "sample" numbers.'
    assert found.problems == [Problem(5, "repeated", sentence), Problem(7, "repeated", sentence)]
    assert (found.bad, found.repeated) == (2, {3, 4})


def test_rows_that_share_a_place_are_told_apart() -> None:
    """One line may hold several answers: the one that repeats another goes, and its neighbours stay."""
    records = [row(1, "a"), row(2, "a", sample=1), row(2, "a"), row(2, "b"), row(2, "b")]
    found = checked(*records)
    assert [problem.text.partition(" already")[0] for problem in found.problems] == [
        "The item is answered in line 1",
        "The item is answered in this line",
    ]
    assert good(*records) == [records[0], records[1], records[3]]


def test_a_repeated_answer_is_named_in_the_unit_of_its_file() -> None:
    found = check(iter([row(3, "a"), row(4, "a")]), ITEMS, "demo v1", lambda count: None, unit="entry")
    assert found.problems[0].text.startswith("The item is answered in entry 3 already.")


def test_problems_come_in_the_order_of_the_file_and_only_the_first_ones_are_kept() -> None:
    bad = [Problem(line, "not-json", "No.") for line in range(3, 3 + 2 * MOST_PROBLEMS)]
    found = checked(row(1, "a"), row(2, "a"), *bad)
    assert [problem.place for problem in found.problems] == list(range(2, 2 + MOST_PROBLEMS))
    assert found.bad == 2 * MOST_PROBLEMS + 1


@pytest.mark.parametrize("most_held", [held.MOST_HELD, 0])
def test_the_good_rows_are_those_that_are_not_bad(monkeypatch: pytest.MonkeyPatch, most_held: int) -> None:
    """Whether they were held in memory or are read again."""
    monkeypatch.setattr(held, "MOST_HELD", most_held)
    records = [row(1, "a"), row(2, "z"), Problem(3, "line", "No."), row(4, "a"), row(5, "b")]
    assert good(*records) == [row(1, "a"), row(5, "b")]
    assert (checked(*records).rows is None) == (most_held == 0)


@pytest.mark.parametrize(
    "large",
    [
        Row(1, "a", "x" * 600, 0, "", {}),
        Row(1, "a", "é\u2028" * 300, 0, "", {}),
        Row(1, "a", None, 0, "x" * 600, {}),
        Row(1, "a", "x", 0, "", {"b": [["x" * 100], 1]}),
    ],
)
def test_texts_reasoning_and_other_fields_all_count_as_memory(
    monkeypatch: pytest.MonkeyPatch, large: Row
) -> None:
    monkeypatch.setattr(held, "MOST_HELD", 700)
    assert checked(row(1, "a")).rows == [row(1, "a")]
    assert checked(large).rows is None


def test_a_file_without_records_has_none() -> None:
    assert checked() == Checked(0, 0, [], frozenset(), [])


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2))))
def test_repeats_are_what_a_plain_dictionary_finds(answers: list[tuple[str, int]]) -> None:
    first: dict[tuple[str, int], int] = {}
    again = {line for line, answer in enumerate(answers, 1) if first.setdefault(answer, line) != line}
    rows = (row(line, key, sample) for line, (key, sample) in enumerate(answers, 1))
    assert checked(*rows).repeated == again
