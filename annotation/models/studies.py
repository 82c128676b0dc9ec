"""Studies, their immutable designs, and the people who take part."""

from __future__ import annotations

import hashlib
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone

from benchmark.common.roles import Role, role_of
from benchmark.models import BenchmarkVersion, Item


class StudyQuerySet(models.QuerySet["Study"]):
    def visible_to(self, user: Any) -> Self:
        """An admin sees all studies, a researcher their own, others none."""
        role = role_of(user)
        if role == Role.ADMIN:
            return self
        return self.filter(owner=user) if role == Role.RESEARCHER else self.none()

    def with_public_results(self) -> Self:
        """Those whose results everybody sees: marked as public, and closed."""
        return self.filter(results_public_at__isnull=False, state=Study.State.CLOSED)

    def joinable(self) -> Self:
        return self.filter(state=Study.State.OPEN)

    def announced(self) -> Self:
        """Those whose join page exists; it says so where nobody can join just now."""
        return self.exclude(state=Study.State.DRAFT)

    def with_counts(self) -> Self:
        """With `people` (live ones who agreed), `finished` and `answers` (theirs), counted now."""
        people = Participation.objects.filter(study=models.OuterRef("pk"), kind=Participation.Kind.LIVE)
        agreed = people.filter(consent__isnull=False)
        answers = people.filter(assignments__response__isnull=False)
        return self.select_related("version__benchmark", "owner").annotate(
            people=_count(agreed),
            finished=_count(agreed.filter(stage=Participation.Stage.FINISHED)),
            answers=_count(answers),
        )


def _count(rows: models.QuerySet[Any]) -> Coalesce:
    """A subquery that counts rows of one study: joins in one query would multiply each other."""
    counted = rows.order_by().values("study").annotate(count=models.Count("*")).values("count")
    return Coalesce(models.Subquery(counted, output_field=models.IntegerField()), 0)


class Study(models.Model):
    """One study on one benchmark version. How it is run stands in its designs."""

    class State(models.TextChoices):
        DRAFT = "draft"
        OPEN = "open"
        PAUSED = "paused"
        CLOSED = "closed"

    slug = models.SlugField(max_length=100, unique=True)
    title = models.CharField(max_length=200)
    version = models.ForeignKey(BenchmarkVersion, on_delete=models.PROTECT, related_name="studies")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    created_at = models.DateTimeField(default=timezone.now)
    results_public_at = models.DateTimeField(null=True, blank=True)  # results for everybody, once closed

    objects = StudyQuerySet.as_manager()

    class Meta:
        ordering = ["slug"]
        verbose_name_plural = "studies"

    def __str__(self) -> str:
        return self.title


class StudyDesign(models.Model):
    """Everything that shapes a study, as one JSON document under one hash. Never changed, only followed."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="designs")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    registered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "number"], name="study_design_once")]
        get_latest_by = "number"

    def __str__(self) -> str:
        return f"design {self.number} of study {self.study_id}"


class StudyItem(models.Model):
    """An item's part in a study. `k` valid answers are wanted; null means as many as come."""

    class Role(models.TextChoices):
        SCORED = "scored"
        PRACTICE = "practice"
        CHECK = "check"
        EXAMPLE = "example"

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="study_items")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="study_items")
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.SCORED)
    k = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "item"], name="study_item_once")]
        indexes = [models.Index(fields=["study", "role"], name="study_item_by_role")]

    def __str__(self) -> str:
        return f"{self.role} item {self.item_id} of study {self.study_id}"


class ParticipationQuerySet(models.QuerySet["Participation"]):
    def with_token(self, slug: str, token: str) -> Self:
        """The one whose key this is, in the study it was made for: another study's key opens nothing."""
        return self.filter(study__slug=slug, token_sha256=token_sha256(token)).select_related(
            "study", "design"
        )

    def at_work(self) -> Self:
        """Those who are to get items now."""
        return self.filter(stage=Participation.Stage.WORKING, study__state=Study.State.OPEN)


def token_sha256(token: str) -> str:
    """What is kept of a key: whoever reads the database cannot open anybody's session."""
    return hashlib.sha256(token.encode()).hexdigest()


class Participation(models.Model):
    """One person in one study. The token in the address is the key; only its hash is kept.

    `number` counts the people of a study and kind as they come to their first item: it picks the row of the
    balanced order, so nobody who refuses or leaves before uses one up. Until then it is null.
    `blocks` is the plan made at the start, a list of [task, items], from which a place in the order gives
    the block and the progress without counting.
    """

    class Kind(models.TextChoices):
        LIVE = "live"
        PREVIEW = "preview"
        REHEARSAL = "rehearsal"

    class Stage(models.TextChoices):
        CONSENT = "consent"
        BACKGROUND = "background"
        WORKING = "working"
        FINISHED = "finished"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="participations")
    design = models.ForeignKey(StudyDesign, on_delete=models.PROTECT, related_name="participations")
    kind = models.CharField(max_length=9, choices=Kind.choices, default=Kind.LIVE)
    person_key = models.CharField(max_length=64)
    number = models.PositiveIntegerField(null=True, blank=True)
    token_sha256 = models.CharField(max_length=64, unique=True)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.CONSENT)
    language = models.CharField(max_length=16, default="en")
    background = models.JSONField(default=dict, blank=True)  # field and level of study
    instructed = models.JSONField(default=list, blank=True)  # slugs of the tasks whose instructions were read
    seed = models.PositiveBigIntegerField(default=0)  # of the order the items were dealt in
    blocks = models.JSONField(default=list, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = ParticipationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "kind", "person_key"], name="participation_once"),
            models.UniqueConstraint(fields=["study", "kind", "number"], name="participation_number_once"),
        ]

    def __str__(self) -> str:
        return f"participation {self.pk} in study {self.study_id}"

    def is_at_work(self) -> bool:
        """Whether the person is to get items now."""
        return self.stage == self.Stage.WORKING and self.study.state == Study.State.OPEN


class PersonalId(models.Model):
    """What could name a person: apart from everything else, so that it can be erased on its own."""

    participation = models.OneToOneField(Participation, on_delete=models.CASCADE, related_name="personal_id")
    external_id = models.CharField(max_length=200)
    panel = models.CharField(max_length=32, blank=True)
    parameters = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return f"personal id of participation {self.participation_id}"


class Consent(models.Model):
    """That somebody agreed, to which text, in which language, and when."""

    participation = models.OneToOneField(Participation, on_delete=models.CASCADE, related_name="consent")
    text_sha256 = models.CharField(max_length=64)
    language = models.CharField(max_length=16)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"consent of participation {self.participation_id}"
