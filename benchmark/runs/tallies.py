"""A run's sums per task, stratum and structure, under both policies."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Case, FilteredRelation, Q, Value, When

from benchmark.models import DROPPED_DELIVERIES, Item, Run, RunTally
from benchmark.tasks import SCORER_VERSION, Status

CHUNK = 10_000  # rows of the database held as Python objects at once

Place = tuple[str, str, int | None]  # task, stratum, structure
Numbers = np.ndarray[Any, Any]


class Sums(NamedTuple):
    """What a tally sums, for each place."""

    items: Numbers
    answers: Numbers
    exact: Numbers
    weighted: Numbers


def tallies_of(run: Run) -> list[RunTally]:
    """The unsaved tallies of all that a run has stored.

    Samples of one item are averaged before items are summed. An answer that the lenient policy drops counts
    as 0 under the strict one, and so does an item without an answer.
    """
    items, places, place_of_item = _items(run)
    answers = _answers(run)
    at = np.searchsorted(items, answers["item"])

    def per_item(values: Numbers) -> Numbers:
        return np.bincount(at, values, minlength=len(items))

    def per_place(values: Numbers) -> Numbers:
        return np.bincount(place_of_item, values, minlength=len(places))

    def sums(counting: Numbers, samples: Numbers) -> Sums:
        divisor = np.maximum(samples, 1)
        means = (per_item(answers["kept"] * answers[score]) / divisor for score in ("exact", "weighted"))
        return Sums(per_place(counting), per_place(samples), *map(per_place, means))

    kept = per_item(answers["kept"])
    strict = sums(np.ones(len(items)), per_item(np.ones(len(answers))))
    lenient = sums(kept > 0, kept)
    return [*_tallies(run, "strict", places, strict), *_tallies(run, "lenient", places, lenient)]


def _items(run: Run) -> tuple[Numbers, list[Place], Numbers]:
    """The items of the benchmark version by their numbers, the places they have, and which each one has."""
    of_cluster = Q(item_structures__is_cluster=True)
    found = Item.objects.annotate(cluster=FilteredRelation("item_structures", condition=of_cluster))
    names = ("pk", "task", "stratum", "cluster__structure")
    rows = found.filter(version=run.version).order_by("pk").values_list(*names).iterator(CHUNK)
    places: dict[Place, int] = {}
    numbers = ((pk, places.setdefault((*place,), len(places))) for pk, *place in rows)
    table = np.fromiter(numbers, [("item", np.int64), ("place", np.int64)])
    return table["item"], list(places), table["place"]


def _answers(run: Run) -> Numbers:
    """The stored answers by `item`, `exact`, `weighted`, and `kept`: 1 unless the lenient policy drops it."""
    dropped = Q(status=Status.EMPTY.value) | Q(delivery__in=DROPPED_DELIVERIES)
    kept = Case(When(dropped, then=Value(0)), default=Value(1))
    rows = run.predictions.order_by().values_list("item", kept, "exact", "weighted").iterator(CHUNK)
    columns = [("item", np.int64), ("kept", np.float64), ("exact", np.float64), ("weighted", np.float64)]
    return np.fromiter(rows, columns)


def _tallies(run: Run, policy: str, places: list[Place], sums: Sums) -> list[RunTally]:
    groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number in np.flatnonzero(sums.items).tolist():
        groups[places[number][:2]].append(number)
    return [
        RunTally(
            run=run,
            task=task,
            stratum=stratum,
            policy=policy,
            scorer_version=SCORER_VERSION,
            items=int(sums.items[numbers].sum()),
            answers=int(sums.answers[numbers].sum()),
            exact_sum=float(sums.exact[numbers].sum()),
            weighted_sum=float(sums.weighted[numbers].sum()),
            clusters=_clusters([places[number] for number in numbers], sums, numbers),
        )
        for (task, stratum), numbers in groups.items()
    ]


def _clusters(places: list[Place], sums: Sums, numbers: list[int]) -> dict[str, list[float]]:
    """By structure, as text: items, sum of exact, sum of weighted."""
    columns = zip(
        sums.items[numbers].tolist(),
        sums.exact[numbers].tolist(),
        sums.weighted[numbers].tolist(),
        strict=True,
    )
    return {
        str(structure): [int(items), exact, weighted]
        for (_, _, structure), (items, exact, weighted) in zip(places, columns, strict=True)
    }
