"""What the API reads and writes. Truth stands only in `TruthSerializer`, for those who may see it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from benchmark.models import Benchmark, BenchmarkVersion, Item, ItemPicture, Run, RunProblem
from misi_web.results.question import METRIC_CHOICES, POLICY_CHOICES

PROBLEMS_SHOWN = 100


class VersionSerializer(serializers.ModelSerializer[BenchmarkVersion]):
    """One version of a benchmark."""

    benchmark = serializers.CharField(source="benchmark.name")

    class Meta:
        model = BenchmarkVersion
        fields = (
            *("benchmark", "number", "split", "content_sha256", "bond_definition", "drawing_version"),
            *("imported_at", "results_public_at"),
        )
        read_only_fields = fields


class BenchmarkSerializer(serializers.ModelSerializer[Benchmark]):
    """A benchmark with the versions the caller may see, the newest first."""

    versions = VersionSerializer(many=True)

    class Meta:
        model = Benchmark
        fields = ("name", "versions")
        read_only_fields = fields


class ColumnSerializer(serializers.Serializer[Any]):
    """A column of the results, and how many items it has."""

    name = serializers.CharField()
    title = serializers.CharField()
    task = serializers.CharField()
    averaged = serializers.BooleanField()
    items = serializers.IntegerField()


class VersionDetailSerializer(VersionSerializer):
    """One version of a benchmark, with its columns."""

    columns = ColumnSerializer(many=True)

    class Meta(VersionSerializer.Meta):
        fields = (*VersionSerializer.Meta.fields, "columns")  # type: ignore[assignment]


class ImageSerializer(serializers.ModelSerializer[ItemPicture]):
    """A picture of an item, in its place."""

    format = serializers.CharField(source="picture.format")
    width = serializers.IntegerField(source="picture.width")
    height = serializers.IntegerField(source="picture.height")
    sha256 = serializers.CharField(source="picture.file_sha256")
    url = serializers.SerializerMethodField()

    class Meta:
        model = ItemPicture
        fields = ("position", "role", "format", "width", "height", "sha256", "url")

    def get_url(self, shown: ItemPicture) -> str | None:
        """Where the picture can be fetched; null for callers who may not open it."""
        if not self.context["sees_truth"]:
            return None
        path = reverse("picture", kwargs={"file_sha256": shown.picture.file_sha256})
        return str(self.context["request"].build_absolute_uri(path))


class ItemSerializer(serializers.ModelSerializer[Item]):
    """An item as respondents see it: nothing here tells its answer."""

    images = ImageSerializer(source="item_pictures", many=True)

    class Meta:
        model = Item
        fields = ("key", "task", "split", "question", "options", "images")


class TruthSerializer(ItemSerializer):
    """An item with its truth, and with what it was made from."""

    structures = serializers.SlugRelatedField[Any](many=True, read_only=True, slug_field="source_id")

    class Meta(ItemSerializer.Meta):
        fields = (*ItemSerializer.Meta.fields, "stratum", "truth", "facts", "difficulty", "structures")  # type: ignore[assignment]


class RunSerializer(serializers.ModelSerializer[Run]):
    """A model run: one file of predictions on one version."""

    model = serializers.CharField(source="model.name")
    provider = serializers.CharField(source="model.provider")
    benchmark = serializers.CharField(source="version.benchmark.name")
    version = serializers.IntegerField(source="version.number")
    published_at = serializers.DateTimeField(source="completed_at", help_text="when its predictions counted")

    class Meta:
        model = Run
        fields = (
            *("id", "model", "provider", "benchmark", "version", "state", "reason", "conditions"),
            *("rows_counted", "rows_done", "rows_bad", "skip_bad_lines"),
            *("file_name", "file_format", "file_unit", "file_bytes", "file_sha256"),
            *("created_at", "started_at", "published_at", "public_at"),
        )
        read_only_fields = fields


class ProblemSerializer(serializers.ModelSerializer[RunProblem]):
    """What could not be taken of a run's file, and why. `line` counts what the run's `file_unit` says."""

    line = serializers.IntegerField(source="place")

    class Meta:
        model = RunProblem
        fields = ("line", "code", "text")


class RunDetailSerializer(RunSerializer):
    """A model run with the first rows of its file that could not be taken."""

    problems = serializers.SerializerMethodField()

    class Meta(RunSerializer.Meta):
        fields = (*RunSerializer.Meta.fields, "problems")  # type: ignore[assignment]
        read_only_fields = fields

    def get_problems(self, run: Run) -> list[dict[str, Any]]:
        return ProblemSerializer(run.problems.all()[:PROBLEMS_SHOWN], many=True).data  # type: ignore[return-value]


class RunUploadSerializer(serializers.Serializer[Any]):
    """A file of predictions: JSON lines or CSV, with an item key and the raw text of the answer."""

    file = serializers.FileField()
    benchmark = serializers.SlugField()
    version = serializers.IntegerField(min_value=1, required=False, help_text="the newest unless given")
    model = serializers.CharField(max_length=200)
    provider = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    skip_bad_lines = serializers.BooleanField(
        required=False, default=False, help_text="unless chosen, one bad row refuses the file"
    )
    notes = serializers.CharField(
        max_length=10_000,
        required=False,
        default="",
        allow_blank=True,
        help_text="how the model was asked: examples given, picture size, sampling",
    )


class UploadedSerializer(serializers.Serializer[Any]):
    """What became of an uploaded file, and its run."""

    outcome = serializers.CharField()
    run = RunSerializer()


class ViewSerializer(serializers.Serializer[Any]):
    """Which score, under which policy; strict counts a missing answer as wrong, lenient leaves it out."""

    metric = serializers.ChoiceField(choices=METRIC_CHOICES, default=METRIC_CHOICES[0][0])
    policy = serializers.ChoiceField(choices=POLICY_CHOICES, default=POLICY_CHOICES[0][0])


class ChosenRunsSerializer(ViewSerializer):
    """Also which runs; the newest 20 unless given."""

    run = serializers.ListField(child=serializers.IntegerField(), required=False)


class FigureSerializer(serializers.Serializer[Any]):
    """A figure in per cent, its 95 % interval and what stands behind it; `reason` says why one is missing."""

    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    interval = serializers.CharField(allow_null=True)
    answers = serializers.IntegerField()
    items = serializers.IntegerField()
    people = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_null=True)


class ResultSerializer(FigureSerializer):
    """One figure of one respondent in one column. `scope` is `seen` for the items people saw, `all` for all
    items, `difference` for people minus the run over the items both answered."""

    column = serializers.CharField()
    averaged = serializers.BooleanField()
    respondent = serializers.CharField()
    kind = serializers.CharField()
    run = serializers.IntegerField(allow_null=True)
    scope = serializers.CharField()


class ResultsSerializer(serializers.Serializer[Any]):
    """People against runs."""

    metric = serializers.CharField()
    policy = serializers.CharField()
    people = serializers.IntegerField()
    results = ResultSerializer(many=True)


class RespondentSerializer(serializers.Serializer[Any]):
    """One row of a leaderboard. Measured runs have a range of ranks, published rows a printed rank."""

    name = serializers.CharField()
    kind = serializers.CharField()
    item_set = serializers.CharField(allow_null=True)
    source = serializers.CharField(allow_null=True)
    run = serializers.IntegerField(allow_null=True)
    rank_best = serializers.IntegerField(allow_null=True)
    rank_worst = serializers.IntegerField(allow_null=True)
    printed_average = serializers.FloatField(allow_null=True)
    printed_rank = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    notes = serializers.ListField(child=serializers.CharField())
    columns = serializers.DictField(child=FigureSerializer())


class LeaderboardSerializer(serializers.Serializer[Any]):
    """All respondents by their averages."""

    metric = serializers.CharField()
    policy = serializers.CharField()
    averaged_columns = serializers.ListField(child=serializers.CharField())
    respondents = RespondentSerializer(many=True)
