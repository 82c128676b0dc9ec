"""Model runs: the file that came in, its predictions, and what the papers printed."""

from __future__ import annotations

from typing import Any, Self

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone

from benchmark.common.policy import Policy
from benchmark.common.roles import Role, role_of
from benchmark.models.heartbeat import STALE_AFTER
from benchmark.models.items import SHA256_LENGTH, BenchmarkVersion
from benchmark.models.scores import PastScore, Scored, ScoredQuerySet
from benchmark.tasks.outcomes import Status


class ModelCard(models.Model):
    """A model, whoever ran it."""

    name = models.CharField(max_length=200, unique=True)
    provider = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return self.name


class RunQuerySet(models.QuerySet["Run"]):
    """Which runs count, are public, are still to end, or are somebody's to see and to change."""

    def counted(self) -> Self:
        """Those whose predictions count: done, and not retired."""
        return self.filter(state=Run.State.DONE, completed_at__isnull=False)

    def public(self) -> Self:
        """Those everybody may see."""
        return self.counted().filter(public_at__isnull=False)

    def open(self) -> Self:
        """Those whose import is still to end."""
        return self.filter(state__in=Run.OPEN)

    def stale(self) -> Self:
        """Those that a worker took and has not been heard of since."""
        return self.filter(state=Run.State.RUNNING, heartbeat__lt=timezone.now() - STALE_AFTER)

    def visible_to(self, user: Any) -> Self:
        """All for researchers and admins, the public ones for everybody else."""
        return self if role_of(user) in (Role.ADMIN, Role.RESEARCHER) else self.public()

    def changeable_by(self, user: Any) -> Self:
        """All for admins, their own for researchers, none for others."""
        role = role_of(user)
        if role == Role.ADMIN:
            return self
        return self.filter(created_by=user) if role == Role.RESEARCHER else self.none()

    def with_names(self) -> Self:
        return self.select_related("model", "version__benchmark", "created_by")


class Run(models.Model):
    """One file of predictions of one model on one benchmark version.

    The row is the truth about the job: its state, who holds it (`claim_token`), when that one was last
    heard of (`heartbeat`) and how far it is: `rows_done` counts rows checked until `rows_counted` is
    known, and predictions stored from then on. Predictions count from `completed_at` on, which one
    conditional update sets; `public_at` is when an admin showed them to everybody.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"
        RETIRED = "retired"

    OPEN = (State.QUEUED, State.RUNNING)
    ENDED_WITHOUT_RESULT = (State.FAILED, State.CANCELLED)

    model = models.ForeignKey(ModelCard, on_delete=models.PROTECT, related_name="runs")
    version = models.ForeignKey(BenchmarkVersion, on_delete=models.PROTECT, related_name="runs")
    state = models.CharField(max_length=16, choices=State.choices, default=State.QUEUED)
    reason = models.TextField(blank=True)  # why it failed or was cancelled, in a sentence
    claim_token = models.UUIDField(null=True, blank=True)
    heartbeat = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    rows_counted = models.PositiveIntegerField(null=True, blank=True)
    rows_done = models.PositiveIntegerField(default=0)
    rows_bad = models.PositiveIntegerField(default=0)  # all of them; `problems` lists the first ones
    skip_bad_lines = models.BooleanField(default=False)
    file_name = models.CharField(max_length=255, blank=True)  # as uploaded; the file stands under its hash
    file_format = models.CharField(max_length=32, blank=True)  # as detected from its content
    file_unit = models.CharField(max_length=32, default="line")  # what the places in the file count
    file_bytes = models.PositiveBigIntegerField(default=0)
    file_sha256 = models.CharField(max_length=SHA256_LENGTH)
    prompt_sha256 = models.CharField(max_length=SHA256_LENGTH, blank=True)
    conditions = models.JSONField(default=dict, blank=True)  # few-shot count, picture size, sampling, notes
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    created_at = models.DateTimeField(default=timezone.now)
    queued_at = models.DateTimeField(default=timezone.now)  # when a worker was last told of it
    started_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    public_at = models.DateTimeField(null=True, blank=True)
    replaces = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["model", "version", "file_sha256"], name="run_file_once"),
            models.CheckConstraint(
                condition=models.Q(completed_at__isnull=True) | models.Q(state__in=["done", "retired"]),
                name="run_completed_is_done",
            ),
        ]
        indexes = [models.Index(fields=["state", "heartbeat"], name="run_by_state")]

    def __str__(self) -> str:
        return f"{self.model.name} on {self.version}"


class PredictionQuerySet(ScoredQuerySet):
    """Predictions that count, in the order of a list, and how they were read."""

    def counted(self) -> Self:
        """Those of runs that are complete and not retired: never half an import."""
        return self.filter(run__state=Run.State.DONE, run__completed_at__isnull=False)

    def for_list(self) -> Self:
        """With their items, in the order of an index: also a page far down comes at once."""
        return self.select_related("item").order_by("run", "item", "sample")

    def readings(self) -> models.QuerySet[Any, dict[str, Any]]:
        """How the answers of each task were read: `answers`, `ok`, `unreadable`, `empty` by task."""
        counts = {status.value: models.Count("pk", filter=models.Q(status=status.value)) for status in Status}
        return self.order_by("task").values("task").annotate(answers=models.Count("pk"), **counts)


class Prediction(Scored):
    """What a model said to one item; `sample` tells repeated answers apart."""

    # No index of its own: both indexes below begin with it.
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="predictions", db_index=False)
    sample = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(32_767)])
    reasoning = models.TextField(blank=True)
    source_place = models.PositiveIntegerField(null=True, blank=True)
    latency_ms = models.PositiveIntegerField(null=True, blank=True)
    tokens = models.PositiveIntegerField(null=True, blank=True)
    extra = models.JSONField(default=dict, blank=True)

    objects = PredictionQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "item", "sample"], name="prediction_once")]
        indexes = [
            models.Index(fields=["run", "task", "stratum", "exact", "weighted"], name="prediction_results")
        ]

    def __str__(self) -> str:
        return f"prediction {self.pk} of run {self.run_id}"


class RunProblem(models.Model):
    """What could not be taken of a run's file, at which place of it, and why."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="problems")
    place = models.PositiveIntegerField()  # from 1, in the run's `file_unit`
    code = models.CharField(max_length=32)
    text = models.TextField()

    class Meta:
        ordering = ["place", "id"]

    def __str__(self) -> str:
        return f"at {self.place}: {self.text}"


