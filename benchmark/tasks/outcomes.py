"""How the reading and the scoring of an answer can end."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

# The version of the reading rule and the scorer together. Every score stores it; raise it with any
# change that could change a stored score.
SCORER_VERSION = "1"


def shortened(text: object, longest: int = 80) -> str:
    """What was given, quoted for a message, and cut where it is long."""
    quoted = repr(text)
    return quoted if len(quoted) <= longest else f"{quoted[: longest - 2]}…{quoted[-1]}"


class UnreadableTruth(ValueError):
    """The truth of an item is not an answer of its task."""


class Status(StrEnum):
    """How the reading of an answer ended; never the same thing as right or wrong."""

    OK = "ok"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


class Delivery(StrEnum):
    """What became of the answer on its way, apart from how it was read."""

    RECEIVED = "received"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    ERROR = "error"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Unparseable:
    """A text that holds no answer of this task's form, and why."""

    reason: str
    status: Status = Status.UNREADABLE
    truncated: bool = False  # an unclosed reasoning mark swallowed everything


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading a text gave: the answer, or why there is none, and the passage it was read from."""

    answer: Any | Unparseable
    passage: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """One answer against one truth: `exact` is 0 or 1, `weighted` is 0..1."""

    exact: int
    weighted: float
    answer: str  # the canonical text of the answer
    details: dict[str, Any] = field(default_factory=dict)
