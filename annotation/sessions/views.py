"""A participant's pages.

The key of a participant is the token in the address: no cookie, no login. So the posts are exempt from the
check against forged requests, which protects what a browser sends along by itself, such as a session cookie.
Here nothing is sent along: whoever can post to these addresses already holds the key.

One address always shows where the person is. The others take something in and lead back to it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django_htmx.http import reswap, retarget

from annotation.models import Assignment, Participation, Study, StudyItem
from annotation.sessions import answers, assignments, joining
from annotation.sessions.forms import AnswerForm, BackgroundForm, ConsentForm, SpansForm
from annotation.sessions.screens import Screen, Visit, screen_for
from benchmark.common.sending import send_picture
from benchmark.models import ItemPicture

View = Callable[..., HttpResponse]
UNPROCESSABLE = 422
SAVED = "Saved"
ALREADY = "This item was answered before, and the first answer counts."
# The key of a new participation travels through the join form signed, so that pressing Start twice
# makes one participation and nobody chooses a key that others can guess.
new_keys = Signer(salt="annotation.join")


def step(view: View) -> View:
    """A view that takes something in: by POST only, all else leads to the participant's page."""

    @wraps(view)
    def wrapped(request: HttpRequest, slug: str, token: str, *places: Any, **names: Any) -> HttpResponse:
        if request.method != "POST":
            return redirect("participant", slug, token)
        return view(request, slug, token, *places, **names)

    return csrf_exempt(never_cache(wrapped))


def fetch_visit(slug: str, token: str) -> Visit:
    return Visit(get_object_or_404(Participation.objects.with_token(slug, token)), token)


def fetch_assignment(slug: str, token: str, position: int) -> Assignment:
    """The item at a place of this person's own order."""
    return get_object_or_404(Assignment.objects.of_token(slug, token), position=position)


def current_screen(visit: Visit) -> Screen:
    """Where the person is. Looking changes nothing."""
    return screen_for(visit, assignments.items_at_hand(visit.person), timezone.now())


@csrf_exempt
@never_cache
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """What the study is, and a button that starts it."""
    study = get_object_or_404(Study.objects.announced(), slug=slug)
    if request.method == "POST":
        try:
            token = new_keys.unsign(request.POST.get("key", ""))
            joining.join(study=study, token=token)
            return redirect("participant", slug, token)
        except (BadSignature, joining.StudyNotOpen):
            return redirect("join", slug)
    key = new_keys.sign(joining.new_token())
    return render(request, "annotation/join.html", {"study": study, "key": key})


