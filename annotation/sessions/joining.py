"""Writers of what comes before the work: each is one atomic step, safe to take twice."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery

from annotation.design.document import Design
from annotation.models import Assignment, Consent, Participation, Study, StudyItem, token_sha256
from annotation.sessions import dealing
from annotation.sessions.assignments import move_on
from annotation.sessions.steps import move
from benchmark.models import ItemStructure

Stage = Participation.Stage
BATCH = 1000


class StudyNotOpen(Exception):
    """Nobody can join just now."""


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
    if not move(participation, Stage.CONSENT, Stage.BACKGROUND):
        return
    text, language = design.consent_in(participation.language)
    sha = hashlib.sha256(text.encode()).hexdigest()
    Consent.objects.create(participation=participation, text_sha256=sha, language=language)
    if not design.background:
        tell_background(participation=participation, design=design, answers={})


def refuse(*, participation: Participation) -> None:
    """Note that the person does not want to take part."""
    move(participation, Stage.CONSENT, Stage.REFUSED)


@transaction.atomic
def tell_background(*, participation: Participation, design: Design, answers: Mapping[str, Any]) -> None:
    """Keep what the person said about themself, plan their items, and bring them to the first."""
    if move(participation, Stage.BACKGROUND, Stage.WORKING, background=dict(answers)):
        _plan(participation, design)
        move_on(participation=participation)


@transaction.atomic
def read_instructions(
    *, participation: Participation, task: str, sent_at: datetime | None = None
) -> list[Assignment]:
    """Note that the person has read what a task asks, and move on: `move_on` says what comes back."""
    read = Participation.objects.select_for_update().get(pk=participation.pk).instructed
    participation.instructed = read if task in read else [*read, task]
    if task not in read:
        Participation.objects.filter(pk=participation.pk).update(instructed=participation.instructed)
    return move_on(participation=participation, sent_at=sent_at)


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
