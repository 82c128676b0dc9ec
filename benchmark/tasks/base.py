"""What a benchmark task is: a question, a reader of answers, and two scores.

A task is one file of this folder with one subclass of `Task`. Nothing else in the
project knows a task by name. Standard library only.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Protocol

Facts = Mapping[str, Any]

# The version of the reading rule and the scorer together. Every score stores it; raise it with any
# change that could change a stored score.
SCORER_VERSION = "1"


class Status(StrEnum):
    """How the reading of an answer ended; never the same thing as right or wrong."""

    OK = "ok"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Unparseable:
    """A text that holds no answer of this task's form, and why."""

    reason: str
    status: Status = Status.UNREADABLE
    truncated: bool = False  # an unclosed reasoning mark swallowed everything


@dataclass(frozen=True, slots=True)
class Score:
    """One answer against one truth: `exact` is 0 or 1, `weighted` is 0..1."""

    exact: int
    weighted: float
    answer: str  # the canonical text of the answer
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to draw: who is in it, how it stands, and from where it is seen.

    `role` names its place in the item (`front`, `left`, `after`, `option_a`, ...);
    `subject` is `complex`, `pocket`, `ligand` or `partner` (the second complex of an item);
    `commands` move the molecule, in order, before `view` turns it.
    """

    role: str
    subject: str = "complex"
    view: str = "front"
    commands: tuple[str, ...] = ()
    ligand_commands: tuple[str, ...] = ()  # move the ligand alone, first (docking)
    residue: str | None = None  # draw only this residue and the ligand, with the residue's atoms named


@dataclass(frozen=True, slots=True)
class Draft:
    """One item as a task makes it, before anything is drawn."""

    facts: dict[str, Any]
    truth: str
    shots: tuple[Shot, ...]
    stratum: str = ""
    options: dict[str, str] = field(default_factory=dict)  # letter -> text, or the role of a picture
    difficulty: dict[str, Any] = field(default_factory=dict)


class Scene(Protocol):
    """What a generator may ask of a complex; `benchmark.molecules.generation` provides it.

    Tasks import nothing from `molecules`: the scene hands them what they need.
    """

    structure_id: str
    split: str


class Task(ABC):
    """One of the benchmark's tasks. Subclasses set the five names and fill in the methods."""

    slug: ClassVar[str]
    title: ClassVar[str]
    group: ClassVar[str]  # "unit" or "composite"
    order: ClassVar[int]  # T1 is 1
    widget: ClassVar[str]  # the KIND of answer: names a template of annotation/widgets/

    strata: ClassVar[Sequence[str]] = ("",)  # the parts reported apart, e.g. positive and negative

    @abstractmethod
    def question(self, facts: Facts, language: str = "en") -> str:
        """The text that people and models read, in `language` (falls back to English)."""

    @abstractmethod
    def parse(self, text: str, facts: Facts | None = None) -> Any | Unparseable:
        """The answer that `text` holds, or why it holds none."""

    @abstractmethod
    def grade(self, answer: Any, truth: Any) -> Score:
        """Both scores of a parsed answer against a parsed truth."""

    @abstractmethod
    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        """The items of this task that one complex gives."""
