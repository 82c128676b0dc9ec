"""Reads a table of published results: one respondent and metric a row, one task or stratum a column."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

ABOUT = ("metric", "respondent", "kind", "item_set")  # the columns that say whose figures a row has


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """One figure as printed, in per cent (or a rank)."""

    metric: str
    respondent: str
    kind: str
    item_set: str
    column: str
    value: float


def read_published_table(file: TextIO) -> Iterator[PrintedFigure]:
    """Every figure of a CSV file; an empty cell has none.

    Raises ValueError, with a sentence, for a missing column or a cell that is no number.
    """
    reader = csv.DictReader(file)
    columns = reader.fieldnames or []
    if missing := [name for name in ABOUT if name not in columns]:
        raise ValueError(f"The first line lacks the columns {', '.join(missing)}.")
    for row in reader:
        about = {name: row[name] or "" for name in ABOUT}
        for column in columns:
            if column not in ABOUT and row[column]:
                yield PrintedFigure(
                    **about, column=column, value=_number(row[column], column, reader.line_num)
                )


def _number(text: str, column: str, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"Line {line}: {column} is {text!r}, which is no number.")
    return value
