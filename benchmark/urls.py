"""Addresses of items and model runs."""

from functools import partial

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from benchmark import item_views, run_views
from benchmark.runs import cancel_run, restore_run, retire_run, retry_run


class Sha256(StringConverter):
    regex = "[0-9a-f]{64}"


register_converter(Sha256, "sha256")

RUN = "runs/<int:run_id>/"
skipping = partial(retry_run, skip_bad_lines=True)
VERSION = "benchmarks/<slug:name>/<int:number>/"

urlpatterns = [
    path("benchmarks/", item_views.benchmarks, name="benchmarks"),
    path("benchmarks/import/", item_views.benchmark_import, name="benchmark_import"),
    path(VERSION, item_views.benchmark_version, name="benchmark_version"),
    path(f"{VERSION}results/", item_views.benchmark_publish, name="benchmark_publish"),
    path(f"{VERSION}items/", item_views.benchmark_items, name="benchmark_items"),
    path(f"{VERSION}items/<slug:key>/", item_views.item, name="item"),
    path("pictures/<sha256:file_sha256>/", item_views.picture, name="picture"),
    path("runs/", run_views.runs, name="runs"),
    path("runs/upload/", run_views.run_upload, name="run_upload"),
    path(RUN, run_views.run, name="run"),
    path(f"{RUN}progress/", run_views.run_progress, name="run_progress"),
    path(f"{RUN}predictions/", run_views.run_predictions, name="run_predictions"),
    path(f"{RUN}cancel/", run_views.change_run, {"write": cancel_run}, name="run_cancel"),
    path(f"{RUN}retry/", run_views.change_run, {"write": retry_run}, name="run_retry"),
    path(f"{RUN}retry-skipping/", run_views.change_run, {"write": skipping}, name="run_retry_skipping"),
    path(f"{RUN}retire/", run_views.change_run, {"write": retire_run}, name="run_retire"),
    path(f"{RUN}restore/", run_views.change_run, {"write": restore_run}, name="run_restore"),
    path(f"{RUN}publish/", run_views.publish_run, name="run_publish"),
]
