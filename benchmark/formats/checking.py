"""Whether the rows of a file fit a benchmark: every item known, none answered twice."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from benchmark.formats.held import HeldRows
from benchmark.formats.rows import MOST_SAMPLES, Problem, Row

MOST_PROBLEMS = 1_000  # kept of one file; all are counted
TICK = 1_000  # records


@dataclass(frozen=True, slots=True)
class Checked:
    """What a first reading of a whole file found."""

    records: int  # good and bad
    bad: int
    problems: list[Problem]  # the first ones, in the order of the file
    repeated: frozenset[int] = field(default=frozenset())  # which records, from 1, answer an item again
    rows: list[Row] | None = None  # the good ones; None where they are too large to hold

    @property
    def good(self) -> int:
        return self.records - self.bad


@dataclass(slots=True)
class _Known:
    """The rows of known items, and 24 bytes for each. Their numbers tell apart those that share a place."""

    numbers: array[int] = field(default_factory=lambda: array("q"))  # among all records of the file, from 1
    places: array[int] = field(default_factory=lambda: array("q"))
    answered: array[int] = field(default_factory=lambda: array("q"))  # one number for item and sample
    held: HeldRows = field(default_factory=HeldRows)

    def add(self, number: int, row: Row, item: int) -> None:
        self.numbers.append(number)
        self.places.append(row.place)
        self.answered.append(item * (MOST_SAMPLES + 1) + row.sample)
        self.held.add(row)


def check(
    records: Iterator[Row | Problem],
    items: Mapping[str, int],
    benchmark: str,
    tick: Callable[[int], None],
    *,
    unit: str,
) -> Checked:
    """Read a file's records to the end, beside the items of `benchmark`; `unit` is what places count.

    `items` gives each key a number below 2^48. `tick` is called with the number of records so far, every
    thousand.
    """
    problems: list[tuple[int, Problem]] = []
    known = _Known()
    count = bad = 0
    for count, record in enumerate(records, 1):
        if isinstance(record, Row) and record.key in items:
            known.add(count, record, items[record.key])
        else:
            bad += 1
            if bad <= MOST_PROBLEMS:
                problems.append((count, _problem(record, items, benchmark)))
        if count % TICK == 0:
            tick(count)
    again = _repeats(known)
    problems += _repeated(known, again, unit)
    first_ones = [problem for _, problem in sorted(problems)[:MOST_PROBLEMS]]
    repeated = frozenset(known.numbers[at] for at in again)
    return Checked(count, bad + len(again), first_ones, repeated, known.held.without(again))


def good_rows(
    checked: Checked, read_again: Callable[[], Iterator[Row | Problem]], items: Mapping[str, int]
) -> Iterator[Row]:
    """The rows of a checked file without the bad ones: those that are held, or else read once more."""
    if checked.rows is not None:
        return iter(checked.rows)
    return _good_of(read_again(), items, checked)


def _good_of(records: Iterator[Row | Problem], items: Mapping[str, int], checked: Checked) -> Iterator[Row]:
    for number, record in enumerate(records, 1):
        if isinstance(record, Row) and record.key in items and number not in checked.repeated:
            yield record


def _repeats(known: _Known) -> dict[int, int]:
    """Which of the rows answer what an earlier one has answered, and which one did so first."""
    if not known.answered:
        return {}
    order = np.argsort(np.asarray(known.answered), kind="stable")
    values = np.asarray(known.answered)[order]
    same = np.concatenate(([False], values[1:] == values[:-1]))
    first = np.maximum.accumulate(np.where(same, 0, np.arange(len(same))))
    return dict(zip(order[same].tolist(), order[first[same]].tolist(), strict=True))


def _repeated(known: _Known, again: dict[int, int], unit: str) -> Iterator[tuple[int, Problem]]:
    """The first problems of rows that answer an item again, each with the number of its record."""
    for at, first in sorted(again.items())[:MOST_PROBLEMS]:
        place, before = known.places[at], known.places[first]
        where = f"this {unit}" if place == before else f"{unit} {before}"
        sentence = (
            f'The item is answered in {where} already. Repeated samples need different "sample" numbers.'
        )
        yield known.numbers[at], Problem(place, "repeated", sentence)


def _problem(record: Row | Problem, items: Mapping[str, int], benchmark: str) -> Problem:
    """What is wrong with a bad record: what its reader said, or that its item is unknown."""
    if isinstance(record, Problem):
        return record
    near = record.key.strip().lower()
    hint = f' Did you mean "{near}"?' if near in items else ""
    shown = record.key if len(record.key) <= 64 else f"{record.key[:63]}…"
    return Problem(record.place, "unknown-item", f'{benchmark} has no item "{shown}".{hint}')
