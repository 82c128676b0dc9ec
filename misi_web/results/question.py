"""What is asked of the results: one version, by one metric, under one policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchmark.common.policy import Policy
from benchmark.models import BenchmarkVersion

STRICT, LENIENT = Policy.STRICT.value, Policy.LENIENT.value
POLICIES = (STRICT, LENIENT)
METRICS = ("weighted", "exact")
METRIC_CHOICES = [("weighted", "Weighted"), ("exact", "Exact")]
POLICY_CHOICES = [(STRICT, "Strict: missing is wrong"), (LENIENT, "Lenient: missing is left out")]
MOST_RUNS = 20  # compared at once unless the visitor names others


@dataclass(frozen=True, slots=True)
class Question:
    """What a page shows: one version, by one metric, under one policy, to one visitor."""

    version: BenchmarkVersion
    user: Any
    metric: str = METRICS[0]
    policy: str = STRICT
