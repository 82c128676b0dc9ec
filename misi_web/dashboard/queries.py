"""What the results pages ask of the database: frozen rows and arrays come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db.models import Avg, Case, Count, F, FloatField, Value, When
from numpy.typing import NDArray

from annotation.models import Response
from benchmark.models import BenchmarkVersion, Item, ItemStructure, Prediction, Run, RunTally
from benchmark.models.scores import DROPPED_DELIVERIES
from benchmark.tasks.base import Column

STRICT, LENIENT = RunTally.Policy.STRICT.value, RunTally.Policy.LENIENT.value
POLICIES = (STRICT, LENIENT)
METRICS = ("weighted", "exact")

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Part = tuple[str, str]  # task, stratum


@dataclass(frozen=True, slots=True)
class Question:
    """What a page shows: one version, by one metric, under one policy, to one visitor."""

    version: BenchmarkVersion
    user: Any
    metric: str = METRICS[0]
    policy: str = STRICT


@dataclass(frozen=True, slots=True)
class Answers:
    """People's answers, one entry each. People and structures are numbered from 0, items by their key."""

    people: Integers
    structures: Integers
    items: Integers
    scores: Floats

    def take(self, chosen: Integers) -> Answers:
        return Answers(self.people[chosen], self.structures[chosen], self.items[chosen], self.scores[chosen])


@dataclass(frozen=True, slots=True)
class People:
    """All answers of people that a visitor may see. `places` holds where those of a part stand."""

    count: int
    answers: Answers
    places: Mapping[Part, Sequence[int]]

    def column(self, column: Column) -> Answers:
        chosen = [place for part in parts_of(column) for place in self.places.get(part, ())]
        return self.answers.take(np.array(chosen, dtype=np.intp))


@dataclass(frozen=True, slots=True)
class Tally:
    """A run's sums over one part or column. `clusters` has shape (structures, 2): items, sum of scores."""

    answers: int
    items: int
    clusters: Floats


@dataclass(frozen=True, slots=True)
class ItemScores:
    """The runs' scores of the items that people saw, NaN where the policy counts none.

    `items` (n,) are their keys, ascending; `scores` and `samples` have shape (n, runs).
    """

    items: Integers
    scores: Floats
    samples: Integers

    def rows_of(self, items: Integers) -> Integers:
        return np.searchsorted(self.items, items)


def parts_of(column: Column) -> list[Part]:
    return [(column.task, stratum) for stratum in column.strata]


def structure_numbers(version: BenchmarkVersion) -> dict[int, int]:
    """The structures that results are resampled by, each with its number, in the order of their keys."""
    found = ItemStructure.objects.filter(item__version=version, is_cluster=True)
    keys = found.values_list("structure_id", flat=True).distinct().order_by("structure_id")
    return {structure: number for number, structure in enumerate(keys)}


def item_counts(version: BenchmarkVersion) -> dict[Part, int]:
    """How many items each task and stratum of a version has."""
    rows = Item.objects.filter(version=version).values_list("task", "stratum").annotate(count=Count("id"))
    return {(task, stratum): count for task, stratum, count in rows}


def total_items(column: Column, counts: Mapping[Part, int]) -> int:
    return sum(counts.get(part, 0) for part in parts_of(column))


def people_responses(question: Question) -> Any:
    """The answers of people that count, that the visitor may see, and that the policy keeps."""
    responses = Response.objects.counted().visible_to(question.user).filter(item__version=question.version)
    return responses.lenient() if question.policy == LENIENT else responses


def people(question: Question, numbers: Mapping[int, int]) -> People:
    """All answers of people, in one pass."""
    rows = people_responses(question).filter(item__item_structures__is_cluster=True).order_by("id")
    structure = "item__item_structures__structure_id"
    fields = ("task", "stratum", "assignment__participation_id", structure, "item_id", question.metric)
    found = list(rows.values_list(*fields))
    places: dict[Part, list[int]] = {}
    for place, (task, stratum, *_) in enumerate(found):
        places.setdefault((task, stratum), []).append(place)
    persons, person_numbers = np.unique([row[2] for row in found], return_inverse=True)
    answers = Answers(
        person_numbers.astype(np.intp),
        np.array([numbers[row[3]] for row in found], dtype=np.intp),
        np.array([row[4] for row in found], dtype=np.intp),
        np.array([row[5] for row in found], dtype=float),
    )
    return People(len(persons), answers, places)


def runs_of(question: Question) -> list[Run]:
    """The runs of a version that count and that the visitor may see, the newest first."""
    found = Run.objects.counted().visible_to(question.user).filter(version=question.version)
    return list(found.with_names().order_by("-published_at", "-id"))


def run_names(runs: Sequence[Run]) -> list[str]:
    """What to call each run: its model, and the run's number where several are of the same model."""
    models = Counter(run.model.name for run in runs)
    return [
        run.model.name if models[run.model.name] == 1 else f"{run.model.name} (run {run.pk})" for run in runs
    ]


def tallies(
    question: Question, runs: Sequence[Run], numbers: Mapping[int, int]
) -> dict[tuple[int, Part], Tally]:
    """The runs' sums, by run and part. Where a run was scored again, the newest count."""
    rows = RunTally.objects.filter(run__in=runs, policy=question.policy).order_by("id")
    fields = ("run_id", "task", "stratum", "answers", "items", "clusters")
    place = 1 + ("exact", "weighted").index(question.metric)
    found = {}
    for run, task, stratum, answers, items, sums in rows.values_list(*fields):
        clusters = np.zeros((len(numbers), 2))
        if sums:
            clusters[[numbers[int(key)] for key in sums]] = [(sum_[0], sum_[place]) for sum_ in sums.values()]
        found[run, (task, stratum)] = Tally(answers, items, clusters)
    return found


def tally_of(column: Column, run: Run, found: Mapping[tuple[int, Part], Tally], structures: int) -> Tally:
    """A run's sums over all parts of a column."""
    there = [found[run.pk, part] for part in parts_of(column) if (run.pk, part) in found]
    return Tally(
        sum(tally.answers for tally in there),
        sum(tally.items for tally in there),
        sum((tally.clusters for tally in there), np.zeros((structures, 2))),
    )


def item_scores(question: Question, runs: Sequence[Run], items: Integers) -> ItemScores:
    """The runs' scores of the given items, which must be those of `people_responses`.

    Samples of one item are averaged. Under the strict policy an answer that never arrived scores 0, as
    does an item without any; the lenient one leaves both out.
    """
    seen = people_responses(question).order_by().values("item")
    rows = Prediction.objects.filter(run__in=runs, item__in=seen).order_by()
    if question.policy == LENIENT:
        rows = rows.lenient()
    lost = When(delivery__in=DROPPED_DELIVERIES, then=Value(0.0))
    score = Case(lost, default=F(question.metric), output_field=FloatField())
    means = rows.values_list("run_id", "item_id").annotate(mean=Avg(score), samples=Count("id"))
    found = np.array(list(means), dtype=float).reshape(-1, 4)
    order = np.array([run.pk for run in runs])
    keys, sorter = np.unique(items), np.argsort(order)
    shape = (len(keys), len(runs))
    scores = np.full(shape, 0.0 if question.policy == STRICT else np.nan)
    samples = np.zeros(shape, dtype=np.intp)
    if len(found):
        where = (
            np.searchsorted(keys, found[:, 1]),
            sorter[np.searchsorted(order, found[:, 0], sorter=sorter)],
        )
        scores[where], samples[where] = found[:, 2], found[:, 3]
    return ItemScores(keys, scores, samples)
