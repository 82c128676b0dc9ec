"""Addresses of participants. Below the one address of a person, whose key is the token."""

from django.urls import include, path

from annotation.sessions import views

participant = [
    path("", views.participant, name="participant"),
    path("consent/", views.participant_consent, name="participant_consent"),
    path("background/", views.participant_background, name="participant_background"),
    path("instructions/<slug:task>/", views.participant_instructions, name="participant_instructions"),
    path(
        "instructions/<slug:task>/turn/",
        views.participant_instructions_turn,
        name="participant_instructions_turn",
    ),
    path("continue/", views.participant_continue, name="participant_continue"),
    path("continue/turn/", views.participant_continue_turn, name="participant_continue_turn"),
    path("items/<int:position>/answer/", views.participant_submit, name="participant_submit"),
    path("items/<int:position>/turn/", views.participant_turn, name="participant_turn"),
    path("items/<int:position>/spans/", views.participant_spans, name="participant_spans"),
    path(
        "items/<int:position>/pictures/<int:number>/", views.participant_picture, name="participant_picture"
    ),
    path(
        "examples/<slug:task>/pictures/<int:number>/",
        views.participant_example_picture,
        name="participant_example_picture",
    ),
]

urlpatterns = [
    path("s/<slug:slug>/", views.join, name="join"),
    path("s/<slug:slug>/p/<str:token>/", include(participant)),
]
