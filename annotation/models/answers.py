"""What was dealt to whom, what came back, and how long it took."""

from __future__ import annotations

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from annotation.models.studies import Participation, Study, StudyItem, token_sha256
from annotation.timing import End
from benchmark.models import ItemPicture, PastScore, Role, Scored, ScoredQuerySet, role_of


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def open(self) -> Self:
        """Those still to be answered, in the person's order."""
        return self.filter(state__in=Assignment.OPEN).order_by("position")

    def of_token(self, slug: str, token: str) -> Self:
        """Those of the one person whose key this is, with all that a turn needs of person and item."""
        return self.filter(
            participation__study__slug=slug, participation__token_sha256=token_sha256(token)
        ).select_related("participation__study", "participation__design", "study_item__item")

    def revealed(self) -> Self:
        """Those whose pictures the person may load: shown before, shown now, or the one ahead."""
        return self.exclude(state=Assignment.State.PLANNED)

    def with_items(self) -> Self:
        """With the item, and its pictures in their order: two queries however many rows."""
        pictures = ItemPicture.objects.select_related("picture").order_by("position")
        return self.select_related("study_item__item").prefetch_related(
            models.Prefetch("study_item__item__item_pictures", queryset=pictures)
        )


class Assignment(models.Model):
    """One item dealt to one person, at a place in that person's order.

    It is planned when the order is made, reserved when it is next (its pictures may load), shown, then
    answered. `slot` is which of the item's k valid answers this one is to be, and `lease_until` until when;
    the database holds that no slot is given twice. No study has a fixed number yet, so both are null and
    nothing is released.
    """

    class State(models.TextChoices):
        PLANNED = "planned"
        RESERVED = "reserved"
        SHOWN = "shown"
        ANSWERED = "answered"
        RELEASED = "released"

    OPEN = (State.PLANNED, State.RESERVED, State.SHOWN)

    participation = models.ForeignKey(Participation, on_delete=models.CASCADE, related_name="assignments")
    study_item = models.ForeignKey(StudyItem, on_delete=models.PROTECT, related_name="assignments")
    slot = models.PositiveSmallIntegerField(null=True, blank=True)
    position = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.PLANNED)
    lease_until = models.DateTimeField(null=True, blank=True)
    shown_at = models.DateTimeField(null=True, blank=True)

    objects = AssignmentQuerySet.as_manager()

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
        indexes = [
            # What a person answers next, however much they have answered.
            models.Index(
                fields=["participation", "position"],
                condition=models.Q(state__in=["planned", "reserved", "shown"]),
                name="assignment_open",
            )
        ]

    def __str__(self) -> str:
        return f"position {self.position} of participation {self.participation_id}"

    def is_open(self) -> bool:
        return self.state in self.OPEN


class ResponseQuerySet(ScoredQuerySet):
    def counted(self) -> Self:
        """Valid answers of live people to scored items."""
        return self.filter(
            validity=Response.Validity.VALID,
            assignment__participation__kind=Participation.Kind.LIVE,
            assignment__study_item__role=StudyItem.Role.SCORED,
        )

    def visible_to(self, user: Any) -> Self:
        """Of published studies that are closed for everybody, of their own for researchers, all for admins.

        While a study is open, its results would tell participants how near their own answers came.
        """
        role = role_of(user)
        if role == Role.ADMIN:
            return self
        studies = Study.objects.published()
        if role == Role.RESEARCHER:
            studies |= Study.objects.filter(owner=user)
        return self.filter(assignment__participation__study__in=studies)


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
    """One span of looking at an item within one page load, as `annotation.timing` describes it.

    Browser times are milliseconds: monotonic since the page's time origin, wall since 1970; the beginning is
    null where the pictures never were all in sight. The server's are when it sent the page and when it heard
    of the span.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="segments")
    load_id = models.UUIDField()
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
