"""Small benchmarks with people and runs whose every figure can be worked out by hand."""

from collections import defaultdict
from typing import Any

from django.utils import timezone

from benchmark.models import BenchmarkVersion, Item, ItemStructure, Run, RunTally
from benchmark.models.scores import DROPPED_DELIVERIES
from benchmark.tasks import SCORER_VERSION
from tests.factories import make_prediction, make_run

NOW = timezone.now()


def publish(run: Run, **fields: Any) -> Run:
    """Publish a run with its tallies, by the plainest possible sums."""
    for policy in RunTally.Policy.values:
        for (task, stratum), items in items_by_part(run.version).items():
            tally(run, policy, task, stratum, items)
    run.state, run.published_at = Run.State.DONE, NOW
    for name, value in fields.items():
        setattr(run, name, value)
    run.save()
    return run


def items_by_part(version: BenchmarkVersion) -> dict[tuple[str, str], list[Item]]:
    parts = defaultdict(list)
    for item in version.items.all():
        parts[item.task, item.stratum].append(item)
    return parts


def tally(run: Run, policy: str, task: str, stratum: str, items: list[Item]) -> None:
    clusters: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
    answers = 0
    for item in items:
        samples = list(run.predictions.filter(item=item))
        kept = [row for row in samples if row.status != "empty" and row.delivery not in DROPPED_DELIVERIES]
        counted = samples if policy == "strict" else kept
        if policy == "lenient" and not kept:
            continue
        answers += len(counted)
        cluster = clusters[str(ItemStructure.objects.get(item=item, is_cluster=True).structure_id)]
        cluster[0] += 1
        if counted:
            cluster[1] += sum(row.exact for row in kept) / len(counted)
            cluster[2] += sum(row.weighted for row in kept) / len(counted)
    RunTally.objects.create(
        run=run,
        task=task,
        stratum=stratum,
        scorer_version=SCORER_VERSION,
        policy=policy,
        items=sum(int(cluster[0]) for cluster in clusters.values()),
        answers=answers,
        exact_sum=sum(cluster[1] for cluster in clusters.values()),
        weighted_sum=sum(cluster[2] for cluster in clusters.values()),
        clusters=clusters,
    )


def run_with(version: BenchmarkVersion, model: str, answers: dict[Item, str], **fields: Any) -> Run:
    """A published run that answered these items."""
    run = make_run(version, model)
    for item, text in answers.items():
        make_prediction(run, item, text)
    return publish(run, **fields)