@never_cache
def participant(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Where the person is: consent, background, instructions, an item, or the end."""
    visit = fetch_visit(slug, token)
    return page(request, visit, current_screen(visit))


def page(
    request: HttpRequest, visit: Visit, screen: Screen, *, status: int = 200, **extra: Any
) -> HttpResponse:
    """The participant's page around a screen."""
    context = {"visit": visit, "screen": screen.template, **screen.context}
    if visit.person.stage == Participation.Stage.BACKGROUND:
        context["form"] = BackgroundForm(design=visit.design)
    return render(request, "annotation/participant.html", context | extra, status=status)


@step
def participant_consent(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    visit, form = fetch_visit(slug, token), ConsentForm(request.POST)
    if form.is_valid():
        if form.cleaned_data["choice"] == form.AGREE:
            joining.agree(participation=visit.person, design=visit.design)
        else:
            joining.refuse(participation=visit.person)
    return redirect("participant", slug, token)


@step
def participant_background(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    visit = fetch_visit(slug, token)
    form = BackgroundForm(request.POST, design=visit.design)
    if visit.person.stage == Participation.Stage.BACKGROUND and not form.is_valid():
        return page(request, visit, current_screen(visit), status=UNPROCESSABLE, form=form)
    if form.is_valid():
        answers = form.cleaned_data
        joining.tell_background(participation=visit.person, design=visit.design, answers=answers)
    return redirect("participant", slug, token)


@step
def participant_instructions(request: HttpRequest, slug: str, token: str, task: str) -> HttpResponse:
    visit = fetch_visit(slug, token)
    if task in visit.design.tasks:
        joining.read_instructions(participation=visit.person, task=task)
    return redirect("participant", slug, token)


@step
def participant_instructions_turn(request: HttpRequest, slug: str, token: str, task: str) -> HttpResponse:
    """The same from the page's script: the fragment of what comes next."""
    visit, now = fetch_visit(slug, token), timezone.now()
    if task not in visit.design.tasks:
        return fragment(request, visit, current_screen(visit))
    at_hand = joining.read_instructions(participation=visit.person, task=task, sent_at=now)
    return fragment(request, visit, screen_for(visit, at_hand, now))


@step
def participant_continue(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """On from where somebody stopped, such as when a paused study is open again."""
    assignments.move_on(participation=fetch_visit(slug, token).person)
    return redirect("participant", slug, token)


@step
def participant_continue_turn(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The same from the page's script: the fragment of what comes next."""
    visit = fetch_visit(slug, token)
    return fragment(request, visit, next_screen(visit))


def next_screen(visit: Visit) -> Screen:
    """What comes next, once the person has moved on. Shown and sent are one moment, so that a load that
    never reports is noticed."""
    now = timezone.now()
    return screen_for(visit, assignments.move_on(participation=visit.person, sent_at=now), now)


def fragment(request: HttpRequest, visit: Visit, screen: Screen, notice: str = "") -> HttpResponse:
    """A screen without the page around it."""
    return render(request, screen.template, {"visit": visit, "notice": notice, **screen.context})


@step
def participant_submit(request: HttpRequest, slug: str, token: str, position: int) -> HttpResponse:
    """An answer from a browser without script: back to the page, or the page with what is wrong."""
    visit, form, notice = receive(request, slug, token, position)
    if notice is None:
        return page(request, visit, current_screen(visit), status=UNPROCESSABLE, problem=form)
    assignments.move_on(participation=visit.person)
    return redirect("participant", slug, token)


@step
def participant_turn(request: HttpRequest, slug: str, token: str, position: int) -> HttpResponse:
    """An answer from the page's script: the fragment of what comes next, or one sentence on what is wrong."""
    visit, form, notice = receive(request, slug, token, position)
    if notice is None:
        response = render(request, "annotation/_problem.html", {"problem": form}, status=UNPROCESSABLE)
        return reswap(retarget(response, "#problem"), "outerHTML")
    return fragment(request, visit, next_screen(visit), notice)


def receive(
    request: HttpRequest, slug: str, token: str, position: int
) -> tuple[Visit, AnswerForm, str | None]:
    """Take the answer in a request, and what to tell the person; None where the form says what is wrong."""
    assignment = fetch_assignment(slug, token, position)
    visit = Visit(assignment.participation, token)
    form = AnswerForm(request.POST, assignment=assignment)
    if form.is_valid():
        return visit, form, store_answer(visit, assignment, form)
    return visit, form, None if assignment.is_open() else ALREADY


def store_answer(visit: Visit, assignment: Assignment, form: AnswerForm) -> str:
    """Store a valid answer, once; whether it was this one that was stored, in words."""
    load = form.read_load()
    spans, flags = form.read_timing(load)
    key = load.key if load else uuid.uuid4()
    try:
        response = answers.submit(
            assignment=assignment,
            text=form.cleaned_data["answer"],
            reading=form.cleaned_data["reading"],
            load_key=key,
            spans=spans,
            aids={"range": True, **form.aids()} if visit.design.show_range else form.aids(),
            flags=flags,
        )
    except answers.NotShown:
        return ""
    return SAVED if response.load_key == key else ALREADY


@step
def participant_spans(request: HttpRequest, slug: str, token: str, position: int) -> HttpResponse:
    """Spans of looking that ended without an answer: sent while the page is hidden or left."""
    assignment = fetch_assignment(slug, token, position)
    form = SpansForm(request.POST, assignment=assignment)
    if form.is_valid():
        spans, _ = form.read_timing(form.read_load())
        answers.record_spans(assignment=assignment, spans=spans)
    return HttpResponse(status=204)


def participant_picture(
    request: HttpRequest, slug: str, token: str, position: int, number: int
) -> HttpResponseBase:
    """A picture of one of the person's own items, once it is dealt."""
    dealt = Assignment.objects.of_token(slug, token).revealed().filter(position=position)
    return send_picture_at(ItemPicture.objects.filter(item__study_items__assignments__in=dealt), number)


def participant_example_picture(
    request: HttpRequest, slug: str, token: str, task: str, number: int
) -> HttpResponseBase:
    """A picture of the worked example of a task."""
    people = Participation.objects.with_token(slug, token)
    shown = StudyItem.objects.filter(study__participations__in=people, role=StudyItem.Role.EXAMPLE)
    return send_picture_at(ItemPicture.objects.filter(item__study_items__in=shown, item__task=task), number)


def send_picture_at(places: QuerySet[ItemPicture], number: int) -> HttpResponseBase:
    """The picture at a position."""
    return send_picture(get_object_or_404(places.select_related("picture"), position=number).picture)
