"""The worker's pulse: every few seconds it says that it lives, and takes up what a dead one left.

`misi_web/celery.py` adds it to every worker, whatever its pool and its broker.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any

from celery.bootsteps import StartStopStep
from django.db import close_old_connections, connection

from benchmark.common.heartbeat import beat, leave
from benchmark.models import BEAT_EVERY
from benchmark.runs.bulk import collect_rarely
from benchmark.runs.jobs import sweep_runs

logger = logging.getLogger(__name__)

# Each is called with every beat, by every worker, so each must be safe to run at once in many.
SWEEPS: tuple[Callable[[], None], ...] = (sweep_runs,)


class Pulse(StartStopStep):
    """A thread of its own, since a job may keep the worker's own threads busy for minutes."""

    def __init__(self, parent: Any, **_: Any) -> None:
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, args=(parent.hostname,), name="pulse", daemon=True)

    def start(self, parent: Any) -> None:
        collect_rarely()
        self.thread.start()

    def stop(self, parent: Any) -> None:
        self.stopping.set()
        if self.thread.is_alive():
            self.thread.join()

    terminate = stop

    def run(self, worker: str) -> None:
        try:
            pulse(worker)
            while not self.stopping.wait(BEAT_EVERY.total_seconds()):
                pulse(worker)
            with_database(leave, worker)
        finally:
            connection.close()


def pulse(worker: str) -> None:
    """One beat and the sweeps. A failure is logged, and the next beat tries again."""
    with_database(beat, worker)
    for sweep in SWEEPS:
        with_database(sweep)


def with_database(act: Callable[..., None], *arguments: Any) -> None:
    try:
        close_old_connections()
        act(*arguments)
    except Exception:  # also PoolTimeout, which is no error of Django's
        logger.exception("%s failed", act.__name__)
    finally:
        close_old_connections()
