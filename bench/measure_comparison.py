"""Fills a new database with 1,000,000 answers and opens the results pages as an anonymous visitor.

The benchmark has the full test set's size: 12,912 items on 490 structures. Runs answered all of it, people a
part each of its tiny set of 50 items a task, which is how the paper measured people.
`python -m bench.measure_comparison` prints the figures as JSON.
"""

import json
import random
import time
import uuid
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from bench.site import new_database

# isort: split
# Tables can be imported only once `bench.site` has made Django ready.
from annotation.models import Assignment, Participation, Response, Study, StudyDesign, StudyItem
from benchmark.models import (
    Benchmark,
    BenchmarkVersion,
    Item,
    ItemStructure,
    ModelCard,
    Prediction,
    Run,
    RunTally,
    Split,
    Structure,
)
from benchmark.runs.bulk import BATCH, insert_predictions
from benchmark.runs.tallies import tallies_of
from benchmark.tasks import SCORER_VERSION
from misi_web.results.question import MOST_RUNS

STRUCTURES = 490
TEST_ITEMS = {
    ("translation", ""): 980,
    ("rotation", ""): 1_470,
    ("zooming", ""): 980,
    ("residue_ligand", "positive"): 1_356,
    ("residue_ligand", "negative"): 1_746,
    ("translation_rotation", ""): 1_470,
    ("rotation_rotation", ""): 1_470,
    ("docking", ""): 1_470,
    ("interaction_location", ""): 1_480,
    ("pocket_ligand", "bonds"): 480,
    ("pocket_ligand", "none"): 10,
}
TINY = 50  # items of each part that people saw
RUNS = 75
ANSWERS = 1_000_000
PEOPLE = 400
NOW = timezone.now()


def main() -> None:
    with new_database() as vendor:
        version = make_version()
        items = make_items(version)
        for number in range(RUNS):
            make_run(version, items, number)
        make_people(version, items, ANSWERS - RUNS * len(items))
        if vendor == "postgresql":  # a running server does so by itself within a minute
            connection.cursor().execute("ANALYZE")
        print(json.dumps(measured()))


def measured() -> dict[str, Any]:
    first = seconds_of("/results/bench/1/")
    return {
        "answers": Prediction.objects.count() + Response.objects.count(),
        "runs": RUNS,
        "people": PEOPLE,
        "shown": MOST_RUNS,
        "first_ms": 1000 * first,
        "page_ms": 1000 * min(seconds_of("/results/bench/1/") for _ in range(3)),
        "leaderboard_ms": 1000 * min(seconds_of("/results/bench/1/leaderboard/") for _ in range(3)),
    }


def seconds_of(path: str) -> float:
    began = time.perf_counter()
    response = Client(SERVER_NAME="localhost").get(path)
    assert response.status_code == 200, response.status_code
    return time.perf_counter() - began


def make_version() -> BenchmarkVersion:
    benchmark = Benchmark.objects.create(name="bench")
    return BenchmarkVersion.objects.create(
        benchmark=benchmark, number=1, content_sha256="0" * 64, split=Split.TEST, results_public_at=NOW
    )


def make_items(version: BenchmarkVersion) -> list[Item]:
    structures = Structure.objects.bulk_create(
        Structure(source_id=f"S{number}", sha256=f"{number:064x}") for number in range(STRUCTURES)
    )
    items = Item.objects.bulk_create(drafts(version), batch_size=BATCH)
    shown = zip(items, cycle(structures), strict=False)
    ItemStructure.objects.bulk_create(
        (ItemStructure(item=item, structure=structure, role="complex") for item, structure in shown),
        batch_size=BATCH,
    )
    return items


def drafts(version: BenchmarkVersion) -> Iterator[Item]:
    rng = random.Random(1)
    for (task, stratum), count in TEST_ITEMS.items():
        for _ in range(count):
            key = f"{rng.getrandbits(64):016x}"
            yield Item(
                version=version,
                key=key,
                task=task,
                stratum=stratum,
                split=Split.TEST,
                question="?",
                truth="A",
            )


def make_run(version: BenchmarkVersion, items: Sequence[Item], number: int) -> None:
    """A published run with an answer to every item, its tallies made by the writer's own code."""
    rng = random.Random(number)
    run = Run.objects.create(
        model=ModelCard.objects.create(name=f"Model {number}"), version=version, file_sha256=f"{number:064x}"
    )
    rows = (prediction(run, item, rng) for item in items)
    while batch := list(islice(rows, BATCH)):
        with transaction.atomic():
            insert_predictions(batch)
    RunTally.objects.bulk_create(tallies_of(run))
    Run.objects.filter(pk=run.pk).update(state=Run.State.DONE, completed_at=NOW, public_at=NOW)


def prediction(run: Run, item: Item, rng: random.Random) -> dict[str, Any]:
    weighted = rng.random()
    return {
        "run_id": run.pk,
        "item_id": item.pk,
        "task": item.task,
        "stratum": item.stratum,
        "raw": "Answer: move x 3",
        "answer": "move x 3",
        "status": "ok",
        "delivery": "received",
        "exact": float(weighted > 0.7),
        "weighted": weighted,
        "details": {},
        "scorer_version": SCORER_VERSION,
        "sample": 0,
        "reasoning": "",
        "source_place": 1,
        "latency_ms": None,
        "tokens": 512,
        "extra": {},
    }


def make_people(version: BenchmarkVersion, items: Sequence[Item], answers: int) -> None:
    """So many answers of PEOPLE, who each saw random items of the tiny set."""
    rng = random.Random(0)
    study = Study.objects.create(
        slug="bench", title="Bench", version=version, state=Study.State.CLOSED, results_public_at=NOW
    )
    design = StudyDesign.objects.create(study=study, number=1, document={}, sha256="0" * 64)
    study_items = StudyItem.objects.bulk_create(StudyItem(study=study, item=item) for item in tiny(items))
    for person in range(PEOPLE):
        participation = Participation.objects.create(
            study=study,
            design=design,
            number=person + 1,
            person_key=f"p{person}",
            token_sha256=f"{person:064x}",
        )
        count = answers // PEOPLE + (person < answers % PEOPLE)
        make_answers(participation, rng.sample(study_items, count), rng)


def tiny(items: Sequence[Item]) -> Iterator[Item]:
    for part in TEST_ITEMS:
        yield from islice((item for item in items if (item.task, item.stratum) == part), TINY)


def make_answers(participation: Participation, chosen: Sequence[StudyItem], rng: random.Random) -> None:
    assignments = Assignment.objects.bulk_create(
        Assignment(
            participation=participation, study_item=item, position=place, state=Assignment.State.ANSWERED
        )
        for place, item in enumerate(chosen)
    )
    Response.objects.bulk_create(
        Response(
            assignment=assignment,
            load_key=uuid.UUID(int=rng.getrandbits(128)),
            item=study_item.item,
            task=study_item.item.task,
            stratum=study_item.item.stratum,
            raw="A",
            status="ok",
            exact=float((weighted := rng.random()) > 0.3),
            weighted=weighted,
            scorer_version=SCORER_VERSION,
        )
        for assignment, study_item in zip(assignments, chosen, strict=True)
    )


if __name__ == "__main__":
    main()
