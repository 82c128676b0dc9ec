"""A run's sums per task, stratum and structure, under both policies."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, Q

from benchmark.models import DROPPED_DELIVERIES, Item, Run, RunTally
from benchmark.tasks.base import SCORER_VERSION, Status

_DELIVERIES = ", ".join(f"'{delivery}'" for delivery in DROPPED_DELIVERIES)
_DROPPED = f"(status = '{Status.EMPTY}' OR delivery IN ({_DELIVERIES}))"
# Samples of one item are averaged before items are summed. An answer that the lenient policy leaves out
# counts as 0 under the strict one. The ORM cannot group what it has grouped, hence the SQL.
_SUMS = f"""
SELECT task, stratum, structure_id, COUNT(*), SUM(answers), SUM(exact), SUM(weighted)
FROM (
    SELECT item_id, task, stratum, COUNT(*) AS answers,
           AVG(CASE WHEN {_DROPPED} THEN 0 ELSE exact END) AS exact,
           AVG(CASE WHEN {_DROPPED} THEN 0 ELSE weighted END) AS weighted
    FROM benchmark_prediction
    WHERE run_id = %(run)s AND (%(strict)s OR NOT {_DROPPED})
    GROUP BY item_id, task, stratum
) AS per_item
LEFT JOIN benchmark_itemstructure AS cluster ON cluster.item_id = per_item.item_id AND cluster.is_cluster
GROUP BY task, stratum, structure_id
"""

Place = tuple[str, str, int | None]  # task, stratum, structure


class Sums(NamedTuple):
    items: int
    answers: int
    exact: float
    weighted: float


def tallies_of(run: Run) -> list[RunTally]:
    """The unsaved tallies of all that a run has stored."""
    lenient = _sums(run, strict=False)
    answered = _sums(run, strict=True)
    strict = {
        place: answered.get(place, Sums(0, 0, 0.0, 0.0))._replace(items=items)
        for place, items in _items_asked(run).items()
    }
    return [*_tallies(run, "strict", strict), *_tallies(run, "lenient", lenient)]


def _sums(run: Run, *, strict: bool) -> dict[Place, Sums]:
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, {"run": run.pk, "strict": strict})
        return {
            (task, stratum, structure): Sums(items, int(answers), exact, weighted)
            for task, stratum, structure, items, answers, exact, weighted in cursor.fetchall()
        }


def _items_asked(run: Run) -> dict[Place, int]:
    """How many items the benchmark version has, answered or not."""
    structure = "item_structures__structure"
    clusters = Item.objects.filter(
        Q(item_structures__is_cluster=True) | Q(item_structures__isnull=True), version=run.version
    )
    counts = clusters.order_by().values_list("task", "stratum", structure).annotate(Count("pk"))
    return {(task, stratum, cluster): items for task, stratum, cluster, items in counts}


def _tallies(run: Run, policy: str, sums: dict[Place, Sums]) -> list[RunTally]:
    groups: defaultdict[tuple[str, str], dict[str, Sums]] = defaultdict(dict)
    for (task, stratum, structure), part in sums.items():
        groups[task, stratum][str(structure)] = part
    return [
        RunTally(
            run=run,
            task=task,
            stratum=stratum,
            policy=policy,
            scorer_version=SCORER_VERSION,
            items=sum(part.items for part in parts.values()),
            answers=sum(part.answers for part in parts.values()),
            exact_sum=sum(part.exact for part in parts.values()),
            weighted_sum=sum(part.weighted for part in parts.values()),
            clusters={key: [part.items, part.exact, part.weighted] for key, part in parts.items()},
        )
        for (task, stratum), parts in groups.items()
    ]
