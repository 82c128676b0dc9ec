"""A real worker on the embedded broker: its pulse, and what is left when it is killed in the middle."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.site import ROOT, environment
from tests.waiting import wait_until

ROWS = 15_000
SECONDS = 300
QUEUE_ONE = f"""
import django
django.setup()
from django.core.management import call_command
from benchmark.runs.jobs import tell_worker
from tests.benchmark.runs.files import answers, make_items, queued
call_command("migrate", verbosity=0)
items = make_items({ROWS})
tell_worker(queued(items[0].version, answers(items)).pk)
"""


class Seen(NamedTuple):
    """What somebody who looks into the database sees of the one run."""

    state: str
    published: bool
    done: int
    stored: int
    counted: int  # predictions that any page would count
    tallies: int


class Place:
    """The data folder of a site of its own, with one queued run in it."""

    def __init__(self, folder: Path) -> None:
        self.variables = environment(folder) | {"DJANGO_SETTINGS_MODULE": "misi_web.settings"}
        self.database = folder / "misi.sqlite3"
        subprocess.run([sys.executable, "-c", QUEUE_ONE], cwd=ROOT, env=self.variables, check=True)

    def sql(self, statement: str) -> list[Any]:
        connection = sqlite3.connect(self.database, timeout=20)
        try:
            with connection:
                return connection.execute(statement).fetchall()
        finally:
            connection.close()

    def look(self) -> Seen:
        visible = "run_id IN (SELECT id FROM benchmark_run WHERE state = 'done' AND completed_at IS NOT NULL)"
        (row,) = self.sql(
            "SELECT state, completed_at IS NOT NULL, rows_done, (SELECT COUNT(*) FROM benchmark_prediction), "
            f"(SELECT COUNT(*) FROM benchmark_prediction WHERE {visible}), "
            "(SELECT COUNT(*) FROM benchmark_runtally) FROM benchmark_run"
        )
        seen = Seen(*row)
        assert seen.counted in (0, ROWS), f"half an import was visible: {seen}"
        assert bool(seen.published) == (seen.state == "done") == bool(seen.tallies), seen
        return seen

    def workers(self) -> list[Any]:
        return self.sql("SELECT worker FROM benchmark_workerbeat")

    @contextmanager
    def worker(self) -> Iterator[subprocess.Popen[bytes]]:
        command = [sys.executable, "-m", "celery", "--app", "misi_web", "worker"]
        with self.database.with_name("worker.log").open("a") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=self.variables, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def killed_once(place: Place, moment: int) -> Seen:
    """What is seen after the worker was killed with so many rows of its run done."""
    with place.worker() as worker:
        wait_until(lambda: reached(place.look(), moment), SECONDS, f"{moment} rows are done")
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
    # Half a minute passes for the run, and for nobody else.
    place.sql("UPDATE benchmark_run SET heartbeat = datetime(heartbeat, '-31 seconds')")
    return place.look()


def reached(seen: Seen, moment: int) -> bool:
    return seen.state != "queued" and seen.done >= moment


def test_a_worker_killed_in_the_middle_leaves_a_run_that_the_next_one_finishes(tmp_path: Path) -> None:
    place = Place(tmp_path / "data")
    after = killed_once(place, ROWS // 3)
    assert after.state == "running"
    assert 0 < after.stored < ROWS
    with place.worker() as second:
        wait_until(lambda: place.look().state == "done", SECONDS, "the second worker finishes the run")
        assert place.look() == Seen("done", True, ROWS, ROWS, ROWS, 2)
        assert len(place.workers()) == 1
        second.send_signal(signal.SIGTERM)
        assert second.wait(SECONDS) == 0
    assert place.workers() == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", [0, 1, ROWS // 10, ROWS // 2, ROWS - 1_000, ROWS])
def test_a_worker_killed_at_any_moment_leaves_nothing_half_done(tmp_path: Path, moment: int) -> None:
    place = Place(tmp_path / "data")
    killed_once(place, moment)
    killed_once(place, moment)
    with place.worker():
        wait_until(lambda: place.look().state == "done", SECONDS, "the third worker finishes the run")
    assert place.look() == Seen("done", True, ROWS, ROWS, ROWS, 2)
