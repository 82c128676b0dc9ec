"""What was dealt to whom, what came back, and how long it took."""

from __future__ import annotations

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from annotation.models.studies import Participation, StudyItem
from benchmark.models import PastScore, Role, Scored, ScoredQuerySet, role_of


class Assignment(models.Model):
    """One item dealt to one person, at a place in that person's order.

    `slot` is which of the item's k valid answers this one is to be; the database holds that no slot is
    given twice. It is null where the study wants no fixed number, and once the slot was taken back.
    """

    class State(models.TextChoices):
        RESERVED = "reserved"
        SHOWN = "shown"
        ANSWERED = "answered"
        RELEASED = "released"

    participation = models.ForeignKey(Participation, on_delete=models.CASCADE, related_name="assignments")
    study_item = models.ForeignKey(StudyItem, on_delete=models.PROTECT, related_name="assignments")
    slot = models.PositiveSmallIntegerField(null=True, blank=True)
    position = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.RESERVED)
    lease_until = models.DateTimeField(null=True, blank=True)
    shown_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["participation", "study_item"], name="assignment_item_once"),
            models.UniqueConstraint(fields=["participation", "position"], name="assignment_position_once"),
            models.UniqueConstraint(
                fields=["study_item", "slot"],
                condition=models.Q(slot__isnull=False),
                name="assignment_slot_once",
            ),
        ]

    def __str__(self) -> str:
        return f"position {self.position} of participation {self.participation_id}"


class ResponseQuerySet(ScoredQuerySet):
    def counted(self) -> Self:
        """Valid answers of live people to scored items."""
        return self.filter(
            validity=Response.Validity.VALID,
            assignment__participation__kind=Participation.Kind.LIVE,
            assignment__study_item__role=StudyItem.Role.SCORED,
        )

    def visible_to(self, user: Any) -> Self:
        """Of published studies for everybody, of their own for researchers, all for admins."""
        role = role_of(user)
        if role == Role.ADMIN:
            return self
        study = "assignment__participation__study"
        shown = models.Q(**{f"{study}__published_at__isnull": False})
        if role == Role.RESEARCHER:
            shown |= models.Q(**{f"{study}__owner": user})
        return self.filter(shown)


class Response(Scored):
    """A person's answer to one assignment: exactly one, whatever is pressed how often."""

    class Validity(models.TextChoices):
        VALID = "valid"
        SURPLUS = "surplus"
        EXCLUDED = "excluded"

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="response")
    submission_key = models.UUIDField(unique=True)
    validity = models.CharField(max_length=8, choices=Validity.choices, default=Validity.VALID)
    response_time_ms = models.PositiveIntegerField(null=True, blank=True)
    timing_flags = models.JSONField(default=list, blank=True)
    timing_version = models.CharField(max_length=16, blank=True)
    aids = models.JSONField(default=dict, blank=True)  # what helped: shown range, zoom, switching
    received_at = models.DateTimeField(default=timezone.now)

    objects = ResponseQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["item", "validity"], name="response_by_item")]

    def __str__(self) -> str:
        return f"response {self.pk} to assignment {self.assignment_id}"


class Segment(models.Model):
    """One span of looking at an item: from the frame that showed it to its end, within one page load.

    Browser times are milliseconds: monotonic since the page's time origin, wall since 1970. The server's
    are when it sent the page and when it heard of the span.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="segments")
    load_id = models.UUIDField()
    sequence = models.PositiveSmallIntegerField()
    began_monotonic_ms = models.FloatField()
    ended_monotonic_ms = models.FloatField()
    began_wall_ms = models.FloatField()
    ended_wall_ms = models.FloatField()
    hidden_ms = models.FloatField(default=0)
    ended_by = models.CharField(max_length=16)  # submit, leave or pause
    issued_at = models.DateTimeField()
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["assignment", "issued_at", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "load_id", "sequence"], name="segment_once")
        ]

    def __str__(self) -> str:
        return f"segment {self.sequence} of assignment {self.assignment_id}"


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


class PastResponseScore(PastScore):
    """What an earlier scorer made of a response."""

    response = models.ForeignKey(Response, on_delete=models.CASCADE, related_name="past_scores")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["response", "scorer_version"], name="past_response_score_once")
        ]

    def __str__(self) -> str:
        return f"response {self.response_id} under scorer {self.scorer_version}"
