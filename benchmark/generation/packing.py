"""Makes item packages from complexes: plan every item, draw each picture once, write the package.

The work is spread over processes; what is written does not depend on how many there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from benchmark.formats.packages.writing import (
    PackageError,
    PackageItem,
    counts,
    package_folder,
    write_image,
    write_items,
    write_manifest,
)
from benchmark.generation.planning import (
    Plan,
    Planned,
    Recipe,
    Source,
    chosen,
    load,
    partners,
    picture_of,
    plan,
)
from benchmark.generation.shots import draw_shot
from benchmark.molecules.chemistry.hydrogen_bonds import BOND_DEFINITION
from benchmark.molecules.drawing.raycasting import DRAWING_VERSION
from benchmark.molecules.molecule import StructureError
from benchmark.molecules.readers.complexes import find_complexes
from benchmark.tasks import SCORER_VERSION, get_task
from benchmark.tasks.scene import Shot

Drawing = tuple[str, Shot]  # a structure's id, and a shot without its role
Progress = Callable[[str, int, int], None]  # the stage of the work, how much is done, of how much
Partners = Mapping[str, Source | None]
Job = TypeVar("Job")
Result = TypeVar("Result")

PICTURES_PER_JOB = 8  # few enough to share the work evenly and to report often


@dataclass(frozen=True, slots=True)
class Report:
    """What a package holds, and a sentence on each thing that it lacks."""

    counts: Mapping[str, Mapping[str, int]]  # task -> stratum -> items
    pictures: int
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Readable:
    """The sources that can be read with the hash of each, and a sentence on each that cannot."""

    sha256: Mapping[Source, str]
    problems: tuple[str, ...]


def keep_silent(stage: str, done: int, total: int) -> None:
    """The progress callback that says nothing."""


def generate_package(
    structures: Path,
    out: Path,
    recipe: Recipe,
    *,
    name: str,
    workers: int = 1,
    progress: Progress = keep_silent,
) -> Report:
    """Writes the package that `recipe` makes of the complexes in a folder to the folder `out`.

    The same structures, recipe and name give the same bytes, with any number of workers. A complex that
    cannot be read, or gives no item of a task, is left out and named in the report. Raises PackageError
    where `out` holds something or no item could be made, StructureError where `structures` holds nothing.
    """
    sources = [Source(*found) for found in find_complexes(structures)]
    with package_folder(out) as folder, _team(workers, progress) as team:
        readable = _read_all(team, recipe, sources)
        ring = partners(list(readable.sha256), recipe.seed)
        plans = _plan_all(team, recipe, list(readable.sha256), ring)
        planned = chosen([item for made in plans for item in made.items], recipe.most_per_task)
        left_out = (*readable.problems, *(sentence for made in plans for sentence in made.left_out))
        if not planned:
            raise PackageError("\n".join(["No item could be made.", *left_out]))
        files = _draw_all(
            team, recipe, planned, ring, {source.structure_id: source for source in sources}, folder
        )
        hashes = {source.structure_id: sha256 for source, sha256 in readable.sha256.items()}
        items = [_finished(item, recipe, ring, hashes, files) for item in planned]
        write_items(folder, items)
        write_manifest(folder, name, items, _about(recipe, items, left_out))
        return Report(counts(items), len(set(files.values())), left_out)


class _Team:
    """Runs the same function on many jobs, in this process or in several."""

    def __init__(self, pool: ProcessPoolExecutor | None, progress: Progress) -> None:
        self.pool, self.progress = pool, progress

    def run(
        self,
        stage: str,
        work: Callable[[Job], Result],
        jobs: Sequence[Job],
        size: Callable[[Job], int] = lambda job: 1,
    ) -> list[Result]:
        """The results in the order of the jobs, whatever order they were done in."""
        results: dict[int, Result] = {}
        done, total = 0, sum(map(size, jobs))
        self.progress(stage, done, total)
        for number, result in self._done(work, jobs):
            results[number] = result
            done += size(jobs[number])
            self.progress(stage, done, total)
        return [results[number] for number in range(len(jobs))]

    def _done(self, work: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterator[tuple[int, Result]]:
        if self.pool is None:
            yield from ((number, work(job)) for number, job in enumerate(jobs))
            return
        numbers = {self.pool.submit(work, job): number for number, job in enumerate(jobs)}
        for future in as_completed(numbers):
            yield numbers[future], future.result()


@contextmanager
def _team(workers: int, progress: Progress) -> Iterator[_Team]:
    if workers == 1:
        yield _Team(None, progress)
        return
    # Fresh processes: a fork of one that has threads may hang.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield _Team(pool, progress)
    except BrokenProcessPool as problem:
        raise PackageError(
            "A worker process was ended from outside; try again with fewer workers."
        ) from problem
    finally:
        pool.shutdown(cancel_futures=True)


def _read_all(team: _Team, recipe: Recipe, sources: Sequence[Source]) -> Readable:
    results = team.run("reading", partial(_read, recipe), sources)
    pairs = list(zip(sources, results, strict=True))
    return Readable(
        {source: sha256 for source, (sha256, problem) in pairs if not problem},
        tuple(f"{source.structure_id}: {problem}" for source, (_, problem) in pairs if problem),
    )


def _read(recipe: Recipe, source: Source) -> tuple[str, str]:
    """The hash of a complex's files, or why it cannot be read."""
    try:
        return load(source, recipe.width, recipe.height).whole.sha256, ""
    except (StructureError, OSError) as problem:
        return "", str(problem)


