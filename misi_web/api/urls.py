"""Addresses of the REST API."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from misi_web.api import pages, views

app_name = "api"
VERSION = "benchmarks/<slug:name>/versions/<int:number>/"

urlpatterns = [
    path("", views.Root.as_view(), name="root"),
    path("benchmarks/", views.Benchmarks.as_view(), name="benchmarks"),
    path(VERSION, views.Version.as_view(), name="version"),
    path(f"{VERSION}items/", views.Items.as_view(), name="items"),
    path(f"{VERSION}results/", views.Results.as_view(), name="results"),
    path(f"{VERSION}leaderboard/", views.LeaderboardView.as_view(), name="leaderboard"),
    path("runs/", views.Runs.as_view(), name="runs"),
    path("runs/upload/", views.RunUploadView.as_view(), name="run_upload"),
    path("runs/<int:run_id>/", views.RunDetail.as_view(), name="run"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", pages.docs, name="docs"),
]
