"""The published tables beside ours: figures as printed, the averages made again, and what does not fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from benchmark.models import PublishedResult
from benchmark.tasks import all_columns, get_task
from benchmark.tasks.base import Column

PRINTED_AVERAGE, PRINTED_RANK = "published_average", "published_rank"
# Printed figures are rounded or cut to two decimals: a mean of eight of them may be off by a little more.
ROUNDING = 0.02


@dataclass(frozen=True, slots=True)
class Printed:
    """One printed row of one table of one source, in per cent. `average` is made again from the columns."""

    source: str
    respondent: str
    kind: str
    item_set: str
    values: Mapping[str, float]
    average: float | None
    printed_average: float | None
    printed_rank: int | None
    rank: int | None = None  # by the average made again, among those that have a printed rank
    notes: tuple[str, ...] = field(default=())


def printed_rows(metric: str) -> list[Printed]:
    """The rows of the table of one metric, with what is odd about them."""
    tables, averaged = _tables()
    rows = [
        _row(key, values, tables.get(key._replace(metric="weighted"), {}), averaged[key.source])
        for key, values in tables.items()
        if key.metric == metric
    ]
    return _ranked(rows)


class Key(NamedTuple):
    """What tells one printed row from all others."""

    metric: str
    source: str
    respondent: str
    kind: str
    item_set: str


def _tables() -> tuple[dict[Key, dict[str, float]], dict[str, list[str]]]:
    """The figures of each row by their columns, and the columns that each source averages."""
    tables: dict[Key, dict[str, float]] = {}
    averaged: defaultdict[str, dict[str, None]] = defaultdict(dict)
    found = PublishedResult.objects.order_by("id")
    for *fields, column, value, counts in found.values_list(*Key._fields, "column", "value", "averaged"):
        tables.setdefault(key := Key(*fields), {})[column] = value
        if counts:
            averaged[key.source][column] = None
    return tables, {key.source: list(averaged[key.source]) for key in tables}


def _row(
    key: Key, values: Mapping[str, float], weighted: Mapping[str, float], averaged: Sequence[str]
) -> Printed:
    average, printed = made_again(values, averaged), values.get(PRINTED_AVERAGE)
    rank = values.get(PRINTED_RANK)
    notes = []
    if average is not None and printed is not None and abs(average - printed) > ROUNDING:
        notes.append(f"The printed average is {printed:.2f}; the columns give {_as_printed(average)}.")
    if key.metric == "exact":
        notes += [
            f"The printed exact figure of {column.title.lower()} equals the weighted one."
            for column in all_columns()
            if _repeats(column, values, weighted)
        ]
    whole_rank = None if rank is None else int(rank)
    return Printed(
        key.source,
        key.respondent,
        key.kind,
        key.item_set,
        values,
        average,
        printed,
        whole_rank,
        notes=tuple(notes),
    )


def _as_printed(average: float) -> str:
    """Two decimals, halves up, as a person rounds 23.365 (which a computer holds a little below that)."""
    return str(Decimal(repr(round(average, 6))).quantize(Decimal("0.01"), ROUND_HALF_UP))


def made_again(values: Mapping[str, float], averaged: Sequence[str]) -> float | None:
    """The plain mean of the averaged columns; None where one is missing."""
    if not averaged or any(name not in values for name in averaged):
        return None
    return sum(values[name] for name in averaged) / len(averaged)


def _repeats(column: Column, exact: Mapping[str, float], weighted: Mapping[str, float]) -> bool:
    """Whether partial credit made no difference: possible, but not to be expected between 0 and 100."""
    value = exact.get(column.name)
    partial = get_task(column.task).partial_credit
    return partial and value is not None and 0 < value < 100 and weighted.get(column.name) == value


def _ranked(rows: Sequence[Printed]) -> list[Printed]:
    """With the rank by the average made again, among the rows of the same source that have a printed rank."""
    race: dict[str, list[float]] = {}
    for row in rows:
        if row.printed_rank is not None and row.average is not None:
            race.setdefault(row.source, []).append(row.average)
    return [
        replace(row, rank=1 + sum(other > row.average for other in race[row.source]))
        if row.printed_rank is not None and row.average is not None
        else row
        for row in rows
    ]
