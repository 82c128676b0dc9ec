"""How far an import is, as its row tells it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from benchmark.models import STALE_AFTER, Run


@dataclass(frozen=True, slots=True)
class Progress:
    """Figures of a run that is being imported. Nothing is known of the whole until the rows are counted."""

    done: int  # rows checked while `counted` is None, predictions stored afterwards
    counted: int | None
    per_second: float
    seconds_left: float | None  # while that can be told
    silent_for: float | None  # seconds since a worker was heard of, once that is too long

    @property
    def percent(self) -> float:
        return 100 * self.done / self.counted if self.counted else 0.0


def progress_of(run: Run, now: datetime) -> Progress:
    """The figures at a moment. The rate is the mean since the import began, checking included."""
    if run.started_at is None or run.heartbeat is None:
        return Progress(0, None, 0.0, None, None)
    elapsed = max((run.heartbeat - run.started_at).total_seconds(), 0.1)
    per_second = run.rows_done / elapsed
    silence = now - run.heartbeat
    if silence > STALE_AFTER:
        return Progress(run.rows_done, run.rows_counted, per_second, None, silence.total_seconds())
    left = (run.rows_counted - run.rows_done) / per_second if run.rows_counted and run.rows_done else None
    return Progress(run.rows_done, run.rows_counted, per_second, left, None)
