"""Addresses of items and model runs."""

from django.urls import include, path

urlpatterns = [
    path("", include("benchmark.items.urls")),
    path("", include("benchmark.runs.urls")),
]
