"""Writers of studies: making one from a design, and opening, pausing, closing and publishing it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from annotation.design.document import Design, DesignError, read_design
from annotation.models import Study, StudyDesign, StudyItem
from benchmark.common import audit
from benchmark.common.actions import Action
from benchmark.models import BenchmarkVersion, Item, Split, Structure
from benchmark.tasks import all_tasks

State = Study.State
# From which states a study may come into this one.
BEFORE: Mapping[str, tuple[str, ...]] = {
    State.OPEN: (State.DRAFT, State.PAUSED),
    State.PAUSED: (State.OPEN,),
    State.CLOSED: (State.OPEN, State.PAUSED),
}


ACTIONS = {
    State.OPEN: Action.STUDY_OPENED,
    State.PAUSED: Action.STUDY_PAUSED,
    State.CLOSED: Action.STUDY_CLOSED,
}


class StudyRefused(ValueError):
    """A study cannot be made or changed so; says why and what to do."""


@transaction.atomic
def create_study(
    *,
    slug: str,
    title: str,
    version: BenchmarkVersion,
    owner: Any,
    design: Mapping[str, Any],
    who: Any = None,
) -> Study:
    """A draft with its first design, its scored items and the items of its worked examples.

    `design` is the document that `annotation.design.document.Design` describes. Raises StudyRefused.
    """
    try:
        read = read_design(design, [task.slug for task in all_tasks()])
    except DesignError as error:
        raise StudyRefused(str(error)) from None
    study = _new_study(slug=slug, title=title, version=version, owner=owner)
    StudyDesign.objects.create(study=study, number=1, document=read.document, sha256=read.sha256)
    StudyItem.objects.bulk_create(_scored_items(study, read), batch_size=1000)
    StudyItem.objects.bulk_create(_example_items(study, read))
    audit.record(who=who or owner, what=Action.STUDY_CREATED, target=study, after={"design": read.sha256})
    return study


def open_study(*, study: Study, who: Any) -> None:
    """Let people join and work."""
    _change_state(study, State.OPEN, who)


def pause_study(*, study: Study, who: Any) -> None:
    """Deal nothing more for now. An answer that was begun is still taken."""
    _change_state(study, State.PAUSED, who)


def close_study(*, study: Study, who: Any) -> None:
    """Deal nothing more, for good."""
    _change_state(study, State.CLOSED, who)


@transaction.atomic
def show_results(*, study: Study, who: Any) -> None:
    """Show the results of its people to everybody, once it is closed. Doing it again changes nothing."""
    now = timezone.now()
    if Study.objects.filter(pk=study.pk, results_public_at__isnull=True).update(results_public_at=now):
        audit.record(
            who=who,
            what=Action.STUDY_RESULTS_SHOWN,
            target=study,
            after={"results_public_at": now.isoformat()},
        )


@transaction.atomic
def hide_results(*, study: Study, who: Any) -> None:
    """Show the results of its people to its owner and admins only. Doing it again changes nothing."""
    before = Study.objects.select_for_update().get(pk=study.pk).results_public_at
    if before is not None:
        Study.objects.filter(pk=study.pk).update(results_public_at=None)
        audit.record(
            who=who,
            what=Action.STUDY_RESULTS_HIDDEN,
            target=study,
            before={"results_public_at": before.isoformat()},
        )


@transaction.atomic
def _change_state(study: Study, to: Study.State, who: Any) -> None:
    before = Study.objects.select_for_update().get(pk=study.pk).state
    if before == to:
        return
    if before not in BEFORE[to]:
        raise StudyRefused(f"A study that is {before} cannot become {to}.")
    Study.objects.filter(pk=study.pk).update(state=to)
    audit.record(who=who, what=ACTIONS[to], target=study, before={"state": before}, after={"state": to})


def _new_study(**fields: Any) -> Study:
    if Study.objects.filter(slug=fields["slug"]).exists():
        raise StudyRefused(f"There is already a study {fields['slug']!r}. Choose another short name.")
    study = Study(**fields)
    try:
        study.full_clean()
    except ValidationError as error:
        raise StudyRefused(" ".join(error.messages)) from None
    study.save()
    return study


def _scored_items(study: Study, design: Design) -> list[StudyItem]:
    rng = random.Random(design.seed)
    chosen: list[int] = []
    for task in design.tasks:
        items = Item.objects.filter(version=study.version, task=task).values_list("key", "pk")
        there = [pk for _, pk in sorted(items)]  # sorted here: databases differ in how they order text
        wanted = design.items_per_task or len(there)
        if not there or wanted > len(there):
            raise StudyRefused(
                f"{study.version} has {len(there)} items of {task}; the design asks for {wanted or 'some'}."
            )
        chosen += rng.sample(there, wanted)
    return [StudyItem(study=study, item_id=pk) for pk in chosen]


def _example_items(study: Study, design: Design) -> list[StudyItem]:
    """One item of each task for its instructions, of complexes that no scored item shows."""
    if design.examples is None:
        return []
    version = BenchmarkVersion.objects.filter(benchmark__name=design.examples).order_by("-number").first()
    if version is None:
        raise StudyRefused(f"The design takes its examples from {design.examples!r}, which is no benchmark.")
    if version.split != Split.TRAIN:
        raise StudyRefused(f"The examples come from {version}, which is not of the train split.")
    scored = Structure.objects.filter(items__study_items__study=study).values("source_id")
    unseen = Item.objects.filter(version=version).exclude(structures__source_id__in=scored)
    rng = random.Random(design.seed)
    truths = unseen.values_list("key", "pk", "truth")
    examples = [_telling(sorted(truths.filter(task=task)), rng) for task in design.tasks]
    return [StudyItem(study=study, item_id=pk, role=StudyItem.Role.EXAMPLE) for pk in examples if pk]


def _telling(items: Sequence[tuple[str, int, str]], rng: random.Random) -> int | None:
    """An item at random, but not with the commonest truth: an example answered "No" would teach least.

    Items are given as key, id and truth.
    """
    common = Counter(truth for _, _, truth in items).most_common(1)
    pool = [pk for _, pk, truth in items if truth != common[0][0]] or [pk for _, pk, _ in items]
    return rng.choice(pool) if pool else None
