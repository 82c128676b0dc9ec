"""The columns of a version's results, and which of them its average goes over: the version says that."""

from __future__ import annotations

from dataclasses import replace

from benchmark.models import BenchmarkVersion
from benchmark.tasks import all_columns
from benchmark.tasks.base import Column


def columns_of(version: BenchmarkVersion) -> tuple[Column, ...]:
    """Every column there is, in order, `averaged` as the version has it.

    A column that the version averages and no task fills any more stays, empty: its average is missing then,
    and not quietly another one.
    """
    averaged = version.averaged_columns
    known = [replace(column, averaged=column.name in averaged) for column in all_columns()]
    names = {column.name for column in known}
    gone = [Column(name, name, name, (), averaged=True) for name in averaged if name not in names]
    return (*known, *gone)
