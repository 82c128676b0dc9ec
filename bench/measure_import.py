"""Imports one file into a new database, then inserts the rows it made once more with nothing around it.

`python -m bench.measure_import ROWS` prints the figures as JSON. The file is JSON lines: eight of
ten answers are bare, as models write them that were shown examples; one stands in a marked line below some
sentences, one in a sentence of its own. The tasks have the shares that they have in the full benchmark.
"""

import json
import random
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import uuid4

import orjson
from django.db import connection, transaction

from bench.site import new_database
from benchmark.models import (
    Benchmark,
    BenchmarkVersion,
    Item,
    ItemStructure,
    ModelCard,
    Prediction,
    Run,
    Split,
    Structure,
)
from benchmark.runs.bulk import BATCH, COLUMNS, collect_rarely, insert_rows
from benchmark.runs.importing import claim_run, import_claimed_run
from benchmark.runs.queueing import queue_run
from benchmark.runs.uploads import Upload, store_upload

WARM_UP = 2_000  # rows
STRUCTURES = 3_993  # complexes of the full benchmark
THOUGHTS = (
    "In the front view before, the ligand's carbonyl stands close to ARG 221; in the front view after, "
    "the same group stands further out. The left and the top view show no change in depth.\n\n"
    "Comparing the labelled atoms one by one leads to the same result.\n\n"
)
WORDS = (*["{}"] * 8, THOUGHTS + "**Answer:** {}", THOUGHTS + "So it must have been {}.")
ANSWERS = {
    "translation": lambda rng: f"move {rng.choice('xy')} {rng.choice([-4, -3, -2, -1, 1, 2, 3, 4])}",
    "rotation": lambda rng: f"roll {rng.choice('xyz')} {15 * rng.choice([-6, -4, -2, -1, 1, 3, 5])}",
    "zooming": lambda rng: f"move z {rng.randint(40, 60)}",
    "residue_ligand": lambda rng: rng.choice(["No", f"Yes: ARG NH{rng.randint(1, 2)}, O22; ARG N, O23"]),
    "translation_rotation": lambda rng: rng.choice("ABCD"),
    "rotation_rotation": lambda rng: rng.choice("ABCD"),
    "docking": lambda rng: f"roll x {15 * rng.randint(1, 6)}, move x {rng.randint(-20, -2)}",
    "interaction_location": lambda rng: rng.choice("ABCD"),
    "pocket_ligand": lambda rng: f"ARG {rng.randint(1, 300)} NH2 A, O22; ARG {rng.randint(1, 300)} N A, O23",
}


# Items of the full benchmark, train and test together.
SHARES = {
    "translation": 14_992,
    "rotation": 22_488,
    "zooming": 14_992,
    "residue_ligand": 26_799,
    "translation_rotation": 22_488,
    "rotation_rotation": 22_488,
    "docking": 22_488,
    "interaction_location": 12_780,
    "pocket_ligand": 3_993,
}


def main(rows: int) -> None:
    collect_rarely()
    with new_database():
        version = make_version(rows)
        # A worker has imported before, and the bare insert comes second as well.
        imported(version, store_upload(islice(predictions(version), WARM_UP)))
        upload = store_upload(predictions(version))
        started = time.perf_counter()
        run = imported(version, upload)
        seconds = time.perf_counter() - started
        peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        figures = {"rows": rows, "seconds": seconds, "peak_mb": peak_mb, "floor_seconds": floor(run)}
    print(json.dumps(figures))


def make_version(rows: int) -> BenchmarkVersion:
    """A benchmark version with one item a row, the tasks in turn."""
    benchmark = Benchmark.objects.create(name="bench")
    version = BenchmarkVersion.objects.create(
        benchmark=benchmark, number=1, content_sha256="0" * 64, split=Split.TEST
    )
    structures = Structure.objects.bulk_create(
        Structure(source_id=f"S{number}", sha256=f"{number:064x}") for number in range(STRUCTURES)
    )
    items = drafts(version, rows)
    while batch := Item.objects.bulk_create(islice(items, 5_000)):
        ItemStructure.objects.bulk_create(
            ItemStructure(item=item, structure=structures[item.pk % STRUCTURES], role="complex")
            for item in batch
        )
    return version


def drafts(version: BenchmarkVersion, rows: int) -> Iterator[Item]:
    rng = random.Random(1)
    tasks = rng.choices(list(SHARES), list(SHARES.values()), k=rows)
    for number, task in enumerate(tasks):
        yield Item(
            version=version,
            key=f"{rng.getrandbits(64):016x}",
            task=task,
            split=Split.TEST,
            truth=ANSWERS[task](rng),
            facts={"structure_id": f"S{number % STRUCTURES}", "residue": "ARG 221", "chain": "A"},
        )


def predictions(version: BenchmarkVersion) -> Iterator[bytes]:
    rng = random.Random(2)
    for key, task in version.items.values_list("key", "task").iterator():
        said = rng.choice(WORDS).format(ANSWERS[task](rng))
        yield orjson.dumps({"key": key, "answer": said, "tokens": 512}) + b"\n"


def imported(version: BenchmarkVersion, upload: Upload) -> Run:
    """The run of a stored file, from queued to published."""
    run, _ = queue_run(upload=upload, model="Model", version=version)
    claim_run(run.pk, token := uuid4())
    import_claimed_run(run.pk, token)
    run.refresh_from_db()
    assert run.state == Run.State.DONE, run.reason
    return run


def floor(run: Run) -> float:
    """Seconds to insert the run's rows into another run, and nothing else."""
    other = Run.objects.create(
        model=ModelCard.objects.create(name="Floor"), version=run.version, file_sha256="0" * 64
    )
    with connection.cursor() as cursor:
        columns = COLUMNS.replace('"run_id"', str(other.pk))
        cursor.execute(f"SELECT {columns} FROM {Prediction._meta.db_table} WHERE run_id = %s", [run.pk])
        rows = cursor.fetchall()
    started = time.perf_counter()
    for batch in batches(rows):
        with transaction.atomic():
            insert_rows(batch)
    return time.perf_counter() - started


def batches(rows: list[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    """One COPY of all on PostgreSQL; on SQLite, transactions that let others write in between."""
    size = len(rows) if connection.vendor == "postgresql" else BATCH
    return (rows[start : start + size] for start in range(0, len(rows), size))


if __name__ == "__main__":
    main(int(sys.argv[1]))
