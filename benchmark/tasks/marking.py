"""From a raw answer and a truth to a mark: the one way in for the command line, the site and the imports."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from benchmark.tasks.base import SHORT, Facts, Status, Task, Unparseable
from benchmark.tasks.registry import get_task


@dataclass(frozen=True, slots=True)
class Marked:
    """One answer, read and scored. One that is empty or unreadable scores 0 and has no canonical text."""

    status: Status
    final: str  # the piece of the text that was read, "" where none was
    answer: str | None  # canonical
    exact: int  # 0 or 1
    weighted: float  # 0..1
    details: dict[str, Any] = field(default_factory=dict)
    reason: str = ""  # a sentence, where there is no answer
    delivery_truncated: bool = False  # the reasoning never ended


def mark(task_slug: str, text: str, truth: str, facts: Facts | None = None) -> Marked:
    """Read `text` and score it against `truth`, by the rules of docs/scoring.md.

    Total in `text`. Raises UnknownTask, and UnreadableTruth where the task's own reader cannot read `truth`.
    Equal short answers to equal truths get one and the same mark: nobody may change its details.
    """
    task = get_task(task_slug)
    if len(text) <= SHORT and not task.reads_facts:
        return _mark_short(task, text, truth)
    return _mark(task, text, truth, facts)


def _mark(task: Task, text: str, truth: str, facts: Facts | None) -> Marked:
    right = _read_truth(task, truth)
    reading = task.read(text, facts)
    answer = reading.answer
    if isinstance(answer, Unparseable):
        return Marked(answer.status, reading.final, None, 0, 0.0, {}, answer.reason, answer.truncated)
    score = task.grade(answer, right)
    return Marked(Status.OK, reading.final, score.answer, score.exact, score.weighted, score.details)


@lru_cache(maxsize=16_384)
def _mark_short(task: Task, text: str, truth: str) -> Marked:
    return _mark(task, text, truth, None)


@lru_cache(maxsize=65_536)
def _read_truth(task: Task, truth: str) -> Any:
    return task.read_truth(truth)
