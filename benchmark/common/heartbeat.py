"""The workers' heartbeat: who is there to do jobs."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from benchmark.models import WorkerBeat

FORGET_AFTER = timedelta(days=1)


def beat(worker: str) -> None:
    """Note that a worker is alive."""
    now = timezone.now()
    WorkerBeat.objects.update_or_create(worker=worker, defaults={"last_seen": now})
    WorkerBeat.objects.filter(last_seen__lt=now - FORGET_AFTER).delete()


def leave(worker: str) -> None:
    """Note that a worker has stopped, so that pages need not wait to say so."""
    WorkerBeat.objects.filter(worker=worker).delete()