def _plan_all(team: _Team, recipe: Recipe, sources: Sequence[Source], ring: Partners) -> list[Plan]:
    jobs = [(source, ring[source.structure_id]) for source in sources]
    return team.run("planning", partial(_plan, recipe), jobs)


def _plan(recipe: Recipe, job: tuple[Source, Source | None]) -> Plan:
    return plan(recipe, *job)


def _draw_all(
    team: _Team,
    recipe: Recipe,
    items: Sequence[Planned],
    ring: Partners,
    sources: Mapping[str, Source],
    folder: Path,
) -> dict[Drawing, str]:
    """Each different picture's file name."""
    wanted: dict[str, dict[Shot, None]] = defaultdict(dict)
    for item in items:
        for shot in item.draft.shots:
            structure_id, plain = picture_of(item, shot, ring[item.structure_id])
            wanted[structure_id][plain] = None
    jobs = [
        (sources[structure_id], shots[start : start + PICTURES_PER_JOB])
        for structure_id, shots in ((name, list(shots)) for name, shots in sorted(wanted.items()))
        for start in range(0, len(shots), PICTURES_PER_JOB)
    ]
    results = team.run("drawing", partial(_draw, recipe, folder), jobs, lambda job: len(job[1]))
    return {
        (source.structure_id, shot): name
        for (source, shots), names in zip(jobs, results, strict=True)
        for shot, name in zip(shots, names, strict=True)
    }


def _draw(recipe: Recipe, folder: Path, job: tuple[Source, Sequence[Shot]]) -> list[str]:
    source, shots = job
    stage = load(source, recipe.width, recipe.height)
    return [write_image(folder, draw_shot(stage, shot)) for shot in shots]


def _finished(
    item: Planned, recipe: Recipe, ring: Partners, hashes: Mapping[str, str], files: Mapping[Drawing, str]
) -> PackageItem:
    draft, partner = item.draft, ring[item.structure_id]
    roles = {"complex": item.structure_id}
    if item.uses_partner and partner is not None:
        roles = {"reference": partner.structure_id, "target": item.structure_id}
    facts = dict(draft.facts)
    if recipe.show_structure_id:
        shown = [f"{name} ({role})" for role, name in roles.items()]
        facts["structure_id"] = shown if item.uses_partner else item.structure_id
    return PackageItem(
        key=item.key,
        task=item.task,
        stratum=item.stratum,
        structures=tuple({"id": name, "sha256": hashes[name], "role": role} for role, name in roles.items()),
        facts=facts,
        question=get_task(item.task).question(facts),
        images=tuple((shot.role, files[picture_of(item, shot, partner)]) for shot in draft.shots),
        options=draft.options,
        answer=draft.truth,
        difficulty=draft.difficulty,
    )


def _about(recipe: Recipe, items: Sequence[PackageItem], left_out: Sequence[str]) -> dict[str, Any]:
    sources = {entry["id"]: entry["sha256"] for item in items for entry in item.structures}
    return {
        "split": recipe.split,
        "seed": recipe.seed,
        "picture_size": {"width": recipe.width, "height": recipe.height},
        "show_structure_id": recipe.show_structure_id,
        "most_per_task": recipe.most_per_task,
        "bond_definition": BOND_DEFINITION,
        "drawing_version": DRAWING_VERSION,
        "scorer_version": SCORER_VERSION,
        "sources": [{"id": name, "sha256": sha256} for name, sha256 in sorted(sources.items())],
        "left_out": list(left_out),
    }
