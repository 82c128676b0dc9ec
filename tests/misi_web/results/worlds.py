"""Small benchmarks with people and runs whose every figure can be worked out by hand."""

import random
from collections import defaultdict
from typing import Any

from django.utils import timezone

from benchmark.common.policy import Policy
from benchmark.models import BenchmarkVersion, Item, ItemStructure, PublishedResult, Run, RunTally
from benchmark.tasks import SCORER_VERSION, averaged_columns
from tests.factories import (
    make_item,
    make_participation,
    make_prediction,
    make_response,
    make_run,
    make_study,
    make_version,
)

NOW = timezone.now()
LOST = ("refused", "error", "missing")  # deliveries of answers that never came

# Column -> task, truth, another answer, stratum.
COLUMNS = {
    "translation": ("translation", "move x 3", "move x 1", ""),
    "rotation": ("rotation", "roll y 15", "roll y -60", ""),
    "zooming": ("zooming", "move z 44", "move z 47", ""),
    "residue_ligand_positive": ("residue_ligand", "Yes: ARG N, O1", "No", "positive"),
    "residue_ligand_negative": ("residue_ligand", "No", "Yes: ARG N, O1", "negative"),
    "translation_rotation": ("translation_rotation", "A", "B", ""),
    "rotation_rotation": ("rotation_rotation", "B", "D", ""),
    "docking": ("docking", "roll x 75, move x -14", "roll x 60, move x -10", ""),
    "interaction_location": ("interaction_location", "C", "A", ""),
    "pocket_ligand": ("pocket_ligand", "ARG 1 N A, O1", "No", "bonds"),
}


def items_of_all_columns(version: BenchmarkVersion, structures: int) -> dict[str, list[Item]]:
    """An item of every column for each structure."""
    return {
        column: [
            make_item(version, task, truth, structure=f"{number}ABC", stratum=stratum)
            for number in range(structures)
        ]
        for column, (task, truth, _, stratum) in COLUMNS.items()
    }


def lively(structures: int = 8, people: int = 5) -> BenchmarkVersion:
    """A public version that people and two runs answered with some mistakes, and published rows."""
    version = make_version(results_public_at=NOW)
    columns = items_of_all_columns(version, structures)
    chance = random.Random(4)
    study = make_study(version, results_public_at=NOW, state="closed")

    def texts(right: float) -> dict[Item, str]:
        return {
            item: item.truth if chance.random() < right else COLUMNS[column][2]
            for column, items in columns.items()
            for item in items
        }

    for _ in range(people):
        participation = make_participation(study)
        for item, text in texts(0.8).items():
            make_response(participation, item, text)
    run_with(version, "Uniform guessing", texts(0.2), public_at=NOW)
    run_with(version, "Most common answer", texts(0.4), public_at=NOW)
    for respondent, item_set, rank in (
        ("Human Level", "tiny", 0),
        ("Fine-tuned", "full", 1),
        ("o3", "tiny", 2),
    ):
        printed(respondent, item_set, dict.fromkeys(COLUMNS, 20.0 + rank), rank=rank)
        printed(respondent, item_set, dict.fromkeys(COLUMNS, 10.0 + rank), rank=rank, metric="exact")
    return version


def printed(
    respondent: str,
    item_set: str,
    values: dict[str, float],
    *,
    average: float = 21.0,
    rank: int = 0,
    metric: str = "weighted",
    source: str = "arXiv 2512.10867",
) -> None:
    """The rows of one line of a published table; people have no rank there."""
    extra = {"published_average": average} | ({"published_rank": float(rank)} if rank else {})
    PublishedResult.objects.bulk_create(
        PublishedResult(
            source=source,
            metric=metric,
            respondent=respondent,
            kind="reasoning" if rank else "human",
            column=column,
            value=value,
            item_set=item_set,
            averaged=column in averaged_columns(),
        )
        for column, value in (values | extra).items()
    )


def complete(run: Run, **fields: Any) -> Run:
    """Publish a run with its tallies, by the plainest possible sums."""
    for policy in Policy.values:
        for (task, stratum), items in items_by_part(run.version).items():
            tally(run, policy, task, stratum, items)
    run.state, run.completed_at = Run.State.DONE, NOW
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
        kept = [
            row
            for row in samples
            if row.status != "empty" and row.delivery not in ("refused", "error", "missing")
        ]
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
    """A completed run that answered these items."""
    run = make_run(version, model)
    for item, text in answers.items():
        make_prediction(run, item, text)
    return complete(run, **fields)
