"""Roles, the audit log and the worker's heartbeat."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

# A worker writes its beat every 10 s; one that missed three is taken for dead.
BEAT_EVERY = timedelta(seconds=10)
STALE_AFTER = timedelta(seconds=30)


class Role(models.TextChoices):
    """Who somebody is to the site. The values are the names of Django's groups."""

    ANONYMOUS = "anonymous"
    VIEWER = "viewer"
    RESEARCHER = "researcher"
    ADMIN = "admin"


def role_of(user: Any) -> Role:
    """The strongest role of a user: one query, none for anonymous visitors and superusers."""
    if not user.is_authenticated:
        return Role.ANONYMOUS
    if user.is_superuser:
        return Role.ADMIN
    groups = set(user.groups.values_list("name", flat=True))
    strongest_first = (Role.ADMIN, Role.RESEARCHER, Role.VIEWER)
    return next((role for role in strongest_first if role in groups), Role.ANONYMOUS)


class AuditEntry(models.Model):
    """One change: who, what, before, after, when. Rows are added by `benchmark.audit`, never changed."""

    who = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    what = models.CharField(max_length=64)
    target = models.CharField(max_length=200)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what} {self.target}"


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
