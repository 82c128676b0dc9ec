"""Means with their 95 % intervals, paired differences, and rank ranges. Pure numpy.

`means` draws clusters anew: structures for models, people and structures for people. `intervals` turns a
mean and its resampled spread into an interval, `ranks` shared resamples into rank ranges.
`docs/statistics.md` tells which method and why, with the coverage that was measured.
"""

from benchmark.statistics.intervals import Interval
from benchmark.statistics.means import (
    Clusters,
    Means,
    average,
    difference_intervals,
    mean_intervals,
    over_people_and_structures,
    over_structures,
)
from benchmark.statistics.ranks import rank_ranges

__all__ = [
    "Clusters",
    "Interval",
    "Means",
    "average",
    "difference_intervals",
    "mean_intervals",
    "over_people_and_structures",
    "over_structures",
    "rank_ranges",
]
