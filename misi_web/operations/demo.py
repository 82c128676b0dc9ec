"""The demo: items of the bundled structures, a study on them, baselines, and the published tables.

Every part is made once, and whole: a start that is killed leaves no half of one that the next would not
finish. What is there stays as people left it, so loading again takes no time.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from annotation.design.studies import create_study, open_study
from annotation.design.studies import show_results as show_study_results
from annotation.models import Study
from benchmark.common import audit
from benchmark.common.actions import Action
from benchmark.generation.packing import generate_package
from benchmark.generation.planning import Recipe
from benchmark.items.importing import Progress, import_package, show_results
from benchmark.models import AuditEntry, BenchmarkVersion, PublishedResult, Run, Split
from benchmark.runs.baselines import commonest_answers, uniform_guesses
from benchmark.runs.importing import claim_run, import_claimed_run
from benchmark.runs.published import load_published
from benchmark.runs.queueing import queue_run, show_run
from benchmark.runs.uploads import store_upload
from benchmark.tasks import all_tasks

CONTENT = settings.BASE_DIR / "benchmark" / "demo"
TEST, TRAIN, STUDY = "demo", "demo-train", "demo"
PAPER = "arXiv 2512.10867"
SEED = 1
MOST_PER_TASK = {Split.TEST: 8, Split.TRAIN: 6}  # more would keep a first start waiting
MOST_WORKERS = 4
ITEMS_PER_TASK_ASKED = 2  # of a participant: about a quarter of an hour in all

UNIFORM, COMMONEST = "Baseline: uniform guess", "Baseline: most common train answer"
PROVIDER = "MiSI-Web"


def load_demo(progress: Progress) -> None:
    """Make what the demo lacks."""
    train = _benchmark(TRAIN, Split.TRAIN, progress)
    test = _benchmark(TEST, Split.TEST, progress)
    if not Study.objects.filter(slug=STUDY).exists():
        _make_study(test)
    if _lacks_run(UNIFORM, test):
        lines = uniform_guesses(test, SEED)
        _import_run(
            UNIFORM, test, lines, f"A possible answer at random, seed {SEED}; No where bonds are asked."
        )
    if _lacks_run(COMMONEST, test):
        lines = commonest_answers(test, train)
        _import_run(COMMONEST, test, lines, f"The most common answer of each task in {train}.")
    for run in _runs_never_shown(test):
        show_run(run, public=True, who=None)
    if not PublishedResult.objects.filter(source=PAPER).exists():
        load_published(CONTENT / "published_results.csv", source=PAPER)


def _benchmark(name: str, split: Split, progress: Progress) -> BenchmarkVersion:
    """The newest version of a demo benchmark; generated and imported where there is none."""
    there = BenchmarkVersion.objects.with_names().filter(benchmark__name=name).first()
    if there is not None:
        return there
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix="demo-") as folder:
        package = Path(folder) / name
        generate_package(
            CONTENT / "structures" / split,
            package,
            _recipe(split),
            name=name,
            workers=min(os.cpu_count() or 1, MOST_WORKERS),
            progress=progress,
        )
        with transaction.atomic():
            version = import_package(package, name=name, progress=progress).version
            if split == Split.TEST:
                show_results(version, who=None)
    return version


def _recipe(split: Split) -> Recipe:
    return Recipe(
        split=split.value,  # plain: the processes that draw know no Django
        seed=SEED,
        tasks=tuple(task.slug for task in all_tasks()),
        most_per_task=MOST_PER_TASK[split],
    )


@transaction.atomic
def _make_study(version: BenchmarkVersion) -> None:
    """An open study that everybody can join, and whose results everybody sees once it is closed."""
    design = {
        "tasks": [task.slug for task in all_tasks()],
        "items_per_task": ITEMS_PER_TASK_ASKED,
        "examples": TRAIN,
        "seed": SEED,
    }
    owner = get_user_model().objects.filter(username="researcher").first()
    study = create_study(
        slug=STUDY, title="Demo: nine tasks on real molecules", version=version, owner=owner, design=design
    )
    open_study(study=study, who=owner)
    show_study_results(study=study, who=owner)


def _lacks_run(model: str, version: BenchmarkVersion) -> bool:
    runs = Run.objects.filter(model__name=model, version=version)
    return not runs.exclude(state__in=Run.ENDED_WITHOUT_RESULT).exists()


def _import_run(model: str, version: BenchmarkVersion, lines: Iterable[bytes], rule: str) -> None:
    """A baseline takes the way of every run, only without waiting for a worker."""
    run, outcome = queue_run(
        upload=store_upload(lines),
        model=model,
        provider=PROVIDER,
        version=version,
        file_name=f"{model.partition(': ')[2].replace(' ', '-')}.jsonl",
        conditions={"notes": rule},
    )
    token = uuid4()
    if outcome.needs_worker and claim_run(run.pk, token):
        import_claimed_run(run.pk, token)


def _runs_never_shown(version: BenchmarkVersion) -> list[Run]:
    """Baselines that are done and were never public: what an admin hid was, so it stays hidden."""
    baselines = Run.objects.counted().filter(model__name__in=[UNIFORM, COMMONEST], version=version)
    shown = AuditEntry.objects.filter(what=Action.RUN_SHOWN)
    hidden = baselines.filter(public_at__isnull=True, created_by__isnull=True)
    return [run for run in hidden if not shown.filter(target=audit.name_of(run)).exists()]
