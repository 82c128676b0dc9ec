"""`manage.py import_run`: the same import as the page's, in this process, with no worker."""

import io
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from benchmark.models import BenchmarkVersion, Prediction, Run
from benchmark.runs import jobs
from benchmark.runs.importing import claim_run
from tests.benchmark.runs.files import answers, make_items, queued
from tests.benchmark.runs.test_sweeping import abandoned

pytestmark = pytest.mark.django_db


@pytest.fixture
def version() -> BenchmarkVersion:
    return make_items(3)[0].version


@pytest.fixture
def file(tmp_path: Path, version: BenchmarkVersion) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(answers(list(version.items.all())))
    return path


def run_command(file: Any, *options: str, error: Any = None) -> str:
    out = StringIO()
    arguments = [str(file), "--model=Model A", "--benchmark=demo", *options]
    call_command("import_run", *arguments, stdout=out, stderr=error or StringIO())
    return out.getvalue()


def test_a_file_is_imported_with_progress(file: Path) -> None:
    error = StringIO()
    said = run_command(file, "--provider=Lab", "--notes=k = 3", error=error)
    run = Run.objects.get()
    assert said == f"Run {run.pk}: 3 predictions of Model A on demo v1 stored.\n"
    assert "predictions: 3 of 3" in error.getvalue()
    assert (run.state, run.file_name, run.model.provider) == ("done", "answers.jsonl", "Lab")
    assert run.conditions == {"notes": "k = 3"}


def test_the_same_file_again_changes_nothing(file: Path) -> None:
    run_command(file)
    assert "The same file is already there: nothing changed." in run_command(file)
    assert Run.objects.count() == 1


def test_standard_input_is_a_file_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert "3 predictions" in run_command("-")


def test_a_bad_line_ends_the_command_with_file_line_and_what_to_do(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"{\n")
    error = StringIO()
    with pytest.raises(CommandError, match=r"1 of 4 rows could not be taken, so nothing was stored"):
        run_command(file, error=error)
    assert "answers.jsonl, line 4: This is not one whole JSON text" in error.getvalue()


def test_bad_lines_can_be_skipped(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"{\n" * 25)
    error = StringIO()
    assert "25 bad rows skipped" in run_command(file, "--skip-bad-lines", error=error)
    assert "… and 5 more bad rows." in error.getvalue()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--benchmark=other"], r"There is no benchmark other\. Known here: demo v1\."),
        (["--version=2"], r"There is no benchmark demo version 2\."),
        (["--model= "], r"The model has no name\."),
    ],
)
def test_what_is_not_there_is_named(file: Path, options: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run_command(file, *options)
    assert not Run.objects.exists()


def test_a_file_that_cannot_be_read_is_named(version: BenchmarkVersion, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.csv cannot be read: No such file or directory"):
        run_command(tmp_path / "none.csv")
    (tmp_path / "empty").touch()
    with pytest.raises(CommandError, match=r"empty: The file is empty\."):
        run_command(tmp_path / "empty")


class Interrupted(StringIO):
    """A terminal where somebody presses Ctrl-C as soon as `text` is shown; `then` happens just before."""

    def __init__(self, text: str, then: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self.text, self.then = text, then

    def write(self, text: str) -> int:
        if self.text in text:
            self.then()
            raise KeyboardInterrupt
        return super().write(text)


def test_after_ctrl_c_nothing_of_the_run_is_kept(file: Path) -> None:
    with pytest.raises(CommandError, match="is cancelled, and nothing of it is kept"):
        run_command(file, error=Interrupted("predictions: 3 of 3"))
    assert Run.objects.get().state == "cancelled"
    assert not Prediction.objects.exists()


def test_ctrl_c_on_a_run_that_has_ended_already_tells_its_end(file: Path) -> None:
    def fail() -> None:
        Run.objects.update(state="failed", claim_token=None, reason="Given up.")

    with pytest.raises(CommandError, match=r"failed\. Given up\."):
        run_command(file, error=Interrupted("predictions: 3 of 3", fail))
    assert not Prediction.objects.exists()


def test_a_run_that_a_worker_holds_is_left_to_it(file: Path, version: BenchmarkVersion) -> None:
    run = queued(version, file.read_bytes())
    claim_run(run.pk, uuid4())
    with pytest.raises(CommandError, match=r"The same file is being imported already"):
        run_command(file)


def test_a_run_that_a_dead_worker_left_is_taken_over(file: Path, version: BenchmarkVersion) -> None:
    abandoned(queued(version, file.read_bytes()))
    assert "3 predictions" in run_command(file)


@pytest.mark.django_db(transaction=True)
def test_an_import_can_be_left_to_a_worker(file: Path, settings: Any) -> None:
    message = set(broker_folder(settings).iterdir())
    assert "The run is queued." in run_command(file, "--queue")
    assert Run.objects.get().state == "queued"
    (new,) = set(broker_folder(settings).iterdir()) - message
    assert jobs.import_run.name in new.read_text()


def broker_folder(settings: Any) -> Path:
    return Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_out"])
