"""Writers of answers and of the time they took: each is one atomic step, safe to take twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists

from annotation.models import Assignment, Response, Span, Study
from annotation.sessions.timing import MOST_SPANS, TIMING_VERSION, End, Flag, TimedSpan, measure
from benchmark.tasks.outcomes import Reading

State = Assignment.State


class NotShown(Exception):
    """An answer to an item that this person has not been shown."""


@transaction.atomic
def record_spans(*, assignment: Assignment, spans: Iterable[TimedSpan]) -> None:
    """Keep spans of looking at the item that is shown, at most MOST_SPANS of them, and no others.

    One that is already there stays as it is.
    """
    shown = Assignment.objects.select_for_update(no_key=True).filter(pk=assignment.pk, state=State.SHOWN)
    if shown.first():
        free = MOST_SPANS - assignment.spans.count()
        _keep_spans(assignment, islice(spans, max(free, 0)))


@transaction.atomic
def submit(
    *,
    assignment: Assignment,
    text: str,
    load_key: UUID,
    spans: Iterable[TimedSpan],
    aids: Mapping[str, Any],
    flags: Iterable[Flag] = (),
    reading: Reading | None = None,
) -> Response:
    """The one response to an assignment: made by the first answer, found by every later one.

    `flags` are added to those that the spans earn; `reading` is that of the text, where the form has read it
    already. Raises NotShown.
    """
    validity = _claim(assignment)
    if validity is None:
        return _earlier_response(assignment)
    known = [_timed(row) for row in assignment.spans.all()]
    spans = list(spans)
    _keep_spans(assignment, spans)
    together = {(span.load_key, span.sequence): span for span in [*spans, *known]}
    timing = measure(together.values(), shown_ms=_milliseconds(assignment.shown_at))
    response = Response.mark(
        assignment.study_item.item,
        text,
        reading=reading,
        assignment=assignment,
        load_key=load_key,
        validity=validity,
        response_time_ms=timing.response_time_ms,
        timing_flags=[*timing.flags, *flags],
        timing_version=TIMING_VERSION,
        aids=dict(aids),
    )
    response.save(force_insert=True)
    return response


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


def _keep_spans(assignment: Assignment, spans: Iterable[TimedSpan]) -> None:
    Span.objects.bulk_create([_row(assignment, span) for span in spans], ignore_conflicts=True)


def _milliseconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp() * 1000


def _row(assignment: Assignment, span: TimedSpan) -> Span:
    return Span(
        assignment=assignment,
        load_key=span.load_key,
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


def _timed(row: Span) -> TimedSpan:
    return TimedSpan(
        load_key=str(row.load_key),
        sequence=row.sequence,
        began_monotonic_ms=row.began_monotonic_ms,
        ended_monotonic_ms=row.ended_monotonic_ms,
        began_wall_ms=row.began_wall_ms,
        ended_wall_ms=row.ended_wall_ms,
        hidden_ms=row.hidden_ms,
        ended_by=End(row.ended_by),
        issued_ms=row.issued_at.timestamp() * 1000,
        received_ms=row.received_at.timestamp() * 1000,
        pictures_failed=row.pictures_failed,
    )
