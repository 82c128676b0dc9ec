"""Means over clustered answers, and how far they move when whole clusters are drawn anew.

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

ROUNDING = 1e-12  # what a sum of scores may be off without meaning anything


@dataclass(frozen=True, slots=True)
class Clusters:
    """People's answers to one column, one entry each; people and structures are numbered from 0."""

    people: Integers
    structures: Integers


@dataclass(frozen=True, slots=True)
class Draws:
    """`n` means when one kind of cluster is drawn anew, RESAMPLES times.

    `means` (RESAMPLES, n); `units` (n,) is the effective number of clusters.
    """

    means: Floats
    units: Floats

    def variances(self) -> Floats:
        """The squared standard errors (n,); NaN where there are no two clusters."""
        with np.errstate(invalid="ignore", divide="ignore"):
            missing = np.isnan(self.means).all(axis=0)
            spread = np.nanvar(np.where(missing, 0.0, self.means), axis=0)
            return np.where(self.units > 1, spread * self.units / (self.units - 1), np.nan)


@dataclass(frozen=True, slots=True)
class Means:
    """`n` means with what their intervals need; a mean without answers is NaN.

    `draws` has one entry for each kind of cluster: structures for models, people and structures for people.
    `noise` (n,) is the variance that single answers bring, which each kind counts. `even` (n,) says that
    all clusters have the same mean, so that resampling shows no spread. `freedom` (n,) is one less than
    the effective number of independent units.
    """

    values: Floats
    draws: tuple[Draws, ...]
    noise: Floats
    even: NDArray[np.bool_]
    freedom: Floats

    def variances(self) -> Floats:
        """The squared standard errors (n,): what all kinds of cluster bring, single answers counted once
        (Cameron, Gelbach and Miller 2011), and never less than one kind brings alone."""
        kinds = np.array([draws.variances() for draws in self.draws])
        together = kinds.sum(axis=0) - (len(kinds) - 1) * self.noise
        return np.asarray(np.maximum(together, kinds.max(axis=0)))


def over_structures(counts: Floats, sums: Floats) -> Means:
    """Means of models: whole structures are drawn anew.

    `counts` and `sums` have shape (structures, n). Rows without answers stand for structures that only
    other columns have: the same draws must serve all columns.
    """
    values = _ratio(sums.sum(axis=0), counts.sum(axis=0))
    draws = _drawn(counts, sums, STRUCTURES)
    even = _no_spread(sums - np.nan_to_num(values) * counts)
    return Means(values, (draws,), np.zeros(len(values)), even, draws.units - 1)


def over_people_and_structures(
    answers: Clusters, counts: Floats, scores: Floats, people: int, structures: int
) -> Means:
    """Means of people's answers: people are drawn anew, and so are structures.

    `counts` and `scores` have shape (answers, n); an answer counts 1, or 0 where it has no part in a mean.
    `people` and `structures` are how many there are in all columns together, which share their draws.
    """
    totals = counts.sum(axis=0)
    values = _ratio(scores.sum(axis=0), totals)
    draws = tuple(
        _drawn(_summed(clusters, counts, length), _summed(clusters, scores, length), seed)
        for clusters, length, seed in (
            (answers.people, people, PEOPLE),
            (answers.structures, structures, STRUCTURES),
        )
    )
    cells = np.unique(answers.people * structures + answers.structures, return_inverse=True)[1]
    residuals = _summed(cells, scores - np.nan_to_num(values) * counts, int(cells.max(initial=-1)) + 1)
    return Means(
        values,
        draws,
        noise=_ratio((residuals**2).sum(axis=0), totals**2),
        even=_no_spread(residuals),
        freedom=np.minimum(draws[0].units, draws[1].units) - 1,
    )


def average(columns: Sequence[Means]) -> Means:
    """The plain mean of several columns' means, with the draws they share.

    The noise of two columns is taken for independent; the degrees of freedom are Satterthwaite's (1946).
    """
    freedoms = np.array([column.freedom for column in columns])
    variances = np.nan_to_num([column.variances() for column in columns])
    even = np.all([column.even for column in columns], axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        pooled = variances.sum(axis=0) ** 2 / (variances**2 / freedoms).sum(axis=0)
    return Means(
        values=np.mean([column.values for column in columns], axis=0),
        draws=tuple(_averaged(kind) for kind in zip(*(column.draws for column in columns), strict=True)),
        noise=np.sum([column.noise for column in columns], axis=0) / len(columns) ** 2,
        even=even,
        freedom=np.where((freedoms > 0).all(axis=0) & ~even, pooled, freedoms.min(axis=0)),
    )


def mean_intervals(means: Means) -> list[Interval | None]:
    """The interval of each mean; None where there are no two independent units."""
    return [
        None
        if np.isnan(value) or freedom <= 0
        else intervals.wilson(value, freedom + 1)
        if even
        else intervals.of_mean(value, variance**0.5, freedom)
        for value, variance, freedom, even in _rows(means)
    ]


def difference_intervals(differences: Means, first: Floats, second: Floats) -> list[Interval | None]:
    """The interval of each paired difference of two means, which are given as well (n,)."""
    return [
        None
        if np.isnan(value) or freedom <= 0
        else intervals.square_and_add(one, two, freedom + 1)
        if even
        else intervals.of_difference(value, variance**0.5, freedom)
        for (value, variance, freedom, even), one, two in zip(
            _rows(differences), first.tolist(), second.tolist(), strict=True
        )
    ]


def _rows(means: Means) -> list[tuple[float, float, float, bool]]:
    columns = (means.values, means.variances(), means.freedom, means.even)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _drawn(counts: Floats, sums: Floats, seed: int) -> Draws:
    """Resamples of clusters (clusters, n). In single precision: they only tell how far a mean moves."""
    there = np.flatnonzero(counts.any(axis=1))
    drawn = weights(len(counts), seed)[there].T
    products = (drawn @ part[there].astype(np.float32) for part in (sums, counts))
    return Draws(_ratio(*(product.astype(float) for product in products)), _effective(counts))


def _averaged(kind: Sequence[Draws]) -> Draws:
    means = np.mean([draws.means for draws in kind], axis=0)
    return Draws(means, np.min([draws.units for draws in kind], axis=0))


def _ratio(sums: Floats, counts: Floats) -> Floats:
    """Means, NaN where nothing was counted."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(counts > 0, sums / counts, np.nan)


def _effective(counts: Floats) -> Floats:
    """How many clusters of equal size would be worth as much as these (Kish 1965); 0 without answers."""
    squares = (counts**2).sum(axis=0)
    return np.where(squares > 0, counts.sum(axis=0) ** 2 / np.maximum(squares, 1e-300), 0.0)


def _no_spread(residuals: Floats) -> NDArray[np.bool_]:
    """Whether sums (clusters, n) lie where the mean puts them, but for rounding."""
    return np.asarray((np.abs(residuals) < ROUNDING).all(axis=0))


def _summed(numbers: Integers, values: Floats, length: int) -> Floats:
    """Rows (answers, n) summed by their number."""
    sums = np.zeros((length, values.shape[1]))
    np.add.at(sums, numbers, values)
    return sums
