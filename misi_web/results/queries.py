"""What the results pages ask of the database: frozen rows and arrays come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import orjson
from django.db.models import Avg, Count, Q, TextField
from django.db.models.functions import Cast
from numpy.typing import NDArray

from annotation.models import Response
from benchmark.common import policy
from benchmark.models import BenchmarkVersion, Item, Prediction, Run, RunTally
from benchmark.tasks.base import Column
from misi_web.results.question import Question

# The structure that an item's results are resampled by, of the one or two that it shows.
CLUSTER = "item_structures__structure_id"
HAS_CLUSTER = Q(item_structures__is_cluster=True) | Q(item_structures__isnull=True)

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Part = tuple[str, str]  # task, stratum


@dataclass(frozen=True, slots=True)
class Answers:
    """People's answers, one entry each. People and structures are numbered from 0, items by their key."""

    people: Integers
    structures: Integers
    items: Integers
    scores: Floats


@dataclass(frozen=True, slots=True)
class People:
    """All answers of people that a visitor may see; `parts` says which of `names` each belongs to."""

    count: int
    answers: Answers
    parts: Integers
    names: Sequence[Part]

    def column(self, column: Column) -> Answers:
        wanted = [number for number, part in enumerate(self.names) if part in parts_of(column)]
        chosen = np.isin(self.parts, wanted)
        every = self.answers
        return Answers(
            every.people[chosen], every.structures[chosen], every.items[chosen], every.scores[chosen]
        )


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

    def of(self, items: Integers) -> tuple[Floats, Integers]:
        """The scores and the number of samples of some of them, in their order."""
        rows = np.searchsorted(self.items, items)
        return self.scores[rows], self.samples[rows]


def parts_of(column: Column) -> list[Part]:
    """The task and stratum pairs that a column of figures is made of."""
    return [(column.task, stratum) for stratum in column.strata]


def structure_numbers(version: BenchmarkVersion) -> dict[str, int]:
    """The structures that results are resampled by, each with its number, by their keys as text.

    Items without a structure count as one together, "None", as they do in the tallies.
    """
    found = Item.objects.filter(HAS_CLUSTER, version=version).order_by(CLUSTER)
    keys = found.values_list(CLUSTER, flat=True).distinct()
    return {str(structure): number for number, structure in enumerate(keys)}


def item_counts(version: BenchmarkVersion) -> dict[Part, int]:
    """How many items each task and stratum of a version has."""
    rows = Item.objects.filter(version=version).values_list("task", "stratum").annotate(count=Count("id"))
    return {(task, stratum): count for task, stratum, count in rows}


def total_items(column: Column, counts: Mapping[Part, int]) -> int:
    """How many items a column is made of, by the `item_counts` of its version."""
    return sum(counts.get(part, 0) for part in parts_of(column))


def people(question: Question, numbers: Mapping[str, int]) -> People:
    """All answers of people that count, that the visitor may see, and that the policy keeps."""
    responses = Response.objects.counted().visible_to(question.user)
    responses = responses.filter(assignment__participation__study__version=question.version)
    responses = responses.under(question.policy)
    fields = ("assignment__participation_id", "item_id", question.metric)
    rows = np.array(list(responses.order_by("id").values_list(*fields)), dtype=float).reshape(-1, 3)
    keys, item_of = np.unique(rows[:, 1].astype(np.intp), return_inverse=True)
    names, parts, structures = _shown_by(question.version, keys, numbers)
    persons, person_of = np.unique(rows[:, 0], return_inverse=True)
    answers = Answers(person_of, structures[item_of], keys[item_of], rows[:, 2])
    return People(len(persons), answers, parts[item_of], names)


def _shown_by(
    version: BenchmarkVersion, keys: Integers, numbers: Mapping[str, int]
) -> tuple[list[Part], Integers, Integers]:
    """The parts there are; and of each item its part's number and its structure's, -1 in other versions."""
    rows = Item.objects.filter(HAS_CLUSTER, version=version, pk__in=keys.tolist())
    found = {pk: rest for pk, *rest in rows.values_list("pk", "task", "stratum", CLUSTER)}
    names = sorted({(task, stratum) for task, stratum, _ in found.values()})
    parts, structures = np.full((2, len(keys)), -1, dtype=np.intp)
    for place, key in enumerate(keys.tolist()):
        if key in found:
            task, stratum, structure = found[key]
            parts[place], structures[place] = names.index((task, stratum)), numbers[str(structure)]
    return names, parts, structures


def runs_of(question: Question) -> list[Run]:
    """The runs of a version that count and that the visitor may see, the newest first."""
    found = Run.objects.counted().visible_to(question.user).filter(version=question.version)
    return list(found.with_names().order_by("-completed_at", "-id"))


def run_names(runs: Sequence[Run]) -> list[str]:
    """What to call each run: its model, and the run's number where several are of the same model."""
    models = Counter(run.model.name for run in runs)
    return [
        run.model.name if models[run.model.name] == 1 else f"{run.model.name} (run {run.pk})" for run in runs
    ]


def tallies(
    question: Question, runs: Sequence[Run], numbers: Mapping[str, int]
) -> dict[tuple[int, Part], Tally]:
    """The runs' sums, by run and part. Where a run was scored again, the newest count."""
    rows = RunTally.objects.filter(run__in=runs, policy=question.policy).order_by("id")
    # As text: orjson reads it several times faster than the field does.
    rows = rows.annotate(text=Cast("clusters", TextField()))
    fields = ("run_id", "task", "stratum", "answers", "items", "text")
    place = 1 + ("exact", "weighted").index(question.metric)
    found = {}
    for run, task, stratum, answers, items, text in rows.values_list(*fields):
        clusters = np.zeros((len(numbers), 2))
        if sums := orjson.loads(text):
            clusters[[numbers[key] for key in sums]] = np.array(list(sums.values()))[:, [0, place]]
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
    """The runs' scores of the given items.

    Samples of one item are averaged. Under the strict policy an answer that never arrived scores 0, as
    does an item without any; the lenient one leaves both out.
    """
    keys = np.unique(items)
    rows = Prediction.objects.filter(run__in=runs, item__in=keys.tolist()).under(question.policy).order_by()
    means = rows.values_list("run_id", "item_id").annotate(
        mean=Avg(policy.score(question.metric)), samples=Count("id")
    )
    found = np.array(list(means), dtype=float).reshape(-1, 4)
    order = np.array([run.pk for run in runs])
    sorter = np.argsort(order)
    shape = (len(keys), len(runs))
    scores = np.full(shape, policy.Policy(question.policy).missing_score)
    samples = np.zeros(shape, dtype=np.intp)
    if len(found):
        where = (
            np.searchsorted(keys, found[:, 1]),
            sorter[np.searchsorted(order, found[:, 0], sorter=sorter)],
        )
        scores[where], samples[where] = found[:, 2], found[:, 3]
    return ItemScores(keys, scores, samples)
