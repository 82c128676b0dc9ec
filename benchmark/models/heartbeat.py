"""The workers' heartbeat: who is there to do jobs."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.utils import timezone

# A worker writes its beat every 10 s; one that missed three is taken for dead.
BEAT_EVERY = timedelta(seconds=10)
STALE_AFTER = timedelta(seconds=30)


class WorkerBeatQuerySet(models.QuerySet["WorkerBeat"]):
    """Which workers have been heard of lately."""

    def alive(self) -> WorkerBeatQuerySet:
        return self.filter(last_seen__gte=timezone.now() - STALE_AFTER)


class WorkerBeat(models.Model):
    """When a worker was last seen: how a page tells "no worker" from "running"."""

    worker = models.CharField(max_length=200, unique=True)
    last_seen = models.DateTimeField()

    objects = WorkerBeatQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.worker}, last seen {self.last_seen:%H:%M:%S}"
