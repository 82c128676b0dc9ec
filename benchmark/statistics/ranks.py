"""Rank ranges: which places resampling leaves possible, instead of one bare rank."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROUNDING = 1e-6  # draws are sums in single precision


def rank_ranges(draws: NDArray[np.float64]) -> list[tuple[int, int]]:
    """The best and the worst place (1 is first) of each respondent in 95 % of the resamples.

    `draws` has shape (resamples, respondents): the respondents' means under the same resamples, so that
    what they share cancels out. Means that are equal but for rounding share the better place. A resample
    that leaves somebody without a mean (NaN) orders nobody and is left out; with none left, every place
    stays possible.
    """
    draws = draws[~np.isnan(draws).any(axis=1)]
    if not len(draws):
        return [(1, draws.shape[1])] * draws.shape[1]
    ranks = 1 + (draws[:, np.newaxis, :] > draws[:, :, np.newaxis] + ROUNDING).sum(axis=2)
    ends = np.quantile(ranks, [0.025, 0.975], axis=0, method="inverted_cdf")
    return [(int(best), int(worst)) for best, worst in ends.T]
