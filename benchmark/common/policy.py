"""The two ways to count an answer that never came: the one rule for runs and for people.

Strict counts it as wrong, lenient leaves it out, as the paper did. An answer that cannot be read is wrong
under both. Whatever is worked out by policy asks here.
"""

from __future__ import annotations

import math

from django.db.models import Case, F, FloatField, Q, TextChoices, Value, When

from benchmark.tasks.outcomes import Delivery, Status


class Policy(TextChoices):
    STRICT = "strict"
    LENIENT = "lenient"

    @property
    def missing_score(self) -> float:
        """What an item without any answer scores; NaN where it is left out."""
        return 0.0 if self == Policy.STRICT else math.nan


# Answers that never came, whatever became of them on their way.
DROPPED = Q(status=Status.EMPTY.value) | Q(
    delivery__in=[delivery.value for delivery in (Delivery.REFUSED, Delivery.ERROR, Delivery.MISSING)]
)


def kept() -> Case:
    """1 for an answer that counts under both policies, 0 for one that the lenient policy drops."""
    return Case(When(DROPPED, then=Value(0)), default=Value(1))


def score(metric: str) -> Case:
    """The stored score by `metric`, and 0 for an answer that never came."""
    return Case(When(DROPPED, then=Value(0.0)), default=F(metric), output_field=FloatField())
