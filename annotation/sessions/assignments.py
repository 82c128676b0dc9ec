"""Writers of where a person is among their items."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotation.models import Assignment, Participation
from annotation.sessions.steps import move

Stage = Participation.Stage
State = Assignment.State
# The item a person is at, and one more whose pictures load meanwhile.
AHEAD = 2


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
        move(participation, Stage.WORKING, Stage.FINISHED, finished_at=now)
    elif following[0].study_item.item.task in participation.instructed:
        _show(following[0], now)
    return following


def _reserve(assignment: Assignment) -> None:
    if assignment.state == State.PLANNED:
        Assignment.objects.filter(pk=assignment.pk, state=State.PLANNED).update(state=State.RESERVED)
        assignment.state = State.RESERVED


def _show(assignment: Assignment, now: datetime) -> None:
    if assignment.state != State.SHOWN:
        reserved = Assignment.objects.filter(pk=assignment.pk, state=State.RESERVED)
        reserved.update(state=State.SHOWN, shown_at=now)
        assignment.state, assignment.shown_at = State.SHOWN, now
