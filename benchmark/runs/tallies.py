"""A run's sums per task, stratum and structure, under both policies."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np
from django.db.models import FilteredRelation, Q

from benchmark.common.policy import Policy, kept
from benchmark.models import Item, Run, RunTally
from benchmark.tasks import SCORER_VERSION

CHUNK = 10_000  # rows of the database held as Python objects at once

Cell = tuple[str, str, int | None]  # task, stratum, structure
Numbers = np.ndarray[Any, Any]


class Sums(NamedTuple):
    """What a tally sums, for each cell."""

    items: Numbers
    answers: Numbers
    exact: Numbers
    weighted: Numbers


def tallies_of(run: Run) -> list[RunTally]:
    """The unsaved tallies of all that a run has stored.

    Samples of one item are averaged before items are summed. An answer that the lenient policy drops counts
    as 0 under the strict one, and so does an item without an answer.
    """
    items, cells, cell_of_item = _items(run)
    answers = _answers(run)
    at = np.searchsorted(items, answers["item"])

    def per_item(values: Numbers) -> Numbers:
        return np.bincount(at, values, minlength=len(items))

    def per_cell(values: Numbers) -> Numbers:
        return np.bincount(cell_of_item, values, minlength=len(cells))

    def sums(counting: Numbers, samples: Numbers) -> Sums:
        divisor = np.maximum(samples, 1)
        means = (per_item(answers["kept"] * answers[score]) / divisor for score in ("exact", "weighted"))
        return Sums(per_cell(counting), per_cell(samples), *map(per_cell, means))

    came = per_item(answers["kept"])
    strict = sums(np.ones(len(items)), per_item(np.ones(len(answers))))
    lenient = sums(came > 0, came)
    return [*_tallies(run, Policy.STRICT, cells, strict), *_tallies(run, Policy.LENIENT, cells, lenient)]


def _items(run: Run) -> tuple[Numbers, list[Cell], Numbers]:
    """The items of the benchmark version by their numbers, the cells they have, and which each one has."""
    of_cluster = Q(item_structures__is_cluster=True)
    found = Item.objects.annotate(cluster=FilteredRelation("item_structures", condition=of_cluster))
    names = ("pk", "task", "stratum", "cluster__structure")
    rows = found.filter(version=run.version).order_by("pk").values_list(*names).iterator(CHUNK)
    cells: dict[Cell, int] = {}
    numbers = ((pk, cells.setdefault((*cell,), len(cells))) for pk, *cell in rows)
    table = np.fromiter(numbers, [("item", np.int64), ("cell", np.int64)])
    return table["item"], list(cells), table["cell"]


def _answers(run: Run) -> Numbers:
    """The stored answers by `item`, `exact`, `weighted`, and `kept`: 1 unless the lenient policy drops it."""
    rows = run.predictions.order_by().values_list("item", kept(), "exact", "weighted").iterator(CHUNK)
    columns = [("item", np.int64), ("kept", np.float64), ("exact", np.float64), ("weighted", np.float64)]
    return np.fromiter(rows, columns)


def _tallies(run: Run, policy: str, cells: list[Cell], sums: Sums) -> list[RunTally]:
    groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number in np.flatnonzero(sums.items).tolist():
        groups[cells[number][:2]].append(number)
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
            clusters=_clusters([cells[number] for number in numbers], sums, numbers),
        )
        for (task, stratum), numbers in groups.items()
    ]


def _clusters(cells: list[Cell], sums: Sums, numbers: list[int]) -> dict[str, list[float]]:
    """By structure, as text: items, sum of exact, sum of weighted."""
    columns = zip(
        sums.items[numbers].tolist(),
        sums.exact[numbers].tolist(),
        sums.weighted[numbers].tolist(),
        strict=True,
    )
    return {
        str(structure): [int(items), exact, weighted]
        for (_, _, structure), (items, exact, weighted) in zip(cells, columns, strict=True)
    }
