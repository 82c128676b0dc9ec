"""Addresses of model runs."""

from functools import partial

from django.urls import path

from benchmark.runs import views
from benchmark.runs.queueing import cancel_run, restore_run, retire_run, retry_run

RUN = "runs/<int:run_id>/"
skipping = partial(retry_run, skip_bad_lines=True)

urlpatterns = [
    path("runs/", views.runs, name="runs"),
    path("runs/upload/", views.run_upload, name="run_upload"),
    path(RUN, views.run, name="run"),
    path(f"{RUN}progress/", views.run_progress, name="run_progress"),
    path(f"{RUN}predictions/", views.run_predictions, name="run_predictions"),
    path(f"{RUN}cancel/", views.change_run, {"write": cancel_run}, name="run_cancel"),
    path(f"{RUN}retry/", views.change_run, {"write": retry_run}, name="run_retry"),
    path(f"{RUN}retry-skipping/", views.change_run, {"write": skipping}, name="run_retry_skipping"),
    path(f"{RUN}retire/", views.change_run, {"write": retire_run}, name="run_retire"),
    path(f"{RUN}restore/", views.change_run, {"write": restore_run}, name="run_restore"),
    path(f"{RUN}publish/", views.run_public, name="run_public"),
]
