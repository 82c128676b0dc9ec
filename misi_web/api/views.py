"""The REST API: benchmarks, items, runs and results. Rights are in `misi_web/accounts/access.py`."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_202_ACCEPTED
from rest_framework.views import APIView

from benchmark.common.upload_limit import too_large
from benchmark.models import Benchmark, BenchmarkVersion, Item, Run
from benchmark.runs.jobs import hand_in
from benchmark.runs.uploads import RunRefused
from misi_web.accounts.access import RESEARCHERS, request_role
from misi_web.api import serializers
from misi_web.results import exports, queries
from misi_web.results.columns import columns_of
from misi_web.results.comparison import compare
from misi_web.results.leaderboard import lead
from misi_web.results.question import MOST_RUNS, Question

STARTING_POINTS = ("benchmarks", "runs", "schema", "docs")


def access_version(request: Request, name: str, number: int) -> BenchmarkVersion:
    """The version, where the caller may see it."""
    versions = BenchmarkVersion.objects.visible_to(request.user).with_names()
    found = versions.filter(benchmark__name=name, number=number).first()
    if found is None:
        raise NotFound("There is no such benchmark version, or it is not yours to see.")
    return found


def sees_truth(request: Request) -> bool:
    return request_role(request) in RESEARCHERS


class ItemPagination(CursorPagination):
    """Keys are opaque, so their order tells nothing."""

    ordering = "key"
    page_size = 100


class RunPagination(CursorPagination):
    ordering = ("-created_at", "-id")
    page_size = 100


class Root(APIView):
    """The API's starting points."""

    @extend_schema(responses={200: {"type": "object", "additionalProperties": {"type": "string"}}})
    def get(self, request: Request) -> Response:
        return Response(
            {name: request.build_absolute_uri(reverse(f"api:{name}")) for name in STARTING_POINTS}
        )


class Benchmarks(APIView):
    """The benchmarks the caller may see, with their versions: all for researchers and admins, those with
    public results for everybody else."""

    @extend_schema(responses=serializers.BenchmarkSerializer(many=True))
    def get(self, request: Request) -> Response:
        versions = BenchmarkVersion.objects.visible_to(request.user).with_names()
        found = Benchmark.objects.filter(versions__in=versions).distinct().order_by("name")
        found = found.prefetch_related(Prefetch("versions", queryset=versions))
        return Response(serializers.BenchmarkSerializer(found, many=True).data)


class Version(APIView):
    """One version of a benchmark: what it was made with, and how many items each column has."""

    @extend_schema(responses=serializers.VersionDetailSerializer)
    def get(self, request: Request, name: str, number: int) -> Response:
        version: Any = access_version(request, name, number)
        counts = queries.item_counts(version)
        version.columns = [
            {
                "name": column.name,
                "title": column.title,
                "task": column.task,
                "averaged": column.averaged,
                "items": queries.total_items(column, counts),
            }
            for column in columns_of(version)
        ]
        return Response(serializers.VersionDetailSerializer(version).data)


@extend_schema(
    responses=PolymorphicProxySerializer(
        component_name="AnyItem",
        serializers=[serializers.TruthSerializer, serializers.ItemSerializer],
        resource_type_field_name=None,
        many=True,
    )
)
class Items(ListAPIView[Item]):
    """The items of a version. Viewers get them without stratum, truth, facts, difficulty and structures."""

    pagination_class = ItemPagination

    def get_queryset(self) -> QuerySet[Item]:
        if getattr(self, "swagger_fake_view", False):  # the schema is made without a request
            return Item.objects.none()
        version = access_version(self.request, self.kwargs["name"], self.kwargs["number"])
        return version.items.for_display().prefetch_related("structures")

    def get_serializer_class(self) -> type[serializers.ItemSerializer]:
        truth = self.get_serializer_context()["sees_truth"]
        return serializers.TruthSerializer if truth else serializers.ItemSerializer

    def get_serializer_context(self) -> dict[str, Any]:
        request = self.request
        return {**super().get_serializer_context(), "sees_truth": request is None or sees_truth(request)}


