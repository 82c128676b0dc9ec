"""People against models, column by column: what the comparison page, its files and the API show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.models import Run
from benchmark.statistics import difference_intervals
from benchmark.tasks import get_task
from benchmark.tasks.base import Column as ColumnOfTask
from misi_web.results import means, queries
from misi_web.results.columns import columns_of
from misi_web.results.figures import INCOMPLETE, Figure, Sized, averaged, figure, figures
from misi_web.results.queries import Floats
from misi_web.results.question import Question

PEOPLE, MODEL = "people", "model"
AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class RespondentFigures:
    """One respondent in one column. `run` is None for people.

    `seen` goes over the items that people saw, `whole` over all items of the version, `difference` is
    people minus the run over the items that both answered.
    """

    name: str
    kind: str
    run: int | None
    seen: Figure
    whole: Figure | None = None
    difference: Figure | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One column of the benchmark, or the average. `chance` is in per cent; `items` those of the version."""

    name: str
    title: str
    averaged: bool
    chance: float | None
    items: int
    rows: tuple[RespondentFigures, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The columns in order, the average last."""

    metric: str
    policy: str
    people: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ColumnMeans:
    """The means of one column; `pairs` are the means that each difference was taken of."""

    people: Sized
    seen: Sized
    whole: Sized
    differences: Sized
    pairs: tuple[Floats, Floats]


def compare(question: Question, runs: Sequence[Run]) -> Comparison:
    """Everything the comparison page shows, for these runs."""
    counts = queries.item_counts(question.version)
    people, parts = _parts(question, runs)
    blocks = [
        _block(column, queries.total_items(column, counts), parts[column.name], runs, question.metric)
        for column in columns_of(question.version)
    ]
    there = tuple(block for block in blocks if block.items)
    return Comparison(
        question.metric, question.policy, people, (*there, _average(blocks, parts, runs, people))
    )


def _parts(question: Question, runs: Sequence[Run]) -> tuple[int, dict[str, ColumnMeans]]:
    """How many people answered at all, and the means of every column by its name."""
    numbers = queries.structure_numbers(question.version)
    people = queries.people(question, numbers)
    tallies = queries.tallies(question, runs, numbers)
    scores = queries.item_scores(question, runs, people.answers.items)
    parts = {}
    for column in columns_of(question.version):
        laid_out = means.ColumnAnswers(people.column(column), people.count, len(numbers))
        whole = [queries.tally_of(column, run, tallies, len(numbers)) for run in runs]
        differences, *pairs = laid_out.differences(scores)
        parts[column.name] = ColumnMeans(
            laid_out.of_people(),
            laid_out.of_runs(scores),
            means.of_whole_runs(whole, len(numbers)),
            differences,
            (pairs[0], pairs[1]),
        )
    return people.count, parts


def _block(column: ColumnOfTask, items: int, part: ColumnMeans, runs: Sequence[Run], metric: str) -> Block:
    chance = get_task(column.task).chance.get(metric) if items else None
    shares = None if chance is None else 100 * chance
    rows = _rows(part, runs, "Nobody has answered these items.", "The run answered none of these items.")
    return Block(column.name, column.title, column.averaged, shares, items, rows)


def _average(
    blocks: Sequence[Block], parts: dict[str, ColumnMeans], runs: Sequence[Run], people: int
) -> Block:
    """The mean over all averaged columns: missing where one of them is, be it that the version lacks it."""
    chosen = [block for block in blocks if block.averaged]
    found = [parts[block.name] for block in chosen]
    part = ColumnMeans(
        averaged([part.people for part in found], people),
        averaged([part.seen for part in found]),
        averaged([part.whole for part in found]),
        averaged([part.differences for part in found], people),
        (
            np.mean([part.pairs[0] for part in found], axis=0),
            np.mean([part.pairs[1] for part in found], axis=0),
        ),
    )
    title = f"Average of {len(chosen)} columns"
    return Block(
        AVERAGE,
        title,
        True,
        None,
        sum(block.items for block in chosen),
        _rows(part, runs, INCOMPLETE, INCOMPLETE),
    )


def _rows(part: ColumnMeans, runs: Sequence[Run], nobody: str, nothing: str) -> tuple[RespondentFigures, ...]:
    (people,) = figures(part.people, units="people and structures", absent=nobody)
    seen = figures(part.seen, units="structures", absent=nobody if people.value is None else nothing)
    whole = figures(part.whole, units="structures", absent=nothing)
    differences = _difference_figures(part, nobody if people.value is None else nothing)
    rows = [
        RespondentFigures(name, MODEL, run.pk, *found)
        for name, run, *found in zip(queries.run_names(runs), runs, seen, whole, differences, strict=True)
    ]
    return (RespondentFigures("People", PEOPLE, None, people), *rows)


def _difference_figures(part: ColumnMeans, absent: str) -> list[Figure]:
    intervals = difference_intervals(part.differences.means, *part.pairs)
    found = zip(part.differences.means.values.tolist(), intervals, part.differences.sizes, strict=True)
    return [figure(*row, units="people and structures", absent=absent) for row in found]
