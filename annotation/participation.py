"""Writers of what one person does in a study: each is one atomic step, safe to take twice."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
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
from annotation.timing import TIMING_VERSION, End, Flag, Span, measure
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
    locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)  # people get numbers in turn
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
        number=locked.participations.filter(kind=kind).count(),
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


def advance(*, participation: Participation) -> list[Assignment]:
    """The item the person is at and the one ahead, both reserved; none when all is answered.

    The first is shown from now on, unless the instructions of its task are still to be read.
    """
    while True:
        following, ready = _advance_once(participation)
        if len(ready) == len(following):
            return ready


def record_spans(*, assignment: Assignment, spans: Iterable[Span]) -> None:
    """Keep spans of looking. One that is already there stays as it is."""
    Segment.objects.bulk_create([_segment(assignment, span) for span in spans], ignore_conflicts=True)


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
    record_spans(assignment=assignment, spans=spans)
    timing = measure({(span.load, span.sequence): span for span in [*spans, *known]}.values())
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


def _plan(participation: Participation, design: Design) -> None:
    """Fix which items the person gets, in which order."""
    structure = ItemStructure.objects.filter(item=OuterRef("item"), is_cluster=True).values(
        "structure__source_id"
    )
    items = StudyItem.objects.filter(study=participation.study_id, role=StudyItem.Role.SCORED)
    rows = items.annotate(structure=Subquery(structure[:1])).values_list("pk", "item__task", "structure")
    cards = [dealing.Card(pk, task, name or f"item {pk}") for pk, task, name in rows]
    order = dealing.deal(
        cards,
        design.tasks,
        number=participation.number,
        seed=participation.seed,
        balanced=design.order == "balanced",
    )
    planned = [
        Assignment(participation=participation, study_item_id=card.id, position=position)
        for position, card in enumerate(order)
    ]
    Assignment.objects.bulk_create(planned, batch_size=BATCH)
    Participation.objects.filter(pk=participation.pk).update(blocks=dealing.blocks(order))


@transaction.atomic
def _advance_once(participation: Participation) -> tuple[list[Assignment], list[Assignment]]:
    """What comes next in the plan, and what of it could be reserved: an item without a free slot cannot."""
    now = timezone.now()
    Participation.objects.filter(pk=participation.pk).update(last_seen_at=now)
    following = list(participation.assignments.open().with_items()[:AHEAD])
    _lock_limited([assignment for assignment in following if assignment.state == State.PLANNED])
    ready = [assignment for assignment in following if _reserve(assignment)]
    if not following:
        _move(participation, Stage.WORKING, Stage.FINISHED, finished_at=now)
    elif ready[:1] == following[:1] and ready[0].study_item.item.task in participation.instructed:
        _show(ready[0], now)
    return following, ready


def _lock_limited(planned: Iterable[Assignment]) -> None:
    """Take turns with everybody else who wants a slot of these items, until the transaction ends.

    In the order of their ids: two people who each hold what the other waits for would wait for ever.
    """
    limited = [assignment.study_item_id for assignment in planned if assignment.study_item.k is not None]
    if limited:
        list(StudyItem.objects.select_for_update(no_key=True).filter(pk__in=limited).order_by("pk"))


def _reserve(assignment: Assignment) -> bool:
    """Take one of the item's slots for this person; False, and released, where none is left."""
    if assignment.state != State.PLANNED:
        return True
    planned = Assignment.objects.filter(pk=assignment.pk, state=State.PLANNED)
    slot, wanted = None, assignment.study_item.k
    if wanted is not None:
        given = Assignment.objects.filter(study_item=assignment.study_item_id, slot__isnull=False)
        free = sorted(set(range(wanted)) - set(given.values_list("slot", flat=True)))
        if not free:
            planned.update(state=State.RELEASED)
            return False
        slot = free[0]
    planned.update(state=State.RESERVED, slot=slot)
    assignment.state = State.RESERVED
    return True


def _show(assignment: Assignment, now: datetime) -> None:
    if assignment.state != State.SHOWN:
        reserved = Assignment.objects.filter(pk=assignment.pk, state=State.RESERVED)
        reserved.update(state=State.SHOWN, shown_at=now)
        assignment.state = State.SHOWN


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
