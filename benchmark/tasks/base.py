"""What a benchmark task is: a question, a reader of answers, and two scores.

A task is one file of this folder with one subclass of `Task`. Nothing else in the
project knows a task by name. Standard library only.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from benchmark.tasks import wording
from benchmark.tasks.outcomes import Reading, Score, Status, Unparseable, UnreadableTruth, shortened
from benchmark.tasks.reading import cleaning, parsing
from benchmark.tasks.scene import Draft, Scene

Facts = Mapping[str, Any]

# How much of the passage that was read is kept; a megabyte of it is no use to anyone.
PASSAGE_LENGTH = 1000
SHORT = 64  # characters; the readings of such answers are remembered


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a results table: a task, or some strata of it reported apart.

    `name` is the column's name in the published tables where they have it. `averaged` says whether it counts
    in MiSI-Bench's own average, which holds for tables and benchmark versions that do not say themselves.
    """

    name: str
    title: str
    task: str
    strata: tuple[str, ...]
    averaged: bool = False


class Task(ABC):
    """One of the benchmark's tasks. Subclasses set the names and fill in the methods.

    The shared kinds of answer (`commands`, `letters`, `bonds`) fill in most of it.
    """

    slug: ClassVar[str]  # also the name of the task's file
    title: ClassVar[str]
    group: ClassVar[str]  # "unit" or "composite"
    order: ClassVar[int]  # T1 is 1
    images: ClassVar[tuple[str, ...]]  # the roles of an item's pictures, in order; see `wording.role_name`

    widget: ClassVar[str]  # the KIND of answer: names a template of annotation/widgets/
    widget_options: ClassVar[Mapping[str, Any]] = {}  # what that template needs to know of this task
    answer_range: ClassVar[str] = ""  # the possible numbers, in words; a study may show them
    option_kind: ClassVar[str] = ""  # "pictures" or "texts" where an item has options, else ""

    texts: ClassVar[Mapping[str, str]]  # language -> the task's own part of the question
    needed_facts: ClassVar[tuple[str, ...]] = ()  # what the question names; it cannot be asked without
    strata: ClassVar[Sequence[str]] = ("",)  # the parts reported apart, e.g. positive and negative
    averaged: ClassVar[bool] = False  # in MiSI-Bench's own average, which no later task joins
    reads_facts: ClassVar[bool] = False  # whether `read` needs the item's facts; such a task overrides it
    partial_credit: ClassVar[bool] = True  # whether the weighted score can differ from the exact one
    # What guessing among the possible answers scores, by metric, in 0..1; empty where nobody can say.
    chance: ClassVar[Mapping[str, float]] = {}

    def question(self, facts: Facts, language: str = "en") -> str:
        """The text that people and models read, in `language` (falls back to English).

        Shows `structure_id` only where the facts hold it; a task's docstring names what else it reads.
        Raises ValueError where one of `needed_facts` is missing.
        """
        missing = [name for name in self.needed_facts if facts.get(name) in (None, "")]
        if missing:
            raise ValueError(f"The facts of {self.slug} need {', '.join(missing)}.")
        language = language if language in self.texts else "en"
        return wording.question(self.texts[language], self.images, self.names(facts), language)

    def names(self, facts: Facts) -> Facts:
        """The facts, with what the question's text names made of them."""
        return facts

    def read(self, text: str, facts: Facts | None = None) -> Reading:
        """Find the answer in what a person or a model wrote. Total: any text gives a reading.

        Short answers are few and come again and again: a run's thousands are read once each.
        """
        return _read_short(self, text) if len(text) <= SHORT else self.read_anew(text)

    def read_anew(self, text: str) -> Reading:
        """The reading of `text`, not remembered."""
        lines = cleaning.clean(text)
        if lines is None:
            return Reading(
                Unparseable("The reasoning never ends, so there is no answer.", Status.EMPTY, True)
            )
        # Most long answers end in a line that says it all: "Answer: B".
        if lines and len(lines[-1]) <= SHORT and (reading := _read_last_line(self, lines[-1])):
            return reading
        place = parsing.find_place(lines, self.find, self.joins)
        if place is not None:
            return self.reading_at(place)
        if parsing.is_empty(lines):
            return Reading(Unparseable("There is no answer.", Status.EMPTY))
        return Reading(Unparseable(f"Nothing here reads as {self.form}."))

    def reading_at(self, place: parsing.Place) -> Reading:
        return Reading(self.settle(place.pieces), place.text[:PASSAGE_LENGTH])

    def parse(self, text: str, facts: Facts | None = None) -> Any | Unparseable:
        """The answer that `text` holds, or why it holds none."""
        return self.read(text, facts).answer

    def read_truth(self, text: str) -> Any:
        """The parsed truth of an item; raises UnreadableTruth. Truths are canonical: no facts are needed."""
        answer = self.parse(text)
        if isinstance(answer, Unparseable):
            raise UnreadableTruth(f"{shortened(text)} is no answer to {self.slug}: {answer.reason}")
        return answer

    def columns(self) -> tuple[Column, ...]:
        """The columns of a results table that this task fills, in order."""
        return (Column(self.slug, self.title, self.slug, tuple(self.strata), self.averaged),)

    def stratum(self, truth: str) -> str:
        """Which of `strata` an item with this truth belongs to; raises UnreadableTruth."""
        return ""

    def check_truth(self, text: str, facts: Facts, options: Mapping[str, str]) -> None:
        """Raise ValueError, with a sentence, where `text` cannot be the truth of an item of this task."""
        if options:
            raise ValueError(f"{self.slug} has no options, but {len(options)} are given.")
        self.check_legal(self.read_truth(text))

    @property
    @abstractmethod
    def form(self) -> str:
        """What an answer looks like, for messages: ``a command such as move x 1``."""

    @abstractmethod
    def find(self, text: str) -> Sequence[Any]:
        """The pieces of an answer that one line holds; empty where it holds none."""

    def joins(self, earlier: Sequence[Any], later: Sequence[Any]) -> bool:
        """Whether the pieces of two lines that follow each other make one answer."""
        return False

    @abstractmethod
    def settle(self, pieces: Sequence[Any]) -> Any | Unparseable:
        """The one answer that the pieces of a place make."""

    @abstractmethod
    def canonical(self, answer: Any) -> str:
        """The one spelling of an answer; reading it gives the answer again."""

    @abstractmethod
    def check_legal(self, answer: Any) -> None:
        """Raise ValueError, with a sentence, where a readable answer is not a possible truth."""

    @abstractmethod
    def grade(self, answer: Any, truth: Any) -> Score:
        """Both scores of a parsed answer against a parsed truth."""

    @abstractmethod
    def guess(self, rng: random.Random) -> str:
        """An answer by somebody who sees no picture: each possible one is equally likely."""

    @abstractmethod
    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        """The items of this task that one complex gives; raises LeftOut where it gives none, or no more."""


@lru_cache(maxsize=8_192)
def _read_short(task: Task, text: str) -> Reading:
    return task.read_anew(text)


@lru_cache(maxsize=8_192)
def _read_last_line(task: Task, line: str) -> Reading | None:
    """The reading of any cleaned text that ends in this line; None where lines before it matter."""
    place = parsing.find_place([line], task.find, task.joins)
    return task.reading_at(place) if place and place.after_mark else None
