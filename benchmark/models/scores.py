"""What an answer of a person and a prediction of a model have in common."""

from __future__ import annotations

from typing import Any, Self

from django.db import models

from benchmark.common.policy import DROPPED, Policy
from benchmark.models.items import Item
from benchmark.tasks.marking import scored_columns
from benchmark.tasks.outcomes import Delivery, Reading, Status

DELIVERIES = [(delivery.value, delivery.value.capitalize()) for delivery in Delivery]


class ScoredQuerySet(models.QuerySet[Any]):
    """What responses and predictions have in common."""

    def under(self, policy: str) -> Self:
        """Those that a policy counts: all, or those that came."""
        return self if policy == Policy.STRICT else self.exclude(DROPPED)


class Scored(models.Model):
    """A text somebody gave to an item, how it was read, and both scores of it.

    Scores are a pure function of `raw` and the item's truth: they can always be made again.
    `task` and `stratum` repeat the item's, so that results need no join.
    """

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="%(class)ss")
    task = models.CharField(max_length=64)
    stratum = models.CharField(max_length=32, blank=True)
    raw = models.TextField(blank=True)
    answer = models.TextField(null=True, blank=True)  # in canonical spelling; null when none was read
    status = models.CharField(max_length=16, choices=[(status.value, status.value) for status in Status])
    delivery = models.CharField(
        max_length=16,
        choices=[(way.value, way.value.capitalize()) for way in Delivery],
        default=Delivery.RECEIVED.value,
    )
    exact = models.FloatField()
    weighted = models.FloatField()
    details = models.JSONField(default=dict, blank=True)
    scorer_version = models.CharField(max_length=32)

    class Meta:
        abstract = True

    @classmethod
    def mark(
        cls,
        item: Item,
        text: str,
        *,
        delivery: str = Delivery.RECEIVED.value,
        reading: Reading | None = None,
        **fields: Any,
    ) -> Self:
        """An unsaved row: `text` read and scored against the item's truth.

        The one constructor for people's answers and models' predictions alike. `reading` is that of the
        text, where the caller has read it already.
        """
        return cls(item=item, **scored_columns(item, text, delivery=delivery, reading=reading), **fields)


class PastScore(models.Model):
    """A score that a later scorer changed: kept, so that both versions stay readable."""

    scorer_version = models.CharField(max_length=32)
    status = models.CharField(max_length=16)
    exact = models.FloatField()
    weighted = models.FloatField()

    class Meta:
        abstract = True
