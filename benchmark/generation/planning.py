"""Which items one complex gives, before anything is drawn: drafts with keys, and what was left out."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from benchmark.generation.scenes import ComplexScene
from benchmark.generation.shots import Staging, staging_of
from benchmark.molecules.readers.complexes import read_complex
from benchmark.tasks import get_task
from benchmark.tasks.scene import Draft, LeftOut, Shot


@dataclass(frozen=True, slots=True)
class Recipe:
    """What makes a package what it is, apart from its structures. The same recipe, the same bytes."""

    split: str
    seed: int
    tasks: tuple[str, ...]
    width: int = 800
    height: int = 600
    show_structure_id: bool = False
    most_per_task: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where one complex is read from."""

    structure_id: str
    pocket: Path
    ligand: Path


@dataclass(frozen=True, slots=True)
class Planned:
    """One item to draw: `shots` of the partner name its structure instead."""

    key: str
    task: str
    stratum: str
    structure_id: str
    draft: Draft
    uses_partner: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """The items of one complex, and sentences on those it does not give."""

    items: tuple[Planned, ...]
    left_out: tuple[str, ...]


@lru_cache(maxsize=8)
def load(source: Source, width: int, height: int) -> Staging:
    """The stage of one complex; raises StructureError. Kept for the next pictures of the same complex."""
    return staging_of(read_complex(source.structure_id, source.pocket, source.ligand), width, height)


def plan(recipe: Recipe, source: Source, partner: Source | None) -> Plan:
    """The items that one complex gives under a recipe."""
    stage = load(source, recipe.width, recipe.height)
    other = load(partner, recipe.width, recipe.height) if partner else None
    scene = ComplexScene(stage, recipe.split, recipe.seed, other)
    items: list[Planned] = []
    left_out: list[str] = []
    for slug in recipe.tasks:
        drafts, reasons = _drafts(recipe, scene, slug)
        items += _with_keys(recipe, stage, slug, drafts)
        left_out += [f"{source.structure_id}, {slug}: {reason}." for reason in reasons]
    return Plan(tuple(items), tuple(left_out))


def _drafts(recipe: Recipe, scene: ComplexScene, slug: str) -> tuple[list[Draft], list[str]]:
    """The sound drafts of one task, in an order that says nothing, and what was left out."""
    task, rng = get_task(slug), random.Random(f"{recipe.seed} {recipe.split} {scene.structure_id} {slug}")
    drafts: list[Draft] = []
    reasons: list[str] = []
    try:
        for draft in task.generate(scene, rng):
            try:
                task.check_truth(draft.truth, draft.facts, draft.options)
                drafts.append(draft)
            except ValueError as problem:  # names in the file that no answer could spell
                reasons.append(str(problem).rstrip("."))
    except LeftOut as reason:
        reasons.append(str(reason))
    rng.shuffle(drafts)
    return drafts, reasons


def _with_keys(recipe: Recipe, stage: Staging, slug: str, drafts: Iterable[Draft]) -> list[Planned]:
    whole, task = stage.whole, get_task(slug)
    return [
        Planned(
            key=_key(recipe.seed, recipe.split, whole.structure_id, whole.sha256, slug, number),
            task=slug,
            stratum=task.stratum(draft.truth),
            structure_id=whole.structure_id,
            draft=draft,
            uses_partner=any(shot.subject == "partner" for shot in draft.shots),
        )
        for number, draft in enumerate(drafts)
    ]


def _key(*parts: object) -> str:
    """Opaque: where an item stands among its complex's shuffled ones, hashed; no answer goes into it."""
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32]


def chosen(items: Sequence[Planned], most_per_task: int | None) -> list[Planned]:
    """At most so many items of each task, spread over strata and structures; the keys are the lot."""
    if most_per_task is None:
        return list(items)
    seen: Counter[tuple[str, str, str]] = Counter()
    ranked = []
    for item in sorted(items, key=lambda item: item.key):
        place = (item.task, item.stratum, item.structure_id)
        ranked.append((seen[place], item.key, item))
        seen[place] += 1
    taken: Counter[str] = Counter()
    kept = []
    for _, _, item in sorted(ranked, key=lambda entry: entry[:2]):
        taken[item.task] += 1
        if taken[item.task] <= most_per_task:
            kept.append(item)
    return kept


def partners(sources: Sequence[Source], seed: int) -> Mapping[str, Source | None]:
    """Structure id -> its reference complex: all in one shuffled ring, so that each serves once."""
    ring = sorted(sources, key=lambda source: source.structure_id)
    random.Random(f"{seed} partners").shuffle(ring)
    if len(ring) < 2:
        return dict.fromkeys((source.structure_id for source in ring), None)
    return {source.structure_id: other for source, other in zip(ring, [*ring[1:], ring[0]], strict=True)}


def picture_of(item: Planned, shot: Shot, partner: Source | None) -> tuple[str, Shot]:
    """What is drawn for a shot: the structure's id, and the shot without what does not change a pixel."""
    if shot.subject != "partner":
        return item.structure_id, replace(shot, role="")
    if partner is None:
        raise ValueError(f"{item.structure_id} has no partner to draw.")
    return partner.structure_id, replace(shot, role="", subject="complex")
