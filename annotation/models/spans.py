"""How long somebody looked."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from annotation.models.assignments import Assignment
from annotation.sessions.timing import End


class Span(models.Model):
    """One span of looking at an item within one page load, as `annotation.sessions.timing` describes it.

    Browser times are milliseconds: monotonic since the page's time origin, wall since 1970; the beginning is
    null where the pictures never were all in sight. The server's are when it sent the page and when it heard
    of the span.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="spans")
    load_key = models.UUIDField()
    sequence = models.PositiveSmallIntegerField()
    began_monotonic_ms = models.FloatField(null=True, blank=True)
    ended_monotonic_ms = models.FloatField()
    began_wall_ms = models.FloatField(null=True, blank=True)
    ended_wall_ms = models.FloatField()
    hidden_ms = models.FloatField(default=0)
    ended_by = models.CharField(max_length=16, choices=[(end.value, end.value) for end in End])
    pictures_failed = models.PositiveSmallIntegerField(default=0)
    issued_at = models.DateTimeField()
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["assignment", "issued_at", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "load_key", "sequence"], name="span_once")
        ]

    def __str__(self) -> str:
        return f"span {self.sequence} of assignment {self.assignment_id}"
