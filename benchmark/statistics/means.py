"""Means over clustered answers, and how far they move when people and structures are drawn anew.

A mean is always a ratio, the sum of scores over the number of answers, so that resamples with more or
fewer answers weigh them alike. Several means are worked out together (the second axis, `n` of them):
the runs of a page, say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmark.statistics import intervals
from benchmark.statistics.intervals import Interval
from benchmark.statistics.resampling import PEOPLE, STRUCTURES, weights

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

NO_SPREAD = 1e-18  # a variance below this is rounding, not spread
CELLS_AT_ONCE = 4096  # bounds the memory of crossed resampling to about 50 MB


@dataclass(frozen=True, slots=True)
class Cells:
    """Answers summed by person and structure, for `n` means.

    `people` and `structures` (cells,) number them from 0; each pair stands once. `counts` and `sums`
    (cells, n) are the number of answers and the sum of their scores.
    """

    people: Integers
    structures: Integers
    counts: Floats
    sums: Floats


@dataclass(frozen=True, slots=True)
class Means:
    """`n` means with what their intervals need; a mean without answers is NaN.

    `draws` (RESAMPLES, n) are the means of the resamples, `noise` (n,) is the variance that crossed
    resampling counts three times, `freedom` (n,) the degrees of freedom: one less than the effective
    number of independent units, 0 where there is no saying how far a mean would move.
    """

    values: Floats
    draws: Floats
    noise: Floats
    freedom: Floats

    def variances(self) -> Floats:
        """The squared standard errors (n,)."""
        with np.errstate(invalid="ignore", divide="ignore"):
            spread = np.nanvar(np.where(np.isnan(self.values), 0.0, self.draws), axis=0)
            single = np.maximum(spread - 2 * self.noise, spread / 3)
            return np.where(self.freedom > 0, single * (self.freedom + 1) / self.freedom, np.nan)


def over_structures(counts: Floats, sums: Floats) -> Means:
    """Means of models: whole structures are drawn anew.

    `counts` and `sums` have shape (structures, n). Rows without answers stand for structures that only
    other columns have: the same draws must serve all columns.
    """
    drawn = weights(len(counts), STRUCTURES).T
    return Means(
        values=_ratio(sums.sum(axis=0), counts.sum(axis=0)),
        draws=_ratio(drawn @ sums, drawn @ counts),
        noise=np.zeros(counts.shape[1]),
        freedom=_effective(counts) - 1,
    )


def over_people_and_structures(cells: Cells, people: int, structures: int) -> Means:
    """Means of people: people and structures are drawn anew, each on their own, and weights multiply.

    `people` and `structures` are how many there are in all columns together. Multiplied weights (Owen,
    "The pigeonhole bootstrap", 2007) give a single answer's own noise three times its weight; it is
    kept in `noise` and two of the three are taken off again.
    """
    draws_of_sums, draws_of_counts = _crossed(cells, people, structures)
    totals = cells.counts.sum(axis=0)
    values = _ratio(cells.sums.sum(axis=0), totals)
    residuals = _ratio(cells.sums - np.nan_to_num(values) * cells.counts, totals)
    units = np.minimum(
        _effective(_summed_by(cells.people, cells.counts, people)),
        _effective(_summed_by(cells.structures, cells.counts, structures)),
    )
    return Means(
        values=values,
        draws=_ratio(draws_of_sums, draws_of_counts),
        noise=np.nansum(residuals**2, axis=0),
        freedom=units - 1,
    )


def average(columns: Sequence[Means]) -> Means:
    """The plain mean of several columns' means, with the draws they share.

    The noise of two columns is taken for independent; the degrees of freedom are Satterthwaite's (1946).
    """
    variances = np.array([np.nan_to_num(column.variances()) for column in columns])
    freedoms = np.array([column.freedom for column in columns])
    total = variances.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        pooled = total**2 / (variances**2 / freedoms).sum(axis=0)
    return Means(
        values=np.mean([column.values for column in columns], axis=0),
        draws=np.mean([column.draws for column in columns], axis=0),
        noise=np.sum([column.noise for column in columns], axis=0) / len(columns) ** 2,
        freedom=np.where(
            (freedoms > 0).all(axis=0) & (total > NO_SPREAD), pooled, np.maximum(freedoms.min(axis=0), 0)
        ),
    )


def mean_intervals(means: Means) -> list[Interval | None]:
    """The interval of each mean; None where there are no two independent units."""
    return [
        None
        if np.isnan(value) or freedom <= 0
        else intervals.wilson(value, freedom + 1)
        if variance < NO_SPREAD
        else intervals.of_mean(value, variance**0.5, freedom)
        for value, variance, freedom in _rows(means)
    ]


def difference_intervals(differences: Means, first: Floats, second: Floats) -> list[Interval | None]:
    """The interval of each paired difference of two means, which are given as well (n,)."""
    return [
        None
        if np.isnan(value) or freedom <= 0
        else intervals.square_and_add(one, two, freedom + 1)
        if variance < NO_SPREAD
        else intervals.of_difference(value, variance**0.5, freedom)
        for (value, variance, freedom), one, two in zip(
            _rows(differences), first.tolist(), second.tolist(), strict=True
        )
    ]


def _rows(means: Means) -> list[tuple[float, float, float]]:
    columns = (means.values.tolist(), means.variances().tolist(), means.freedom.tolist())
    return list(zip(*columns, strict=True))


def _ratio(sums: Floats, counts: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(counts > 0, sums / counts, np.nan)


def _effective(counts: Floats) -> Floats:
    """How many units of equal size would be worth as much as these (Kish 1965); 0 without answers."""
    squares = (counts**2).sum(axis=0)
    return np.where(squares > 0, counts.sum(axis=0) ** 2 / np.maximum(squares, 1e-300), 0.0)


def _summed_by(numbers: Integers, values: Floats, length: int) -> Floats:
    sums = np.zeros((length, values.shape[1]))
    np.add.at(sums, numbers, values)
    return sums


def _crossed(cells: Cells, people: int, structures: int) -> tuple[Floats, Floats]:
    """Resampled sums and counts, each (RESAMPLES, n); in pieces, because every cell has its own weights."""
    person_weights, structure_weights = weights(people, PEOPLE), weights(structures, STRUCTURES)
    both = np.hstack([cells.sums, cells.counts]).astype(np.float32)
    total = np.zeros((person_weights.shape[1], both.shape[1]))
    for start in range(0, len(both), CELLS_AT_ONCE):
        piece = slice(start, start + CELLS_AT_ONCE)
        drawn = person_weights[cells.people[piece]] * structure_weights[cells.structures[piece]]
        total += drawn.T @ both[piece]
    means = cells.sums.shape[1]
    return total[:, :means], total[:, means:]
