"""One figure of a results page: per cent with its interval and its counts, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.statistics import Interval, Means, average, mean_intervals

INCOMPLETE = "The average takes all averaged columns, and here at least one is missing."


@dataclass(frozen=True, slots=True)
class Size:
    """How much stands behind a figure. `people` is None where people have no part in it."""

    answers: int = 0
    items: int = 0
    people: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A score, or a difference of two, in per cent. `value` is None where there is none.

    `reason` says why the value or its interval is missing; `method` names how the interval was made.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    method: str = ""
    size: Size = Size()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Sized:
    """Means of several respondents in one column, with what stands behind each."""

    means: Means
    sizes: Sequence[Size]


def figure(value: float, interval: Interval | None, size: Size, *, units: str, absent: str) -> Figure:
    """From shares (0..1) to a figure; NaN is a missing value, for the reason `absent`."""
    if np.isnan(value):
        return Figure(None, size=size, reason=absent)
    if interval is None:
        reason = f"No interval: it takes answers from at least two {units}."
        return Figure(100 * value, size=size, reason=reason)
    return Figure(100 * value, 100 * interval.low, 100 * interval.high, interval.method, size)


def figures(found: Sized, *, units: str, absent: str) -> list[Figure]:
    """The figure of each respondent; `units` names what was drawn anew for the intervals."""
    rows = zip(found.means.values.tolist(), mean_intervals(found.means), found.sizes, strict=True)
    return [figure(*row, units=units, absent=absent) for row in rows]


def averaged(columns: Sequence[Sized], people: int | None = None) -> Sized:
    """The averages over several columns; `people` is how many took part in any of them."""
    sizes = [
        Size(sum(size.answers for size in sizes), sum(size.items for size in sizes), people)
        for sizes in zip(*(column.sizes for column in columns), strict=True)
    ]
    return Sized(average([column.means for column in columns]), sizes)
