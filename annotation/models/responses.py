"""What came back."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.utils import timezone

from annotation.models.assignments import Assignment
from annotation.models.studies import Participation, Study, StudyItem
from benchmark.common.roles import Role, role_of
from benchmark.models import PastScore, Scored, ScoredQuerySet


class ResponseQuerySet(ScoredQuerySet):
    def counted(self) -> Self:
        """Valid answers of live people to scored items."""
        return self.filter(
            validity=Response.Validity.VALID,
            assignment__participation__kind=Participation.Kind.LIVE,
            assignment__study_item__role=StudyItem.Role.SCORED,
        )

    def visible_to(self, user: Any) -> Self:
        """Of closed studies with public results for everybody, of their own for researchers, all for admins.

        While a study is open, its results would tell participants how near their own answers came.
        """
        role = role_of(user)
        if role == Role.ADMIN:
            return self
        studies = Study.objects.with_public_results()
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
    load_key = models.UUIDField(unique=True)
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


class PastResponseScore(PastScore):
    """What an earlier scorer made of a response."""

    response = models.ForeignKey(Response, on_delete=models.CASCADE, related_name="past_scores")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["response", "scorer_version"], name="past_response_score_once")
        ]

    def __str__(self) -> str:
        return f"response {self.response_id} under scorer {self.scorer_version}"
