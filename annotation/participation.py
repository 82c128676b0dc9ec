"""Writers of what one person does in a study: each is one atomic step, safe to take twice."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from annotation import dealing
from annotation.design import Design
from annotation.models import (
    Assignment,
    Consent,
    Participation,
    Response,
    Segment,
    Study,
    StudyItem,
    token_sha256,
)
from annotation.timing import MOST_SPANS, TIMING_VERSION, End, Flag, Span, measure
from benchmark.models import ItemStructure

Stage = Participation.Stage
State = Assignment.State
# The item a person is at, and one more whose pictures load meanwhile.
AHEAD = 2
BATCH = 1000


class StudyNotOpen(Exception):
    """Nobody can join just now."""


class NotShown(Exception):
    """An answer to an item that this person has not been shown."""


def new_token() -> str:
    """A key that nobody guesses: 192 random bits, safe in an address."""
    return secrets.token_urlsafe(24)


@transaction.atomic
def join(*, study: Study, token: str, kind: str = Participation.Kind.LIVE) -> Participation:
    """The participation that `token` opens, made if it is new. Raises StudyNotOpen."""
    locked = _lock_study(study.pk)  # of two requests with one key the second finds what the first made
    key = token_sha256(token)
    if known := Participation.objects.filter(study=locked, token_sha256=key).first():
        return known
    if locked.state != Study.State.OPEN:
        raise StudyNotOpen
    return Participation.objects.create(
        study=locked,
        design=locked.designs.latest(),
        kind=kind,
        person_key=key,
        token_sha256=key,
        seed=secrets.randbits(63),
    )


@transaction.atomic
def agree(*, participation: Participation, design: Design) -> None:
    """Note that the person agreed, and to which text."""
    if not _move(participation, Stage.CONSENT, Stage.BACKGROUND):
        return
    text, language = design.consent_in(participation.language)
    sha = hashlib.sha256(text.encode()).hexdigest()
    Consent.objects.create(participation=participation, text_sha256=sha, language=language)
    if not design.background:
        tell_background(participation=participation, design=design, answers={})


def refuse(*, participation: Participation) -> None:
    """Note that the person does not want to take part."""
    _move(participation, Stage.CONSENT, Stage.REFUSED)


@transaction.atomic
def tell_background(*, participation: Participation, design: Design, answers: Mapping[str, Any]) -> None:
    """Keep what the person said about themself, and plan the order of their items."""
    if _move(participation, Stage.BACKGROUND, Stage.WORKING, background=dict(answers)):
        _plan(participation, design)


@transaction.atomic
def read_instructions(*, participation: Participation, task: str) -> None:
    """Note that the person has read what a task asks."""
    locked = Participation.objects.select_for_update().get(pk=participation.pk)
    if task not in locked.instructed:
        Participation.objects.filter(pk=locked.pk).update(instructed=[*locked.instructed, task])


@transaction.atomic
def advance(*, participation: Participation, now: datetime) -> list[Assignment]:
    """The item the person is at and the one ahead, both reserved; none unless they are at work.

    The first is shown from `now` on, unless the instructions of its task are still to be read. Who has
    answered all is finished.
    """
    if not participation.is_at_work():
        return []
    Participation.objects.filter(pk=participation.pk).update(last_seen_at=now)
    following = list(participation.assignments.open().with_items()[:AHEAD])
    for assignment in following:
        _reserve(assignment)
    if not following:
        _move(participation, Stage.WORKING, Stage.FINISHED, finished_at=now)
    elif following[0].study_item.item.task in participation.instructed:
        _show(following[0], now)
    return following


@transaction.atomic
def record_spans(*, assignment: Assignment, spans: Iterable[Span]) -> None:
    """Keep spans of looking at the item that is shown, at most MOST_SPANS of them, and no others.

    One that is already there stays as it is.
    """
    shown = Assignment.objects.select_for_update(no_key=True).filter(pk=assignment.pk, state=State.SHOWN)
    if shown.first():
        free = MOST_SPANS - assignment.segments.count()
        _keep_spans(assignment, islice(spans, max(free, 0)))


@transaction.atomic
def submit(
    *,
    assignment: Assignment,
    text: str,
    submission_key: UUID,
    spans: Iterable[Span],
    aids: Mapping[str, Any],
    flags: Iterable[Flag] = (),
) -> Response:
    """The one response to an assignment: made by the first answer, found by every later one.

    `flags` are added to those that the spans earn. Raises NotShown.
    """
    validity = _claim(assignment)
    if validity is None:
        return _earlier_response(assignment)
    known = [_span(segment) for segment in assignment.segments.all()]
    spans = list(spans)
    _keep_spans(assignment, spans)
    together = {(span.load, span.sequence): span for span in [*spans, *known]}
    timing = measure(together.values(), shown_ms=_milliseconds(assignment.shown_at))
    response = Response.mark(
        assignment.study_item.item,
        text,
        assignment=assignment,
        submission_key=submission_key,
        validity=validity,
        response_time_ms=timing.response_time_ms,
        timing_flags=[*timing.flags, *flags],
        timing_version=TIMING_VERSION,
        aids=dict(aids),
    )
    response.save(force_insert=True)
    return response


def _move(participation: Participation, before: str, after: str, **fields: Any) -> bool:
    """Take one step; False where the person is no longer (or not yet) there."""
    at = Participation.objects.filter(pk=participation.pk, stage=before)
    return at.update(stage=after, last_seen_at=timezone.now(), **fields) == 1


def _lock_study(study_id: int) -> Study:
    """Take turns with everybody else who joins this study or gets their plan, until the transaction ends."""
    return Study.objects.select_for_update(no_key=True).get(pk=study_id)


def _plan(participation: Participation, design: Design) -> None:
    """Number the person among those who came this far, and fix which items they get, in which order."""
    _lock_study(participation.study_id)
    people = Participation.objects.filter(study=participation.study_id, kind=participation.kind)
    number = people.filter(number__isnull=False).count()
    structure = ItemStructure.objects.filter(item=OuterRef("item"), is_cluster=True).values(
        "structure__source_id"
    )
    items = StudyItem.objects.filter(study=participation.study_id, role=StudyItem.Role.SCORED)
    rows = items.annotate(structure=Subquery(structure[:1])).values_list("pk", "item__task", "structure")
    cards = [dealing.Card(pk, task, name or f"item {pk}") for pk, task, name in rows]
    order = dealing.deal(
        cards,
        design.tasks,
        number=number,
        seed=participation.seed,
        balanced=design.order == "balanced",
    )
    planned = [
        Assignment(participation=participation, study_item_id=card.id, position=position)
        for position, card in enumerate(order)
    ]
    Assignment.objects.bulk_create(planned, batch_size=BATCH)
    Participation.objects.filter(pk=participation.pk).update(number=number, blocks=dealing.blocks(order))


def _reserve(assignment: Assignment) -> None:
    if assignment.state == State.PLANNED:
        Assignment.objects.filter(pk=assignment.pk, state=State.PLANNED).update(state=State.RESERVED)
        assignment.state = State.RESERVED


def _show(assignment: Assignment, now: datetime) -> None:
    if assignment.state != State.SHOWN:
        reserved = Assignment.objects.filter(pk=assignment.pk, state=State.RESERVED)
        reserved.update(state=State.SHOWN, shown_at=now)
        assignment.state, assignment.shown_at = State.SHOWN, now


def _claim(assignment: Assignment) -> str | None:
    """Make the assignment answered; None where another answer was first, else what this one counts as.

    One conditional update decides: of two answers at the same moment the second waits for the row, then
    finds it answered. What was shown is taken even if the study has been closed since, but its results are
    fixed by then.
    """
    shown = Assignment.objects.filter(pk=assignment.pk, state=State.SHOWN)
    closed = Study.objects.filter(participations__assignments=assignment.pk, state=Study.State.CLOSED)
    if shown.exclude(Exists(closed)).update(state=State.ANSWERED):
        return Response.Validity.VALID
    if shown.update(state=State.ANSWERED):
        return Response.Validity.SURPLUS
    return None


def _earlier_response(assignment: Assignment) -> Response:
    try:
        return Response.objects.get(assignment=assignment)
    except Response.DoesNotExist:
        raise NotShown from None


def _keep_spans(assignment: Assignment, spans: Iterable[Span]) -> None:
    Segment.objects.bulk_create([_segment(assignment, span) for span in spans], ignore_conflicts=True)


def _milliseconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp() * 1000


def _segment(assignment: Assignment, span: Span) -> Segment:
    return Segment(
        assignment=assignment,
        load_id=span.load,
        sequence=span.sequence,
        began_monotonic_ms=span.began_monotonic_ms,
        ended_monotonic_ms=span.ended_monotonic_ms,
        began_wall_ms=span.began_wall_ms,
        ended_wall_ms=span.ended_wall_ms,
        hidden_ms=span.hidden_ms,
        ended_by=span.ended_by,
        pictures_failed=span.pictures_failed,
        issued_at=datetime.fromtimestamp(span.issued_ms / 1000, UTC),
        received_at=datetime.fromtimestamp(span.received_ms / 1000, UTC),
    )


def _span(segment: Segment) -> Span:
    return Span(
        load=str(segment.load_id),
        sequence=segment.sequence,
        began_monotonic_ms=segment.began_monotonic_ms,
        ended_monotonic_ms=segment.ended_monotonic_ms,
        began_wall_ms=segment.began_wall_ms,
        ended_wall_ms=segment.ended_wall_ms,
        hidden_ms=segment.hidden_ms,
        ended_by=End(segment.ended_by),
        issued_ms=segment.issued_at.timestamp() * 1000,
        received_ms=segment.received_at.timestamp() * 1000,
        pictures_failed=segment.pictures_failed,
    )
