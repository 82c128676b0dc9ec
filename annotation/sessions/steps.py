"""From one stage of a participation to the next."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotation.models import Participation


def move(participation: Participation, before: str, after: str, **fields: Any) -> bool:
    """Take one step; False where the person is no longer (or not yet) there."""
    at = Participation.objects.filter(pk=participation.pk, stage=before)
    moved = at.update(stage=after, last_seen_at=timezone.now(), **fields) == 1
    if moved:
        participation.stage = after
    return moved
