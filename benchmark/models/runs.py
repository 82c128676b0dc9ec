"""Model runs: the file that came in, its predictions, and what the papers printed."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone

from benchmark.models.items import SHA256_LENGTH, BenchmarkVersion
from benchmark.models.scores import PastScore, Scored, ScoredQuerySet


class ModelCard(models.Model):
    """A model, whoever ran it."""

    name = models.CharField(max_length=200, unique=True)
    provider = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return self.name


class RunQuerySet(models.QuerySet["Run"]):
    def counted(self) -> Self:
        """Those whose predictions count: done, and not retired."""
        return self.filter(state=Run.State.DONE, published_at__isnull=False)

    def public(self) -> Self:
        """Those everybody may see."""
        return self.counted().filter(public_at__isnull=False)

    def open(self) -> Self:
        return self.filter(state__in=[Run.State.QUEUED, Run.State.RUNNING])

    def with_names(self) -> Self:
        return self.select_related("model", "version__benchmark", "created_by")


class Run(models.Model):
    """One file of predictions of one model on one benchmark version.

    The row is the truth about the job: its state, who holds it (`claim_token`), when that one was last
    heard of (`heartbeat`) and how far it is. Predictions count from `published_at` on, which one
    conditional update sets; `public_at` is when an admin showed them to everybody.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"
        RETIRED = "retired"

    model = models.ForeignKey(ModelCard, on_delete=models.PROTECT, related_name="runs")
    version = models.ForeignKey(BenchmarkVersion, on_delete=models.PROTECT, related_name="runs")
    state = models.CharField(max_length=16, choices=State.choices, default=State.QUEUED)
    reason = models.TextField(blank=True)  # why it failed or was cancelled, in a sentence
    claim_token = models.UUIDField(null=True, blank=True)
    heartbeat = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    rows_counted = models.PositiveIntegerField(null=True, blank=True)
    rows_done = models.PositiveIntegerField(default=0)
    rows_skipped = models.PositiveIntegerField(default=0)
    skip_bad_lines = models.BooleanField(default=False)
    file_name = models.CharField(max_length=255, blank=True)  # as uploaded; the file stands under its hash
    file_sha256 = models.CharField(max_length=SHA256_LENGTH)
    prompt_sha256 = models.CharField(max_length=SHA256_LENGTH, blank=True)
    conditions = models.JSONField(default=dict, blank=True)  # few-shot count, picture size, sampling, notes
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    public_at = models.DateTimeField(null=True, blank=True)
    replaces = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["model", "version", "file_sha256"], name="run_file_once"),
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=True) | models.Q(state__in=["done", "retired"]),
                name="run_published_is_done",
            ),
        ]
        indexes = [models.Index(fields=["state", "heartbeat"], name="run_by_state")]

    def __str__(self) -> str:
        return f"{self.model.name} on {self.version}"


class Prediction(Scored):
    """What a model said to one item; `sample` tells repeated answers apart."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="predictions")
    sample = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(32_767)])
    reasoning = models.TextField(blank=True)
    source_line = models.PositiveIntegerField(null=True, blank=True)
    latency_ms = models.PositiveIntegerField(null=True, blank=True)
    tokens = models.PositiveIntegerField(null=True, blank=True)
    extra = models.JSONField(default=dict, blank=True)

    objects = ScoredQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "item", "sample"], name="prediction_once")]
        indexes = [
            models.Index(fields=["run", "task", "stratum", "exact", "weighted"], name="prediction_results")
        ]

    def __str__(self) -> str:
        return f"prediction {self.pk} of run {self.run_id}"


class RunProblem(models.Model):
    """A line of a run's file that could not be taken, and why."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="problems")
    line = models.PositiveIntegerField()
    code = models.CharField(max_length=32)
    text = models.TextField()

    class Meta:
        ordering = ["line", "id"]

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


class RunTally(models.Model):
    """A run's sums, written once by the writer that published it, for one task and stratum.

    `clusters` maps a structure's id to [answers, sum of exact, sum of weighted]: what the bootstrap over
    structures needs. Repeated samples of one item are averaged before they are summed.
    """

    class Policy(models.TextChoices):
        STRICT = "strict"
        LENIENT = "lenient"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="tallies")
    task = models.CharField(max_length=64)
    stratum = models.CharField(max_length=32, blank=True)
    scorer_version = models.CharField(max_length=32)
    policy = models.CharField(max_length=8, choices=Policy.choices)
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

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "metric", "respondent", "column"], name="published_result_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.respondent}, {self.column}: {self.value}"
