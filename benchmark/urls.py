"""Addresses of items and model runs."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from benchmark import item_views


class Sha256(StringConverter):
    regex = "[0-9a-f]{64}"


register_converter(Sha256, "sha256")

VERSION = "benchmarks/<slug:name>/<int:number>/"

urlpatterns = [
    path("benchmarks/", item_views.benchmarks, name="benchmarks"),
    path("benchmarks/import/", item_views.benchmark_import, name="benchmark_import"),
    path(VERSION, item_views.benchmark_version, name="benchmark_version"),
    path(f"{VERSION}results/", item_views.benchmark_publish, name="benchmark_publish"),
    path(f"{VERSION}items/", item_views.benchmark_items, name="benchmark_items"),
    path(f"{VERSION}items/<slug:key>/", item_views.item, name="item"),
    path("pictures/<sha256:file_sha256>/", item_views.picture, name="picture"),
]
