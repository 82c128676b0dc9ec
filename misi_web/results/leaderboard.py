"""All respondents by their averages: measured ones with rank ranges, published ones as they were printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmark.models import Run
from benchmark.statistics import rank_ranges
from benchmark.tasks.base import Column
from misi_web.results import means, queries
from misi_web.results.columns import columns_of
from misi_web.results.comparison import AVERAGE, MODEL, PEOPLE
from misi_web.results.figures import INCOMPLETE, Figure, Sized, averaged, figures
from misi_web.results.published import Printed, printed_rows
from misi_web.results.question import Question

PUBLISHED = "published"
ABSENT = "No answers in this column."
NOT_PRINTED = "Not printed."
ORDERS = ("down", "up")


@dataclass(frozen=True, slots=True)
class Heading:
    """A column of the table; `averaged` says whether it counts in the average."""

    name: str
    title: str
    averaged: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One respondent. `cells` stand in the order of the headings; `average` is worked out here.

    `item_set` is "" for measured entries, and "tiny" or "full" for published ones, whose `source` is a
    paper. `ranks` are the best and the worst place resampling leaves possible among the measured runs; a
    published entry has the printed rank and the one its columns give.
    """

    name: str
    kind: str
    item_set: str
    average: Figure
    cells: tuple[Figure, ...]
    run: int | None = None
    ranks: tuple[int, int] | None = None
    printed_average: float | None = None
    printed_rank: int | None = None
    rank: int | None = None
    notes: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A leaderboard, its entries sorted."""

    metric: str
    policy: str
    headings: tuple[Heading, ...]
    entries: tuple[Entry, ...]


def lead(
    question: Question, runs: Sequence[Run], *, sort: str = AVERAGE, order: str = ORDERS[0]
) -> Leaderboard:
    """Everything the leaderboard page shows. `sort` is a heading's name or "average"."""
    printed = printed_rows(question.metric)
    columns = _shown_columns(question, printed)
    headings = tuple(Heading(column.name, column.title, column.averaged) for column in columns)
    entries = [*_measured(question, runs, columns), *(_published(row, columns) for row in printed)]
    place = next((number for number, heading in enumerate(headings) if heading.name == sort), None)
    found = _sorted(entries, place, falling=order == ORDERS[0])
    return Leaderboard(question.metric, question.policy, headings, tuple(found))


def _shown_columns(question: Question, printed: Sequence[Printed]) -> list[Column]:
    """Those that the version has items of, averages, or that a published row has a figure for."""
    counts = queries.item_counts(question.version)
    known = {name for row in printed for name in row.values}
    return [
        column
        for column in columns_of(question.version)
        if column.averaged or column.name in known or queries.total_items(column, counts)
    ]


def _sorted(entries: Sequence[Entry], place: int | None, *, falling: bool) -> list[Entry]:
    """By a column, or by the average where `place` is None. Missing figures stand last either way."""

    def key(entry: Entry) -> tuple[bool, float]:
        value = (entry.average if place is None else entry.cells[place]).value
        return value is None, 0.0 if value is None else (-value if falling else value)

    return sorted(entries, key=key)


def _measured(question: Question, runs: Sequence[Run], columns: Sequence[Column]) -> list[Entry]:
    numbers = queries.structure_numbers(question.version)
    people = queries.people(question, numbers)
    tallies = queries.tallies(question, runs, numbers)
    of_people, of_runs = [], []
    for column in columns:
        of_people.append(means.ColumnAnswers(people.column(column), people.count, len(numbers)).of_people())
        whole = [queries.tally_of(column, run, tallies, len(numbers)) for run in runs]
        of_runs.append(means.of_whole_runs(whole, len(numbers)))
    units = "people and structures"
    averaged = [column.averaged for column in columns]
    of_all = _average_of(of_runs, averaged)
    entries = _entries(queries.run_names(runs), MODEL, of_runs, of_all, "structures")
    ranked = _with_ranks(entries, runs, of_all)
    if not people.count:
        return ranked
    average = _average_of(of_people, averaged, people.count)
    return [*_entries(["People"], PEOPLE, of_people, average, units), *ranked]


def _entries(
    names: Sequence[str], kind: str, columns: Sequence[Sized], average: Sized, units: str
) -> list[Entry]:
    averages = figures(average, units=units, absent=INCOMPLETE)
    cells = zip(*(figures(column, units=units, absent=ABSENT) for column in columns), strict=True)
    return [
        Entry(name, kind, "", average, found)
        for name, average, found in zip(names, averages, cells, strict=True)
    ]


def _average_of(columns: Sequence[Sized], counts: Sequence[bool], people: int | None = None) -> Sized:
    """The average over the columns that count in it."""
    return averaged([found for found, counted in zip(columns, counts, strict=True) if counted], people)


def _with_ranks(entries: Sequence[Entry], runs: Sequence[Run], of_all: Sized) -> list[Entry]:
    """Rank ranges go over the runs that have an average; all share the same resamples."""
    average = of_all.means
    there = np.flatnonzero(~np.isnan(average.values))
    ranges = dict(zip(there.tolist(), rank_ranges(average.draws[0].means[:, there]), strict=True))
    return [
        replace(entry, run=run.pk, ranks=ranges.get(number))
        for number, (entry, run) in enumerate(zip(entries, runs, strict=True))
    ]


def _published(row: Printed, columns: Sequence[Column]) -> Entry:
    average = Figure(row.average, reason="" if row.average is not None else NOT_PRINTED)
    cells = [
        Figure(row.values.get(column.name), reason="" if column.name in row.values else NOT_PRINTED)
        for column in columns
    ]
    return Entry(
        row.respondent,
        PUBLISHED,
        row.item_set,
        average,
        tuple(cells),
        printed_average=row.printed_average,
        printed_rank=row.printed_rank,
        rank=row.rank,
        notes=row.notes,
        source=row.source,
    )
