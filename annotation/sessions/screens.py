"""What stands on each of a participant's pages: rows for templates, read from the tables."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate
from typing import Any

from django.urls import reverse

from annotation.design.document import Design, read_design
from annotation.models import Assignment, Participation, Study, StudyItem
from annotation.sessions import loads
from benchmark.models import Item
from benchmark.tasks import get_task
from benchmark.tasks.wording import column_name, role_name

Stage = Participation.Stage
ENDS = {
    Stage.REFUSED: "annotation/_refused.html",
    Stage.WITHDRAWN: "annotation/_withdrawn.html",
    Stage.FINISHED: "annotation/_thanks.html",
}
# Parts of an answer that an item may lack: a chain without a name is left out.
OPTIONAL_COLUMNS = ("chain",)


@dataclass(frozen=True, slots=True)
class Visit:
    """A request whose key opens a participation: the person, and the key as the address has it."""

    person: Participation
    token: str

    def url(self, name: str, *places: Any) -> str:
        return reverse(name, args=[self.person.study.slug, self.token, *places])

    @property
    def design(self) -> Design:
        document = self.person.design.document
        return read_design(document, document["tasks"])


@dataclass(frozen=True, slots=True)
class Screen:
    """A fragment of a page, and what it needs."""

    template: str
    context: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A picture in its place: its name and its size, nothing that hints at what it shows."""

    number: int
    name: str
    url: str
    width: int
    height: int
    begins_row: bool  # of a group such as the options


@dataclass(frozen=True, slots=True)
class Standing:
    """Where in their plan a person is, counted from 1."""

    block: int
    blocks: int
    item: int
    items: int

    @property
    def done(self) -> int:
        return self.item - 1


def screen_for(visit: Visit, at_hand: Sequence[Assignment], now: datetime) -> Screen:
    """The one screen the person is at, by the items at hand; a load of an item is issued for `now`."""
    person = visit.person
    if person.stage in ENDS:
        return Screen(ENDS[Stage(person.stage)])
    if person.study.state != Study.State.OPEN:
        return Screen("annotation/_not_open.html", {"closed": person.study.state == Study.State.CLOSED})
    if person.stage == Stage.CONSENT:
        text, language = visit.design.consent_in(person.language)
        return Screen("annotation/_consent.html", {"paragraphs": text.split("\n"), "text_language": language})
    if person.stage == Stage.BACKGROUND:
        return Screen("annotation/_background.html")
    if not at_hand or not _is_due(visit, at_hand[0]):
        return Screen("annotation/_continue.html")
    if at_hand[0].state == Assignment.State.SHOWN:
        return _item(visit, at_hand, now)
    return _instructions(visit, at_hand[0])


def _is_due(visit: Visit, assignment: Assignment) -> bool:
    """Whether an item or its instructions can be shown as it stands; else the person has to move on first."""
    unread = assignment.study_item.item.task not in visit.person.instructed
    return assignment.state == Assignment.State.SHOWN or (
        assignment.state == Assignment.State.RESERVED and unread
    )


def standing(blocks: Sequence[Sequence[Any]], position: int) -> Standing:
    """Where the place `position` (0, 1, ...) of the order stands in the plan."""
    ends = list(accumulate(count for _, count in blocks))
    return Standing(bisect_right(ends, position) + 1, len(blocks), position + 1, ends[-1])


def picture_rows(item: Item, language: str, address: Callable[[int], str]) -> list[PictureRow]:
    """The pictures of an item in their order; `address` gives the URL of the one at a position."""
    places = list(item.item_pictures.all())
    groups = [place.role.rpartition("_")[0] for place in places]
    return [
        PictureRow(
            number=number,
            name=role_name(place.role, language),
            url=address(place.position),
            width=place.picture.width,
            height=place.picture.height,
            begins_row=group != before,
        )
        for number, (place, group, before) in enumerate(zip(places, groups, [None, *groups], strict=False), 1)
    ]


def _item(visit: Visit, at_hand: Sequence[Assignment], now: datetime) -> Screen:
    shown, *more = at_hand
    ahead = [assignment for assignment in more if assignment.is_revealed()]
    context = {
        "position": shown.position,
        "pictures": _dealt_pictures(visit, shown),
        "following": [
            row.url
            for assignment in ahead
            if assignment.is_revealed()
            for row in _dealt_pictures(visit, assignment)
        ],
        "load": loads.issue(shown, now),
        **_question(visit, shown, shown.study_item.item),
    }
    return Screen("annotation/_item.html", context)


def _instructions(visit: Visit, assignment: Assignment) -> Screen:
    task = assignment.study_item.item.task
    examples = StudyItem.objects.filter(study=visit.person.study_id, role=StudyItem.Role.EXAMPLE)
    example = Item.objects.filter(study_items__in=examples, task=task).for_display().first()
    context = _question(visit, assignment, example or assignment.study_item.item)
    if example:
        context["example"] = example
        context["pictures"] = _example_pictures(visit, example)
    context["widget_help"] = f"annotation/widgets/{context['task'].widget}_help.html"
    return Screen("annotation/_instructions.html", context)


def _example_pictures(visit: Visit, example: Item) -> list[PictureRow]:
    def address(number: int) -> str:
        return visit.url("participant_example_picture", example.task, number)

    return picture_rows(example, visit.person.language, address)


def _dealt_pictures(visit: Visit, assignment: Assignment) -> list[PictureRow]:
    def address(number: int) -> str:
        return visit.url("participant_picture", assignment.position, number)

    return picture_rows(assignment.study_item.item, visit.person.language, address)


def _question(visit: Visit, assignment: Assignment, item: Item) -> dict[str, Any]:
    """What is asked and how to answer; the truth is not among it."""
    language, design, task = visit.person.language, visit.design, get_task(item.task)
    question = item.question if language == "en" else task.question(item.facts, language)
    columns = task.widget_options.get("columns", ())
    return {
        "task": task,
        "standing": standing(visit.person.blocks, assignment.position),
        "paragraphs": question.split("\n"),
        "widget": f"annotation/widgets/{task.widget}.html",
        "columns": [(name, column_name(name, language), name in OPTIONAL_COLUMNS) for name in columns],
        "options": [
            (letter, item.options.get(letter, "") if task.option_kind == "texts" else "")
            for letter in task.widget_options.get("letters", ())
        ],
        "range": task.answer_range if design.show_range else "",
        "zoom": "zoom" in design.aids,
    }
