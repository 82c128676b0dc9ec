"""From a raw answer and a truth to a mark: the one way in for the command line, the site and the imports."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from benchmark.tasks.base import SHORT, Facts, Task
from benchmark.tasks.outcomes import SCORER_VERSION, Delivery, Reading, Status, Unparseable
from benchmark.tasks.registry import get_task


@dataclass(frozen=True, slots=True)
class Marked:
    """One answer, read and scored. One that is empty or unreadable scores 0 and has no canonical text."""

    status: Status
    passage: str  # the piece of the text that was read, "" where none was
    answer: str | None  # canonical
    exact: int  # 0 or 1
    weighted: float  # 0..1
    details: dict[str, Any] = field(default_factory=dict)
    reason: str = ""  # a sentence, where there is no answer
    delivery_truncated: bool = False  # the reasoning never ended


class Markable(Protocol):
    """What scoring must know of an item."""

    @property
    def task(self) -> Any: ...
    @property
    def stratum(self) -> Any: ...
    @property
    def truth(self) -> Any: ...
    @property
    def facts(self) -> Any: ...


def mark(
    task_slug: str, text: str, truth: str, facts: Facts | None = None, reading: Reading | None = None
) -> Marked:
    """Read `text` and score it against `truth`, by the rules of docs/scoring.md.

    `reading` is that of the same text, where the caller has read it already. Total in `text`. Raises
    UnknownTask, and UnreadableTruth where the task's own reader cannot read `truth`.
    Equal short answers to equal truths get one and the same mark: nobody may change its details.
    """
    task = get_task(task_slug)
    if reading is not None:
        return _graded(task, reading, truth)
    if len(text) <= SHORT and not task.reads_facts:
        return _mark_short(task, text, truth)
    return _graded(task, task.read(text, facts), truth)


def scored_columns(
    item: Markable,
    text: str,
    *,
    delivery: str = Delivery.RECEIVED.value,
    reading: Reading | None = None,
) -> dict[str, Any]:
    """What every row of an answer holds of its reading and its scores, by the names of the columns.

    Plain values: a database driver takes many times as long for an enumeration's.
    """
    marked = mark(item.task, text, item.truth, item.facts, reading)
    if marked.delivery_truncated and delivery == Delivery.RECEIVED:
        delivery = Delivery.TRUNCATED.value
    return {
        "task": item.task,
        "stratum": item.stratum,
        "raw": text,
        "answer": marked.answer,
        "status": marked.status.value,
        "delivery": delivery,
        "exact": marked.exact,
        "weighted": marked.weighted,
        "details": marked.details,
        "scorer_version": SCORER_VERSION,
    }


def _graded(task: Task, reading: Reading, truth: str) -> Marked:
    right = _read_truth(task, truth)
    answer = reading.answer
    if isinstance(answer, Unparseable):
        return Marked(answer.status, reading.passage, None, 0, 0.0, {}, answer.reason, answer.truncated)
    score = task.grade(answer, right)
    return Marked(Status.OK, reading.passage, score.answer, score.exact, score.weighted, score.details)


@lru_cache(maxsize=16_384)
def _mark_short(task: Task, text: str, truth: str) -> Marked:
    return _graded(task, task.read(text, None), truth)


@lru_cache(maxsize=65_536)
def _read_truth(task: Task, truth: str) -> Any:
    return task.read_truth(truth)
