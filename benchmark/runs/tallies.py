"""A run's sums per task, stratum and structure, under both policies."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, FilteredRelation, Q

from benchmark.models import DROPPED_DELIVERIES, Item, Run, RunTally
from benchmark.tasks import SCORER_VERSION, Status

_DELIVERIES = ", ".join(f"'{delivery}'" for delivery in DROPPED_DELIVERIES)
_DROPPED = f"status = '{Status.EMPTY}' OR delivery IN ({_DELIVERIES})"
# Samples of one item are averaged before items are summed. An answer that the lenient policy drops counts as
# 0 under the strict one. The ORM cannot group what it has grouped, hence the SQL; the inner grouping follows
# the index on (run, item, sample).
_SUMS = f"""
SELECT task, stratum, structure_id,
       SUM(answers), SUM(strict_exact), SUM(strict_weighted),
       COUNT(exact), SUM(kept), SUM(exact), SUM(weighted)
FROM (
    SELECT item_id, MIN(task) AS task, MIN(stratum) AS stratum, COUNT(*) AS answers,
           AVG(kept * exact) AS strict_exact, AVG(kept * weighted) AS strict_weighted, SUM(kept) AS kept,
           AVG(CASE WHEN kept = 1 THEN exact END) AS exact,
           AVG(CASE WHEN kept = 1 THEN weighted END) AS weighted
    FROM (
        SELECT item_id, task, stratum, exact, weighted, CASE WHEN {_DROPPED} THEN 0 ELSE 1 END AS kept
        FROM benchmark_prediction WHERE run_id = %s
    ) AS answer
    GROUP BY item_id
) AS per_item
LEFT JOIN benchmark_itemstructure AS cluster ON cluster.item_id = per_item.item_id AND cluster.is_cluster
GROUP BY task, stratum, structure_id
"""

Group = tuple[str, str]  # task, stratum


class Part(NamedTuple):
    """What a tally sums over one structure."""

    structure: int | None
    items: int
    answers: int
    exact: float
    weighted: float


Parts = defaultdict[Group, list[Part]]


def tallies_of(run: Run) -> list[RunTally]:
    """The unsaved tallies of all that a run has stored."""
    asked = _items_asked(run)
    strict, lenient = Parts(list), Parts(list)
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, [run.pk])
        for task, stratum, structure, *sums in cursor.fetchall():
            answers, strict_exact, strict_weighted, items, kept, exact, weighted = sums
            wanted = asked.pop((task, stratum, structure))
            strict[task, stratum].append(Part(structure, wanted, int(answers), strict_exact, strict_weighted))
            if items:
                lenient[task, stratum].append(Part(structure, items, int(kept), exact, weighted))
    for (task, stratum, structure), items in asked.items():
        strict[task, stratum].append(Part(structure, items, 0, 0.0, 0.0))
    return [
        *(_tally(run, "strict", group, parts) for group, parts in strict.items()),
        *(_tally(run, "lenient", group, parts) for group, parts in lenient.items()),
    ]


def _items_asked(run: Run) -> dict[tuple[str, str, int | None], int]:
    """How many items of each task, stratum and structure the benchmark version has, answered or not."""
    of_cluster = Q(item_structures__is_cluster=True)
    items = Item.objects.annotate(cluster=FilteredRelation("item_structures", condition=of_cluster))
    names = ("task", "stratum", "cluster__structure")
    counts = items.filter(version=run.version).order_by().values_list(*names).annotate(Count("pk"))
    return {(task, stratum, structure): items for task, stratum, structure, items in counts}


def _tally(run: Run, policy: str, group: Group, parts: list[Part]) -> RunTally:
    return RunTally(
        run=run,
        task=group[0],
        stratum=group[1],
        policy=policy,
        scorer_version=SCORER_VERSION,
        items=sum(part.items for part in parts),
        answers=sum(part.answers for part in parts),
        exact_sum=sum(part.exact for part in parts),
        weighted_sum=sum(part.weighted for part in parts),
        clusters={str(part.structure): [part.items, part.exact, part.weighted] for part in parts},
    )
