"""Staff pages: benchmarks, their versions, and items with their pictures and their truth."""

from pathlib import Path
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.common.sending import send_picture
from benchmark.formats.packages.archive import Refused
from benchmark.items.forms import ItemFilter, PackageUpload
from benchmark.items.importing import hide_results, import_package, show_results
from benchmark.models import BenchmarkVersion, Picture, Structure
from benchmark.tasks import place_of

ITEMS_A_PAGE = 50


@require_GET
def benchmarks(request: HttpRequest) -> HttpResponse:
    """All benchmark versions with their numbers of tasks and items."""
    versions = BenchmarkVersion.objects.with_names().counted()
    return render(request, "benchmark/benchmarks.html", {"versions": versions})


@require_GET
def benchmark_version(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """One version: its items by task and stratum, and the structures they show."""
    version = _fetch_version(name, number)
    tally = sorted(version.items.tally(), key=_in_task_order)
    context = {
        "version": version,
        "tally": tally,
        "item_count": sum(row["items"] for row in tally),
        "structures": Structure.objects.shown_in(version),
    }
    return render(request, "benchmark/version.html", context)


@require_GET
def benchmark_items(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """The items of a version; the address may narrow them down to a task or a structure."""
    version = _fetch_version(name, number)
    form = ItemFilter(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    items = version.items.for_list()
    if task := wanted.get("task"):
        items = items.filter(task=task)
    if structure := wanted.get("structure"):
        items = items.showing(structure)
    page = Paginator(items, ITEMS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "benchmark/items.html", {"version": version, "form": form, "page": page})


@require_GET
def item(request: HttpRequest, name: str, number: int, key: str) -> HttpResponse:
    """One item with its pictures and its truth, and the way to the next one of its task."""
    version = _fetch_version(name, number)
    shown = get_object_or_404(version.items.for_display(), key=key)
    pictures = list(shown.item_pictures.all())
    placed = {of.role: of for of in pictures}
    same_task = version.items.filter(task=shown.task).only("version", "key")
    context = {
        "version": version,
        "item": shown,
        "pictures": pictures,
        "options": [(letter, text, placed.get(text)) for letter, text in sorted(shown.options.items())],
        "structures": shown.item_structures.select_related("structure").order_by("role"),
        "before": same_task.filter(pk__lt=shown.pk).order_by("-pk").first(),
        "after": same_task.filter(pk__gt=shown.pk).order_by("pk").first(),
    }
    return render(request, "benchmark/item.html", context)


@require_GET
def picture(request: HttpRequest, file_sha256: str) -> HttpResponseBase:
    """The file of a picture, for staff."""
    shown = Picture.objects.filter(file_sha256=file_sha256).first()
    if shown is None:
        raise Http404
    return send_picture(shown)


@require_http_methods(["GET", "HEAD", "POST"])
def benchmark_import(request: HttpRequest) -> HttpResponse:
    """Import a zipped item package while the page waits, or list what is wrong with it."""
    form = PackageUpload(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        try:
            result = import_package(
                Path(sent["package"].temporary_file_path()),
                name=sent["name"],
                new_version=sent["new_version"],
                who=request.user,
            )
        except Refused as refused:
            context = {"form": form, "complaints": list(refused.complaints.sentences())}
            return render(request, "benchmark/import.html", context, status=400)
        messages.info(request, result.sentence())
        return redirect("benchmark_version", result.version.benchmark.name, result.version.number)
    return render(request, "benchmark/import.html", {"form": form})


@require_POST
def benchmark_public(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Show the results on a version to everybody, or no longer."""
    version = _fetch_version(name, number)
    write = show_results if request.POST.get("results") == "public" else hide_results
    write(version, who=request.user)
    return redirect("benchmark_version", name, number)


def _fetch_version(name: str, number: int) -> BenchmarkVersion:
    versions = BenchmarkVersion.objects.with_names()
    return get_object_or_404(versions, benchmark__name=name, number=number)


def _in_task_order(row: dict[str, Any]) -> tuple[Any, ...]:
    return place_of(row["task"]), row["stratum"]
