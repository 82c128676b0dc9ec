"""The front page and the health of the site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation.models import Study
from benchmark.models import BenchmarkVersion


def home(request: HttpRequest) -> HttpResponse:
    """Studies to join and results to see."""
    context = {
        "studies": Study.objects.joinable(),
        "versions": BenchmarkVersion.objects.public().with_names(),
    }
    return render(request, "home.html", context)