class RunTally(models.Model):
    """A run's sums, written once by the writer that completed it, for one task and stratum.

    Repeated samples of one item are averaged first, so the sums go over items and a mean is
    `exact_sum / items`. Strict counts every item of the benchmark version, an unanswered one as 0;
    lenient those with an answer that was not dropped. `answers` counts the predictions behind them.
    `clusters` maps a structure's id (as text) to [items, sum of exact, sum of weighted]: what the
    bootstrap over structures needs.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="tallies")
    task = models.CharField(max_length=64)
    stratum = models.CharField(max_length=32, blank=True)
    scorer_version = models.CharField(max_length=32)
    policy = models.CharField(max_length=8, choices=Policy.choices)
    items = models.PositiveIntegerField()
    answers = models.PositiveIntegerField()
    exact_sum = models.FloatField()
    weighted_sum = models.FloatField()
    clusters = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run", "task", "stratum", "scorer_version", "policy"], name="run_tally_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.stratum} of run {self.run_id}, {self.policy}"


class PastPredictionScore(PastScore):
    """What an earlier scorer made of a prediction."""

    prediction = models.ForeignKey(Prediction, on_delete=models.CASCADE, related_name="past_scores")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["prediction", "scorer_version"], name="past_prediction_score_once"
            )
        ]

    def __str__(self) -> str:
        return f"prediction {self.prediction_id} under scorer {self.scorer_version}"


class PublishedResult(models.Model):
    """One figure of a published table, as printed."""

    source = models.CharField(max_length=100)
    metric = models.CharField(max_length=16)
    respondent = models.CharField(max_length=200)
    kind = models.CharField(max_length=32)
    column = models.CharField(max_length=64)  # a task or stratum, or published_average / published_rank
    value = models.FloatField()
    item_set = models.CharField(max_length=16)  # tiny or full
    averaged = models.BooleanField(default=False)  # whether its column counts in the average of its source

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "metric", "respondent", "item_set", "column"], name="published_result_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.respondent}, {self.column}: {self.value}"
