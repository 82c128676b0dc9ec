"""Addresses of benchmarks, their items and pictures."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from benchmark.items import views


class Sha256(StringConverter):
    regex = "[0-9a-f]{64}"


register_converter(Sha256, "sha256")

VERSION = "benchmarks/<slug:name>/<int:number>/"

urlpatterns = [
    path("benchmarks/", views.benchmarks, name="benchmarks"),
    path("benchmarks/import/", views.benchmark_import, name="benchmark_import"),
    path(VERSION, views.benchmark_version, name="benchmark_version"),
    path(f"{VERSION}results/", views.benchmark_public, name="benchmark_public"),
    path(f"{VERSION}items/", views.benchmark_items, name="benchmark_items"),
    path(f"{VERSION}items/<slug:key>/", views.item, name="item"),
    path("pictures/<sha256:file_sha256>/", views.picture, name="picture"),
]
