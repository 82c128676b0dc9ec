"""The demo content: made once, honest, and left alone afterwards."""

from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Study, StudyItem
from benchmark.items.importing import import_package
from benchmark.models import BenchmarkVersion, Item, Prediction, PublishedResult, Run
from benchmark.runs.importing import claim_run, import_claimed_run
from benchmark.tasks import all_tasks
from misi_web.operations import demo
from tests.factories import make_user
from tests.packages import make_package, package_item

pytestmark = pytest.mark.django_db

NAMES = {demo.UNIFORM, demo.COMMONEST}


@pytest.fixture(autouse=True)
def own_data(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path / "pictures"
    settings.UPLOADS_DIR = tmp_path / "uploads"


@pytest.fixture
def with_items(tmp_path: Path) -> None:
    """Two small benchmarks under the demo's names: what generation would take a minute to make."""
    for name, split in ((demo.TRAIN, "train"), (demo.TEST, "test")):
        items = [
            package_item(
                task.slug, f"{split}-{task.order}-{copy}", structures=structures_of(task.slug, split)
            )
            for task in all_tasks()
            for copy in range(3)
        ]
        import_package(make_package(tmp_path / split, items, split=split), name=name)


def structures_of(task: str, split: str) -> list[dict[str, str]]:
    roles = [structure["role"] for structure in package_item(task)["structures"]]
    return [{"id": f"{split}-{role}", "sha256": "0" * 64, "role": role} for role in roles]


def load() -> None:
    call_command("load_demo", stdout=StringIO(), stderr=StringIO())


def test_the_demo_study_is_open_with_items_and_an_example_of_every_task(with_items: None) -> None:
    load()
    study = Study.objects.joinable().get()
    parts = StudyItem.objects.filter(study=study)
    assert parts.filter(role=StudyItem.Role.SCORED).count() == 9 * demo.ITEMS_PER_TASK_ASKED
    assert parts.filter(role=StudyItem.Role.EXAMPLE).count() == 9
    assert study.results_public_at is not None


def test_the_demo_study_belongs_to_the_demo_s_researcher(with_items: None) -> None:
    researcher = make_user("researcher", name="researcher")
    load()
    assert Study.objects.get().owner == researcher


def test_both_baselines_answer_every_item_and_say_their_rule(with_items: None) -> None:
    load()
    runs = Run.objects.public().with_names()
    assert {run.model.name for run in runs} == NAMES
    for run in runs:
        assert run.predictions.count() == 27
        assert run.conditions["notes"]


def test_the_only_predictions_are_those_of_the_baselines(with_items: None) -> None:
    load()
    assert set(Prediction.objects.values_list("run__model__name", flat=True)) == NAMES


def test_the_commonest_answer_is_that_of_the_train_split(with_items: None) -> None:
    Item.objects.filter(version__benchmark__name=demo.TRAIN, task="translation").update(truth="move y -4")
    load()
    answers = Prediction.objects.filter(run__model__name=demo.COMMONEST, task="translation")
    assert set(answers.values_list("answer", flat=True)) == {"move y -4"}


def test_the_published_tables_stand_beside(with_items: None) -> None:
    load()
    assert set(PublishedResult.objects.values_list("source", flat=True)) == {"arXiv 2512.10867"}


def test_loading_again_takes_a_handful_of_queries_and_changes_nothing(with_items: None) -> None:
    load()
    before = [table.objects.count() for table in (Study, Run, Prediction, PublishedResult, Item)]
    with CaptureQueriesContext(connection) as queries:
        load()
    assert len(queries) == 7
    assert [table.objects.count() for table in (Study, Run, Prediction, PublishedResult, Item)] == before


def test_what_an_admin_hid_stays_hidden(with_items: None) -> None:
    load()
    Run.objects.update(public_at=None)
    Study.objects.update(state=Study.State.CLOSED)
    load()
    assert not Run.objects.public().exists()
    assert not Study.objects.joinable().exists()


class Killed(BaseException):
    """The end of a process, as far as its transactions can tell."""


@pytest.mark.parametrize("step", ["open_study", "show_study_results", "import_claimed_run", "show_run"])
def test_a_start_that_is_killed_leaves_nothing_that_the_next_does_not_finish(
    with_items: None, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def end(*args: Any, **kwargs: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(demo, step, end)
        with pytest.raises(Killed):
            load()
    import_what_a_worker_would()
    load()
    assert Study.objects.joinable().get().results_public_at is not None
    assert {run.model.name for run in Run.objects.public().with_names()} == NAMES


def import_what_a_worker_would() -> None:
    """Runs that are queued, and those whose process is gone, which the sweep queues again."""
    Run.objects.filter(state=Run.State.RUNNING).update(state=Run.State.QUEUED)
    for run in Run.objects.open():
        token = uuid4()
        assert claim_run(run.pk, token)
        import_claimed_run(run.pk, token)


@pytest.mark.slow
def test_the_bundled_structures_give_at_least_four_items_of_every_task_on_complexes_of_their_own() -> None:
    load()
    test, train = (BenchmarkVersion.objects.get(benchmark__name=name) for name in (demo.TEST, demo.TRAIN))
    counts: dict[str, int] = {}
    for row in test.items.tally():
        counts[row["task"]] = counts.get(row["task"], 0) + row["items"]
    assert set(counts) == {task.slug for task in all_tasks()}
    assert min(counts.values()) >= 4
    shown = [set(version.items.values_list("structures__source_id", flat=True)) for version in (test, train)]
    assert [len(of) for of in shown] == [8, 4]
    assert not shown[0] & shown[1]
    assert test.results_public_at
    assert StudyItem.objects.filter(role=StudyItem.Role.EXAMPLE).count() == 9
