"""The pages of the people who run studies."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from annotation.design import studies as writers
from annotation.design.forms import StateForm
from annotation.models import Study

CHANGES = {
    Study.State.OPEN: writers.open_study,
    Study.State.PAUSED: writers.pause_study,
    Study.State.CLOSED: writers.close_study,
}
VERBS: dict[str, str] = {Study.State.OPEN: "Open", Study.State.PAUSED: "Pause", Study.State.CLOSED: "Close"}


def next_states(study: Study) -> list[tuple[str, str]]:
    """The states this study may come into, each with the word on its button."""
    return [(state, VERBS[state]) for state, before in writers.BEFORE.items() if study.state in before]


def studies(request: HttpRequest) -> HttpResponse:
    """A researcher's own studies, or all for an admin, with what came in so far."""
    rows = [
        {
            "study": study,
            "link": request.build_absolute_uri(reverse("join", args=[study.slug])),
            "next_states": next_states(study),
        }
        for study in Study.objects.visible_to(request.user).with_counts()
    ]
    return render(request, "annotation/studies.html", {"rows": rows})


@require_POST
def study_state(request: HttpRequest, slug: str) -> HttpResponse:
    """Open, pause or close a study."""
    study = get_object_or_404(Study.objects.visible_to(request.user), slug=slug)
    form = StateForm(request.POST)
    if not form.is_valid():
        return redirect("studies")
    try:
        CHANGES[form.cleaned_data["state"]](study=study, who=request.user)
    except writers.StudyRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("studies")


@require_POST
def study_public(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the results of a study's people to everybody, or no longer."""
    study = get_object_or_404(Study.objects.visible_to(request.user), slug=slug)
    write = writers.show_results if request.POST.get("results") == "public" else writers.hide_results
    write(study=study, who=request.user)
    return redirect("studies")
