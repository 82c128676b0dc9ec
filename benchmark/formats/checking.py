"""Whether the rows of a file fit a benchmark: every item known, none answered twice."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from benchmark.formats.rows import MOST_SAMPLES, Problem, Row

MOST_PROBLEMS = 1_000  # kept of one file; all are counted
TICK = 1_000  # records


@dataclass(frozen=True, slots=True)
class Checked:
    """What a first reading of a whole file found."""

    records: int  # good and bad
    bad: int
    problems: list[Problem]  # the first ones, by line
    repeated: frozenset[int] = field(default=frozenset())  # lines that answer an item again

    @property
    def good(self) -> int:
        return self.records - self.bad


def check(
    records: Iterator[Row | Problem], items: Mapping[str, int], benchmark: str, tick: Callable[[int], None]
) -> Checked:
    """Read a file's records to the end, in 16 bytes a row, beside the items of `benchmark`.

    `items` gives each key a number below 2^48. `tick` is called with the number of records so far, every
    thousand.
    """
    problems: list[Problem] = []
    answered, lines = array("q"), array("q")
    count = bad = 0
    for count, record in enumerate(records, 1):
        if isinstance(record, Row) and record.key in items:
            answered.append(items[record.key] * (MOST_SAMPLES + 1) + record.sample)
            lines.append(record.line)
        else:
            bad += 1
            if bad <= MOST_PROBLEMS:
                problems.append(_problem(record, items, benchmark))
        if count % TICK == 0:
            tick(count)
    again = _repeats(answered, lines)
    problems += [_repeated(line, first) for line, first in sorted(again.items())[:MOST_PROBLEMS]]
    return Checked(count, bad + len(again), sorted(problems)[:MOST_PROBLEMS], frozenset(again))


def good_rows(records: Iterator[Row | Problem], items: Mapping[str, int], checked: Checked) -> Iterator[Row]:
    """The rows of the same file, read again, without those that were found to be bad."""
    for record in records:
        if isinstance(record, Row) and record.key in items and record.line not in checked.repeated:
            yield record


def _repeats(answered: array[int], lines: array[int]) -> dict[int, int]:
    """For each line that answers what an earlier one has answered: the first such line."""
    if not answered:
        return {}
    order = np.argsort(np.asarray(answered), kind="stable")
    values, at = np.asarray(answered)[order], np.asarray(lines)[order]
    same = np.concatenate(([False], values[1:] == values[:-1]))
    first = np.maximum.accumulate(np.where(same, 0, np.arange(len(same))))
    return dict(zip(at[same].tolist(), at[first[same]].tolist(), strict=True))


def _repeated(line: int, first: int) -> Problem:
    sentence = (
        f'The item is answered in line {first} already. Repeated samples need different "sample" numbers.'
    )
    return Problem(line, "repeated", sentence)


def _problem(record: Row | Problem, items: Mapping[str, int], benchmark: str) -> Problem:
    """What is wrong with a bad record: what its reader said, or that its item is unknown."""
    if isinstance(record, Problem):
        return record
    near = record.key.strip().lower()
    hint = f' Did you mean "{near}"?' if near in items else ""
    shown = record.key if len(record.key) <= 64 else f"{record.key[:63]}…"
    return Problem(record.line, "unknown-item", f'{benchmark} has no item "{shown}".{hint}')
