"""Finds the tasks by looking in this folder: a new file with a `Task` that has a slug is a new task."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from benchmark.tasks.base import Column, Task
from benchmark.tasks.outcomes import shortened


class UnknownTask(LookupError):
    """No task has this slug."""


def get_task(slug: str) -> Task:
    """The task named `slug`; raises UnknownTask with a sentence that lists the names there are."""
    try:
        return _by_slug()[slug]
    except (KeyError, TypeError):
        names = ", ".join(_by_slug())
        raise UnknownTask(f"There is no task {shortened(slug)}. The tasks are: {names}.") from None


def all_tasks() -> tuple[Task, ...]:
    """Every task, in the benchmark's order."""
    return tuple(_by_slug().values())


def all_columns() -> tuple[Column, ...]:
    """The columns of a results table, in order."""
    return tuple(column for task in all_tasks() for column in task.columns())


def averaged_columns() -> list[str]:
    """The names of the columns that MiSI-Bench averages, in order."""
    return [column.name for column in all_columns() if column.averaged]


def place_of(slug: str) -> tuple[int, str]:
    """Sorts by the benchmark's order; tasks whose file is gone come last."""
    order = {task.slug: task.order for task in all_tasks()}
    return order.get(slug, len(order) + 1), slug


@cache
def _by_slug() -> Mapping[str, Task]:
    tasks: dict[str, Task] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        for thing in vars(importlib.import_module(f"benchmark.tasks.{module.name}")).values():
            if isinstance(thing, type) and issubclass(thing, Task) and "slug" in vars(thing):
                tasks[thing.slug] = thing()
    return dict(sorted(tasks.items(), key=lambda item: item[1].order))
