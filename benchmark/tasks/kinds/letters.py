"""Answers that are one of four letters: the reader, and the kind of task."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from benchmark.tasks.base import Facts, Task
from benchmark.tasks.outcomes import Score, Unparseable

LETTERS = ("A", "B", "C", "D")

# A letter alone; not °C, not B-factor, not chain A.
_LETTER = re.compile(r"(?<![\w°'])(?<!(?i:chain) )[A-Da-d](?!\w|'\w|-\w\w)")
# The words after which a letter is a letter, whatever follows it.
_ANNOUNCED = re.compile(r"\b(?:option|choice|letter|picture|image|panel|answer)s? ?[(:=]? ?$", re.IGNORECASE)
# What follows an article is a word, but none of these: "A is right", "A or B", "A. move x 3".
_AFTER_A_LETTER = re.compile(
    r" (?!(?:is|was|are|or|and|nor|but|not|because|since|as|so|it|which|that|has|shows?|match(?:es)?|fits?|"
    r"gives|looks|seems|appears|than|vs|versus|in|on|at|from|to|with|by|would|should|must|can|could|will|if|then|too|"
    r"also|for|the|this|these|its|there|i|we|when|where|while|(?:move|roll) [xyz])\b)[^\W\d_]",
    re.IGNORECASE,
)
# "A b" at a start is two letters, while "It is a B" names one.
_LETTER_NEXT = re.compile(r" [A-Da-d](?![\w'-])")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;]) ?$")
# An option's letter stands before the sentence: "(C) A shift of 3", "C - A shift".
_BEHIND_A_LETTER = re.compile(r"(?<!\w)[B-D](?:[)\]] ?| ?[—–-] ?| )$")


def find_letters(text: str) -> list[str]:
    """The letters A to D that stand alone in a line, as capitals; the article "a" is none."""
    text = text.replace("_", " ")
    found = _LETTER.finditer(text)
    return [match[0].upper() for match in found if match[0] not in "Aa" or not _is_article(match, text)]


def _is_article(match: re.Match[str], text: str) -> bool:
    if not _AFTER_A_LETTER.match(text, match.end()):
        return False
    before = text[max(0, match.start() - 12) : match.start()]
    starts = bool(_SENTENCE_START.search(before))
    if _ANNOUNCED.search(before) or (starts and _LETTER_NEXT.match(text, match.end())):
        return False
    return match[0] == "a" or starts or bool(_BEHIND_A_LETTER.search(before))


class ChoiceTask(Task):
    """A task whose answer is one of four options."""

    widget = "choice"
    widget_options: ClassVar[Mapping[str, object]] = {"letters": LETTERS}
    partial_credit = False
    chance: ClassVar[Mapping[str, float]] = {"exact": 0.25, "weighted": 0.25}

    @property
    def form(self) -> str:
        return "one letter: A, B, C or D"

    def find(self, text: str) -> Sequence[str]:
        return find_letters(text)

    def settle(self, pieces: Sequence[str]) -> str | Unparseable:
        letters = sorted(set(pieces))
        if len(letters) > 1:
            return Unparseable(f"Several letters: {' and '.join(letters)}.")
        return letters[0]

    def canonical(self, answer: str) -> str:
        return answer

    def grade(self, answer: str, truth: str) -> Score:
        right = int(answer == truth)
        return Score(right, float(right), answer)

    def guess(self, rng: random.Random) -> str:
        return rng.choice(LETTERS)

    def check_legal(self, answer: str) -> None:
        """Every letter that can be read is legal."""

    def check_truth(self, text: str, facts: Facts, options: Mapping[str, str]) -> None:
        if tuple(sorted(options)) != LETTERS:
            raise ValueError(
                f"{self.slug} has four options, A, B, C and D; here are {len(options)}: {', '.join(options)}."
            )
        if len(set(options.values())) < len(LETTERS):
            raise ValueError(f"Two options of this {self.slug} item are the same.")
        self.check_options(options)
        super().check_truth(text, facts, {})

    def check_options(self, options: Mapping[str, str]) -> None:
        """Raise ValueError where an option is no picture of this task; overridden where options are texts."""
        for letter, role in options.items():
            if role not in self.images:
                raise ValueError(
                    f"Option {letter} names the picture {role!r}, which {self.slug} does not have."
                )
