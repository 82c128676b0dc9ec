"""What an answer of a person and a prediction of a model have in common."""

from __future__ import annotations

from typing import Any, Protocol, Self

from django.db import models

from benchmark.models.items import Item
from benchmark.tasks import mark
from benchmark.tasks.base import SCORER_VERSION, Status


class Delivery(models.TextChoices):
    """What became of the answer on its way, apart from how it was read."""

    RECEIVED = "received"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    ERROR = "error"
    MISSING = "missing"


# Dropped by the lenient policy (as the paper dropped them), 0 under the strict one.
DROPPED_DELIVERIES = (Delivery.REFUSED, Delivery.ERROR, Delivery.MISSING)


class ScoredQuerySet(models.QuerySet[Any]):
    """What responses and predictions have in common."""

    def lenient(self) -> Self:
        """Without the answers that were empty, refused, missing or lost to an error."""
        return self.exclude(models.Q(status=Status.EMPTY) | models.Q(delivery__in=DROPPED_DELIVERIES))


class Markable(Protocol):
    """What scoring must know of an item."""

    @property
    def task(self) -> Any: ...
    @property
    def stratum(self) -> Any: ...
    @property
    def truth(self) -> Any: ...
    @property
    def facts(self) -> Any: ...


def scored_columns(item: Markable, text: str, *, delivery: str = Delivery.RECEIVED.value) -> dict[str, Any]:
    """What `Scored.mark` fills a row with, and a bulk import its table: text, reading, scores.

    Plain values: a database driver takes many times as long for an enumeration's.
    """
    marked = mark(item.task, text, item.truth, item.facts)
    if marked.delivery_truncated and delivery == Delivery.RECEIVED:
        delivery = Delivery.TRUNCATED.value
    return {
        "task": item.task,
        "stratum": item.stratum,
        "raw": text,
        "final": marked.answer,
        "status": marked.status.value,
        "delivery": delivery,
        "exact": marked.exact,
        "weighted": marked.weighted,
        "details": marked.details,
        "scorer_version": SCORER_VERSION,
    }


class Scored(models.Model):
    """A text somebody gave to an item, how it was read, and both scores of it.

    Scores are a pure function of `raw` and the item's truth: they can always be made again.
    `task` and `stratum` repeat the item's, so that results need no join.
    """

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="%(class)ss")
    task = models.CharField(max_length=64)
    stratum = models.CharField(max_length=32, blank=True)
    raw = models.TextField(blank=True)
    final = models.TextField(null=True, blank=True)  # the canonical answer; null when none was read
    status = models.CharField(max_length=16, choices=[(status.value, status.value) for status in Status])
    delivery = models.CharField(max_length=16, choices=Delivery.choices, default=Delivery.RECEIVED)
    exact = models.FloatField()
    weighted = models.FloatField()
    details = models.JSONField(default=dict, blank=True)
    scorer_version = models.CharField(max_length=32)

    class Meta:
        abstract = True

    @classmethod
    def mark(cls, item: Item, text: str, *, delivery: str = Delivery.RECEIVED, **fields: Any) -> Self:
        """An unsaved row: `text` read and scored against the item's truth.

        The one constructor for people's answers and models' predictions alike.
        """
        return cls(item=item, **scored_columns(item, text, delivery=delivery), **fields)


class PastScore(models.Model):
    """A score that a later scorer changed: kept, so that both versions stay readable."""

    scorer_version = models.CharField(max_length=32)
    status = models.CharField(max_length=16)
    exact = models.FloatField()
    weighted = models.FloatField()

    class Meta:
        abstract = True
