"""Addresses of studies: the participant's pages and the staff's."""

from django.urls import include, path

urlpatterns = [
    path("", include("annotation.sessions.urls")),
    path("", include("annotation.design.urls")),
]