class Runs(ListAPIView[Run]):
    """The runs the caller may see, the newest first: all for researchers and admins, public ones for
    everybody else."""

    serializer_class = serializers.RunSerializer
    pagination_class = RunPagination

    def get_queryset(self) -> QuerySet[Run]:
        if getattr(self, "swagger_fake_view", False):
            return Run.objects.none()
        return Run.objects.visible_to(self.request.user).with_names()


class RunDetail(APIView):
    """One run: its state, how far it is, and what of its file could not be taken."""

    @extend_schema(responses=serializers.RunDetailSerializer)
    def get(self, request: Request, run_id: int) -> Response:
        run = Run.objects.visible_to(request.user).with_names().filter(pk=run_id).first()
        if run is None:
            raise NotFound("There is no such run, or it is not yours to see.")
        return Response(serializers.RunDetailSerializer(run).data)


class RunUploadView(APIView):
    """Hand in a file of predictions (JSON lines or CSV, each with an item's key and the model's answer).

    It is imported by a worker: the address of the run tells how far it is. The same file again changes
    nothing.
    """

    parser_classes = (MultiPartParser,)

    @extend_schema(request=serializers.RunUploadSerializer, responses={202: serializers.UploadedSerializer})
    def post(self, request: Request) -> Response:
        sent = serializers.RunUploadSerializer(data=request.data)
        if sentence := too_large(request):
            raise ValidationError({"file": [sentence]})
        sent.is_valid(raise_exception=True)
        found = sent.validated_data
        try:
            run, outcome = hand_in(
                found,
                version=named_version(request, found["benchmark"], found.get("version")),
                who=request.user,
            )
        except RunRefused as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        answer = {"outcome": outcome, "run": run}
        return Response(
            serializers.UploadedSerializer(answer).data,
            status=HTTP_202_ACCEPTED,
            headers={"Location": request.build_absolute_uri(reverse("api:run", args=[run.pk]))},
        )


def named_version(request: Request, name: str, number: int | None) -> BenchmarkVersion:
    """The version of that number, or the newest one."""
    versions = BenchmarkVersion.objects.visible_to(request.user).with_names().filter(benchmark__name=name)
    found = versions.filter(number=number).first() if number is not None else versions.first()
    if found is None:
        what = f"benchmark {name}" if number is None else f"version {number} of a benchmark {name}"
        raise ValidationError({"benchmark": [f"There is no {what}."]})
    return found


class Results(APIView):
    """People against runs: every figure of the comparison page, with all decimals."""

    @extend_schema(parameters=[serializers.ChosenRunsSerializer], responses=serializers.ResultsSerializer)
    def get(self, request: Request, name: str, number: int) -> Response:
        chosen = checked(serializers.ChosenRunsSerializer, request)
        question = asked(request, access_version(request, name, number), chosen)
        runs = queries.runs_of(question)
        wanted = chosen.get("run") or [run.pk for run in runs[:MOST_RUNS]]
        if unknown := set(wanted) - {run.pk for run in runs}:
            raise NotFound(f"There is no run {min(unknown)} on this version, or it is not yours to see.")
        found = compare(question, [run for run in runs if run.pk in wanted])
        return Response(
            {
                "metric": found.metric,
                "policy": found.policy,
                "people": found.people,
                "results": exports.comparison_records(found),
            }
        )


class LeaderboardView(APIView):
    """All respondents by their averages, published rows included."""

    @extend_schema(parameters=[serializers.ViewSerializer], responses=serializers.LeaderboardSerializer)
    def get(self, request: Request, name: str, number: int) -> Response:
        chosen = checked(serializers.ViewSerializer, request)
        question = asked(request, access_version(request, name, number), chosen)
        return Response(exports.leaderboard_json(lead(question, queries.runs_of(question))))


def checked(serializer: type[serializers.ViewSerializer], request: Request) -> dict[str, Any]:
    """The choices in the address; a senseless one is answered with 400 and a sentence."""
    found = serializer(data=request.query_params)
    found.is_valid(raise_exception=True)
    return dict(found.validated_data)


def asked(request: Request, version: BenchmarkVersion, chosen: dict[str, Any]) -> Question:
    return Question(version, request.user, chosen["metric"], chosen["policy"])
