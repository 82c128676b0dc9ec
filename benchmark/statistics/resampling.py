"""Resample weights: how often each person or structure was drawn in each bootstrap resample."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 1000
STRUCTURES, PEOPLE = 1, 2  # the seeds: fixed, so that a page shows the same numbers twice

Weights = NDArray[np.float32]


@lru_cache(maxsize=8)
def weights(units: int, seed: int) -> Weights:
    """Shape (units, RESAMPLES): each column says how often a unit was drawn, and sums to `units`.

    All means over the same units use the same draws: that is what makes them comparable in pairs.
    """
    if not units:
        return np.zeros((0, RESAMPLES), dtype=np.float32)
    drawn = np.random.default_rng(seed).multinomial(units, np.full(units, 1 / units), size=RESAMPLES)
    ready = np.ascontiguousarray(drawn.T.astype(np.float32))
    ready.flags.writeable = False
    return ready
