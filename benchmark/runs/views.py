"""Pages on model runs: upload, progress, what became of each row, and what was read in each answer."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.common.upload_limit import too_large
from benchmark.models import Prediction, Run, WorkerBeat
from benchmark.runs.forms import PredictionFilter, RunUpload
from benchmark.runs.jobs import hand_in, tell_worker
from benchmark.runs.pace import progress_of
from benchmark.runs.queueing import show_run
from benchmark.runs.uploads import RunRefused
from benchmark.tasks import mark, place_of

RUNS_A_PAGE = 50
PREDICTIONS_A_PAGE = 50
PROBLEMS_SHOWN = 100


@require_GET
def runs(request: HttpRequest) -> HttpResponse:
    """The runs the visitor may see, the newest first."""
    found = Run.objects.visible_to(request.user).with_names()
    page = Paginator(found, RUNS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "benchmark/runs.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def run_upload(request: HttpRequest) -> HttpResponse:
    """The upload form; a file that is taken leads to the page of its run."""
    form = RunUpload(request.POST or None, request.FILES or None)
    if sentence := too_large(request):
        form.refuse_file(sentence)
    if form.is_bound and form.is_valid():
        try:
            run, outcome = hand_in(form.cleaned_data, version=form.cleaned_data["version"], who=request.user)
        except RunRefused as refused:
            form.refuse_file(str(refused))
        else:
            messages.info(request, outcome)
            return redirect("run", run.pk)
    return render(request, "benchmark/run_upload.html", {"form": form}, status=400 if form.errors else 200)


@require_GET
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    """One run: its state, how its answers were read, and what could not be taken."""
    shown = _fetch(request, run_id)
    return render(request, "benchmark/run.html", _context(request, shown))


@require_GET
def run_progress(request: HttpRequest, run_id: int) -> HttpResponse:
    """The part of the run's page that changes while it is imported."""
    shown = _fetch(request, run_id)
    return render(request, "benchmark/run_progress.html", _context(request, shown))


@require_GET
def run_predictions(request: HttpRequest, run_id: int) -> HttpResponse:
    """The answers of a run beside the truth, once all are stored; the address may narrow them down."""
    shown = _fetch(request, run_id)
    form = PredictionFilter(request.GET)
    wanted = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    stored = shown.predictions.all() if shown.completed_at else shown.predictions.none()
    found = stored.filter(**wanted).for_list()
    page = Paginator(found, PREDICTIONS_A_PAGE).get_page(request.GET.get("page"))
    context = {"run": shown, "form": form, "page": page, "rows": [(row, _reason(row)) for row in page]}
    return render(request, "benchmark/run_predictions.html", context)


@require_POST
def change_run(request: HttpRequest, run_id: int, write: Callable[..., None]) -> HttpResponse:
    """Cancel, retry, retire or restore a run, whichever the address says."""
    changed = get_object_or_404(Run.objects.changeable_by(request.user), pk=run_id)
    try:
        write(changed, who=request.user)
    except RunRefused as refused:
        messages.warning(request, str(refused))
    changed.refresh_from_db()
    if changed.state == Run.State.QUEUED:
        tell_worker(changed.pk)
    return redirect("run", run_id)


@require_POST
def run_public(request: HttpRequest, run_id: int) -> HttpResponse:
    """Show a run to everybody, or no longer."""
    shown = get_object_or_404(Run, pk=run_id)
    try:
        show_run(shown, public=request.POST.get("show") == "everybody", who=request.user)
    except RunRefused as refused:
        messages.warning(request, str(refused))
    return redirect("run", run_id)


def _fetch(request: HttpRequest, run_id: int) -> Run:
    return get_object_or_404(Run.objects.visible_to(request.user).with_names(), pk=run_id)


def _context(request: HttpRequest, shown: Run) -> dict[str, Any]:
    return {
        "run": shown,
        "is_open": shown.state in Run.OPEN,
        "progress": progress_of(shown, timezone.now()),
        "worker_seen": WorkerBeat.objects.alive().exists(),
        "readings": _readings(shown),
        "problems": shown.problems.all()[:PROBLEMS_SHOWN],
        "more_problems": max(shown.rows_bad - PROBLEMS_SHOWN, 0),
        "may_change": Run.objects.changeable_by(request.user).filter(pk=shown.pk).exists(),
    }


def _readings(shown: Run) -> list[dict[str, Any]]:
    """How the answers of each task were read, in the benchmark's order; none before all are stored."""
    rows = shown.predictions.readings() if shown.completed_at else []
    return sorted(rows, key=lambda row: place_of(row["task"]))


def _reason(row: Prediction) -> str:
    """Why nothing was read: the reading is made again, since only its outcome is stored."""
    if row.answer is not None:
        return ""
    return mark(row.task, row.raw, row.item.truth, row.item.facts).reason
