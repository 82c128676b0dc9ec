"""How the scoring tables are written: one row is one answer and what it must give."""

from collections.abc import Iterable
from typing import NamedTuple

OK, EMPTY, UNREADABLE = "ok", "empty", "unreadable"

Row = tuple[str, str, str | None, int, float]  # answer, status, canonical, exact, weighted


class Case(NamedTuple):
    task: str
    truth: str
    text: str
    status: str
    canonical: str | None
    exact: int
    weighted: float


def table(task: str, truth: str, *rows: Row) -> list[Case]:
    """The cases of one task and one truth."""
    return [Case(task, truth, *row) for row in rows]


def refused(task: str, truth: str, texts: Iterable[str], status: str = UNREADABLE) -> list[Case]:
    """Answers without an answer: no canonical text, and 0 by both scores."""
    return [Case(task, truth, text, status, None, 0, 0.0) for text in texts]
