"""Addresses of the people who run studies."""

from django.urls import path

from annotation.design import views

urlpatterns = [
    path("studies/", views.studies, name="studies"),
    path("studies/<slug:slug>/state/", views.study_state, name="study_state"),
    path("studies/<slug:slug>/publish/", views.study_public, name="study_public"),
]
