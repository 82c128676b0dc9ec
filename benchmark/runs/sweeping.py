"""What a dead worker left: found and taken up again."""

from __future__ import annotations

from django.db.models import Exists, OuterRef
from django.utils import timezone

from benchmark.models import STALE_AFTER, Prediction, Run
from benchmark.runs.importing import remove_leftovers

MOST_ATTEMPTS = 3


def sweep() -> list[int]:
    """Set every run right whose worker is gone; returns the runs that a worker must be told of.

    Any number of workers may sweep at once, as often as they like: each change is one conditional update.
    A run that waits longer than `STALE_AFTER` is told again, since a broker may have lost the message;
    a message too many finds the run claimed, and ends.
    """
    for run in Run.objects.stale():
        _take_up(run)
    _clear_ended()
    return _untold()


def _take_up(run: Run) -> None:
    same = Run.objects.stale().filter(pk=run.pk, claim_token=run.claim_token)
    if run.attempts < MOST_ATTEMPTS:
        # Told of so long ago that this same sweep tells a worker again.
        same.update(state=Run.State.QUEUED, claim_token=None, queued_at=run.heartbeat)
        return
    last = run.reason or "Its worker was lost on the way."
    same.update(
        state=Run.State.FAILED, claim_token=None, reason=f"Given up after {run.attempts} attempts. {last}"
    )


def _clear_ended() -> None:
    stored = Prediction.objects.filter(run=OuterRef("pk"))
    ended = Run.objects.filter(Exists(stored), state__in=Run.ENDED_WITHOUT_RESULT)
    for run_id in ended.values_list("pk", flat=True):
        remove_leftovers(run_id)


def _untold() -> list[int]:
    """Queued runs that no worker was told of lately; they count as told from now on."""
    now = timezone.now()
    waiting = Run.objects.filter(state=Run.State.QUEUED, queued_at__lt=now - STALE_AFTER)
    return [
        pk
        for pk in waiting.values_list("pk", flat=True)
        if Run.objects.filter(pk=pk, state=Run.State.QUEUED, queued_at__lt=now - STALE_AFTER).update(
            queued_at=now
        )
    ]
