"""What does not count, and why."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from annotation.models.responses import Response
from annotation.models.studies import Participation


class Exclusion(models.Model):
    """That a person or one answer does not count, by which rule and why; reversible, never deleted."""

    participation = models.ForeignKey(Participation, on_delete=models.CASCADE, related_name="exclusions")
    response = models.ForeignKey(
        Response, null=True, blank=True, on_delete=models.CASCADE, related_name="exclusions"
    )
    rule = models.CharField(max_length=64)
    reason = models.TextField(blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    reversed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"exclusion of participation {self.participation_id} by {self.rule}"
