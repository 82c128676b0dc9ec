"""People against models, and the leaderboard: pages, and the same numbers as files."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from benchmark.models import BenchmarkVersion
from misi_web.dashboard import charts
from misi_web.dashboard.forms import ComparisonForm, LeaderboardForm, ScoreForm
from misi_web.results import exports
from misi_web.results.comparison import AVERAGE, Comparison, compare
from misi_web.results.leaderboard import Heading, Leaderboard, lead
from misi_web.results.queries import runs_of
from misi_web.results.question import METRIC_CHOICES, Question

CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "png": "image/png",
}


def access_version(request: HttpRequest, name: str, number: int) -> BenchmarkVersion:
    """The version, where the visitor may see its results."""
    visible = BenchmarkVersion.objects.visible_to(request.user).with_names()
    return get_object_or_404(visible, benchmark__name=name, number=number)


def index(request: HttpRequest) -> HttpResponse:
    """The versions whose results the visitor may see."""
    versions = BenchmarkVersion.objects.visible_to(request.user).with_names()
    return render(request, "dashboard/index.html", {"versions": versions})


def comparison(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """People against runs, column by column."""
    version = access_version(request, name, number)
    form, found = _compared(request, version)
    context = {
        **_frame(request, version, form, charts.comparison_chart(found)),
        "comparison": found,
        "chosen": form.chosen_runs(),
    }
    return render(request, "dashboard/comparison.html", context)


def comparison_file(request: HttpRequest, name: str, number: int, kind: str) -> HttpResponse:
    """The comparison as CSV, or its chart as SVG, PDF or PNG; the address says which view."""
    version = access_version(request, name, number)
    _, found = _compared(request, version)
    table, chart = exports.comparison_csv(found), charts.comparison_chart(found)
    return _file(kind, table, chart, f"{name}-v{number}-comparison")


def leaderboard(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """All respondents by their averages."""
    version = access_version(request, name, number)
    form, found = _led(request, version)
    context = {
        **_frame(request, version, form, charts.leaderboard_chart(found)),
        "leaderboard": found,
        "headings": _sortable(request, form, found),
        "notes": [entry for entry in found.entries if entry.notes],
        "no_rank": "People stand apart from the ranks.",
    }
    return render(request, "dashboard/leaderboard.html", context)


def leaderboard_file(request: HttpRequest, name: str, number: int, kind: str) -> HttpResponse:
    """The leaderboard as CSV, or its chart as SVG, PDF or PNG; the address says which view."""
    version = access_version(request, name, number)
    _, found = _led(request, version)
    table, chart = exports.leaderboard_csv(found), charts.leaderboard_chart(found)
    return _file(kind, table, chart, f"{name}-v{number}-leaderboard")


def _frame(
    request: HttpRequest, version: BenchmarkVersion, form: ScoreForm, chart: charts.Spec
) -> dict[str, Any]:
    """What both pages show around their numbers."""
    return {
        "version": version,
        "form": form,
        "chart": chart,
        "height": charts.height(chart),
        "files": tuple(CONTENT_TYPES),
        "query": request.GET.urlencode(),
        "metric_words": dict(METRIC_CHOICES)[form.chosen("metric")],
    }


def _sortable(request: HttpRequest, form: LeaderboardForm, found: Leaderboard) -> list[dict[str, Any]]:
    """The headings as links: the column sorted by turns round, another one starts with its best."""
    sort, order = form.chosen("sort"), form.chosen("order")
    headings = []
    for heading in (Heading(AVERAGE, "Average", True), *found.headings):
        here = heading.name == sort
        address = request.GET.copy()
        address["sort"], address["order"] = heading.name, "up" if here and order == "down" else "down"
        turned = {"down": "descending", "up": "ascending"}[order] if here else ""
        headings.append(
            {
                "title": heading.title,
                "averaged": heading.averaged,
                "query": address.urlencode(),
                "sorted": turned,
            }
        )
    return headings


def _compared(request: HttpRequest, version: BenchmarkVersion) -> tuple[ComparisonForm, Comparison]:
    runs = runs_of(Question(version, request.user))
    form = ComparisonForm(request.GET, runs)
    question = Question(version, request.user, form.chosen("metric"), form.chosen("policy"))
    return form, compare(question, form.chosen_runs())


def _led(request: HttpRequest, version: BenchmarkVersion) -> tuple[LeaderboardForm, Leaderboard]:
    form = LeaderboardForm(request.GET)
    question = Question(version, request.user, form.chosen("metric"), form.chosen("policy"))
    found = lead(question, runs_of(question), sort=form.chosen("sort"), order=form.chosen("order"))
    return form, found


def _file(kind: str, table: str, chart: charts.Spec, name: str) -> HttpResponse:
    """The table as CSV, or the chart drawn."""
    content = table.encode() if kind == "csv" else charts.draw(chart, kind)
    disposition = "inline" if kind == "svg" else "attachment"
    headers = {"Content-Disposition": f'{disposition}; filename="{name}.{kind}"'}
    return HttpResponse(content, content_type=CONTENT_TYPES[kind], headers=headers)
