"""Where a person is among their items, and the writer that moves them on.

Reading moves nobody: whoever opens an address again, or lets a program look at it, finds what was there.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from annotation.models import Assignment, Participation
from annotation.sessions.steps import move

Stage = Participation.Stage
State = Assignment.State
# The item a person is at, and one more whose pictures load meanwhile.
AHEAD = 2


def items_at_hand(participation: Participation) -> list[Assignment]:
    """The item the person is at and the one ahead, as they stand; none unless they are at work."""
    return list(participation.assignments.open().with_items()[:AHEAD]) if participation.is_at_work() else []


@transaction.atomic
def move_on(*, participation: Participation, sent_at: datetime | None = None) -> list[Assignment]:
    """Reserve the item the person comes to and the one ahead, and show the first; gives both.

    None unless they are at work. The first is shown unless the instructions of its task are still to be
    read. `sent_at` is the moment of its first load, where the answer to this request brings it; it stays
    open where the browser fetches the page by itself. Who has answered all is finished.
    """
    at_work = Participation.objects.at_work().filter(pk=participation.pk)
    if not at_work.update(last_seen_at=timezone.now()):
        return []
    following = list(participation.assignments.open().with_items()[:AHEAD])
    for assignment in following:
        _reserve(assignment)
    if not following:
        move(participation, Stage.WORKING, Stage.FINISHED, finished_at=timezone.now())
    elif following[0].study_item.item.task in participation.instructed:
        _show(following[0], sent_at)
    return following


def _reserve(assignment: Assignment) -> None:
    if assignment.state == State.PLANNED:
        Assignment.objects.filter(pk=assignment.pk, state=State.PLANNED).update(state=State.RESERVED)
        assignment.state = State.RESERVED


def _show(assignment: Assignment, sent_at: datetime | None) -> None:
    if assignment.state != State.SHOWN:
        reserved = Assignment.objects.filter(pk=assignment.pk, state=State.RESERVED)
        reserved.update(state=State.SHOWN, shown_at=sent_at)
        assignment.state, assignment.shown_at = State.SHOWN, sent_at
