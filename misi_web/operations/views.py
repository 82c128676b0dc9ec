"""The front page and the health of the site."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from annotation.models import Study
from benchmark.models import BenchmarkVersion
from misi_web.operations import health


def home(request: HttpRequest) -> HttpResponse:
    """Studies to join and results to see."""
    context = {
        "studies": Study.objects.joinable(),
        "versions": BenchmarkVersion.objects.public().with_names(),
    }
    return render(request, "home.html", context)


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while database, broker and worker all answer, else 503; which of them does not stands inside."""
    parts = health.state()
    well = all(state == health.OK for state in parts.values())
    return JsonResponse(parts, status=200 if well else 503)
