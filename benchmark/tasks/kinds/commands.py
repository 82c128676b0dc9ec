"""Answers that are commands: `move x 3`, `roll y -15`. The reader, the bins, and the kind of task."""

from __future__ import annotations

import random
import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from benchmark.tasks.base import Task
from benchmark.tasks.outcomes import Score, Unparseable
from benchmark.tasks.scene import Counts, Draft, Scene, Shot, views

UNITS = {"move": "Å", "roll": "°"}

# What stands where a number should: a number, or something that only looks like one.
_COMMAND = re.compile(
    r"(?<![a-z0-9])(?P<verb>move|roll) ?:? ?(?P<axis>[xyz])(?![a-z]) ?(?:[:=] ?|by )?"
    r"(?:(?P<sign>[+-]?) ?(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"(?: ?(?:°|deg(?:ree)?s?\b|å(?:ngstr(?:ö|oe?)ms?)?|angstr(?:ö|oe?)ms?|a\b))?"
    r"|[+-]? ?(?:nan\b|inf(?:inity)?\b|∞|[±≈~<>]{1,3} ?\.?[0-9]))"
)
# What may not follow a number, since it makes another number of it or one of several: 3e5, 3.0.1, 3 nm;
# 2-3, 2,5, 2 or 3, 2-(-3); 3, y 2.
_GOES_ON = re.compile(
    r"[a-z_%]|\.[0-9]| ?(?:nm|pm|px|pixels?|rad|radians?)\b"
    r"| ?(?:(?:[,;:|~±×*/⁄-]|\.\.+|(?:to|or|and|through|until)\b) ?\(?)? ?(?:[xyz] ?[=:]?)? ?[+-]? ?\.?[0-9]"
)
_LONGEST_NUMBER = 100  # digits; no scale reaches there


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `move` in ångström along an axis, or `roll` in degrees about one."""

    verb: str
    axis: str
    number: Decimal

    def __str__(self) -> str:
        return f"{self.verb} {self.axis} {plain(self.number)}"


@dataclass(frozen=True, slots=True)
class Scale:
    """The possible answers on one axis: multiples of `step` from -reach to reach, without 0."""

    step: int
    reach: int

    @property
    def bins(self) -> int:
        return 2 * self.reach // self.step

    @property
    def values(self) -> tuple[int, ...]:
        """The possible answers, in order."""
        return tuple(value for value in range(-self.reach, self.reach + 1, self.step) if value)

    def position(self, value: Decimal) -> Decimal:
        """Where a value stands among the bins: the lowest bin is 0, and -step and step are neighbours.

        Linear between bins; outside them the slope goes on.
        """
        steps, half = value / self.step, Decimal(self.bins) / 2
        if abs(steps) < 1:
            return half + (steps - 1) / 2
        return half + steps - (1 if steps > 0 else 0)

    def closeness(self, value: Decimal, truth: Decimal) -> float:
        """1 in the true bin, falling by 1 / (bins - 1) for each bin away, not below 0."""
        span = self.bins - 1
        distance = abs(self.position(value) - self.position(truth))
        return float(max(Decimal(0), (span - distance) / span))

    def chance(self, axes: str) -> dict[str, float]:
        """What guessing an axis and a bin scores where all are equally likely."""
        distance = (self.bins + 1) / (3 * self.bins)  # the mean one of two bins, the longest being 1
        return {"exact": 1 / (len(axes) * self.bins), "weighted": (1 - distance) / len(axes)}

    def check(self, command: Command) -> None:
        """Raise ValueError where the command's number is not one of the bins."""
        value = command.number
        if value == 0 or abs(value) > self.reach or value % self.step:
            raise ValueError(
                f"{command} is outside the bins: "
                f"multiples of {self.step} from {-self.reach} to {self.reach}, not 0."
            )


TRANSLATION_SCALE = Scale(step=1, reach=4)
ROTATION_SCALE = Scale(step=15, reach=90)


def plain(number: Decimal) -> str:
    """A number without exponent, trailing zeros or negative zero: 3, -14, 2.5."""
    if not number:
        return "0"
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def find_commands(text: str) -> list[Command | Unparseable]:
    """Every command in a text, in order; an Unparseable where one begins but its number cannot be read."""
    text = text.lower().replace("_", " ")
    return [_command(found, text) for found in _COMMAND.finditer(text)]


def compare(answer: Command, truth: Command, weighted: float) -> dict[str, Any]:
    """The details of a command against the true one; the signed error only where the axis is right."""
    right = answer.axis == truth.axis
    return {
        "exact": int(right and answer.number == truth.number),
        "weighted": weighted if right else 0.0,
        "axis_correct": right,
        "signed_error": float(answer.number - truth.number) if right else None,
    }


def different(commands: Sequence[Command]) -> Unparseable:
    """The complaint about a place that holds several commands."""
    return Unparseable("Two different commands: " + " and ".join(map(str, commands[:2])) + ".")


def _command(found: re.Match[str], text: str) -> Command | Unparseable:
    digits = found["number"]
    if digits is None or len(digits) > _LONGEST_NUMBER or _GOES_ON.match(text, found.end()):
        return Unparseable(
            f"The number of this command is not one plain number: {text[found.start() :][:40]}"
        )
    return Command(found["verb"], found["axis"], Decimal(found["sign"] + digits))


def part(verb: str, axes: str) -> Mapping[str, Any]:
    """What a widget needs to know of one command: its verb, the axes it offers, and the unit."""
    return {"verb": verb, "axes": tuple(axes), "unit": UNITS[verb]}


class CommandTask(Task):
    """A task whose answer is one command. Subclasses give the verb, the axes and the closeness."""

    widget = "axis_number"
    verb: ClassVar[str]
    axes: ClassVar[str]  # the axes that occur in truths
    examples: ClassVar[tuple[str, ...]]

    @property
    def form(self) -> str:
        return f"a command such as {self.examples[0]}"

    def find(self, text: str) -> Sequence[Command | Unparseable]:
        return find_commands(text)

    def settle(self, pieces: Sequence[Command | Unparseable]) -> Command | Unparseable:
        commands: dict[Command, None] = {}
        for piece in pieces:
            if isinstance(piece, Unparseable):
                return piece
            commands[piece] = None
        if len(commands) > 1:
            return different(list(commands))
        command = next(iter(commands))
        if command.verb != self.verb:
            return Unparseable(f"{command} is a {command.verb}; this task asks for a {self.verb}.")
        return command

    def canonical(self, answer: Command) -> str:
        return str(answer)

    def draft(self, axis: str, number: int, **difficulty: Any) -> Draft:
        """The item whose complex is seen before and after one command."""
        command = f"{self.verb} {axis} {number}"
        shots = (*views(("front", "left", "top")), Shot("after", commands=(command,)))
        return Draft({}, command, shots, difficulty={"magnitude": abs(number), **difficulty})

    @abstractmethod
    def closeness(self, value: Decimal, truth: Decimal) -> float:
        """The weighted score, 0..1, of a number on the right axis."""

    def grade(self, answer: Command, truth: Command) -> Score:
        details = compare(answer, truth, self.closeness(answer.number, truth.number))
        exact, weighted = details.pop("exact"), details.pop("weighted")
        return Score(exact, weighted, str(answer), details)

    def check_axis(self, answer: Command) -> None:
        """Raise ValueError where no truth of this task has the command's axis."""
        if answer.axis not in self.axes:
            raise ValueError(
                f"{answer} has an axis that {self.slug} lacks; its axes are {', '.join(self.axes)}."
            )


class ScaledTask(CommandTask):
    """A command whose number stands on a scale of bins."""

    scale: ClassVar[Scale]
    per_axis: ClassVar[Counts] = {"train": 2, "test": 1}

    def closeness(self, value: Decimal, truth: Decimal) -> float:
        return self.scale.closeness(value, truth)

    def check_legal(self, answer: Command) -> None:
        self.check_axis(answer)
        self.scale.check(answer)

    def guess(self, rng: random.Random) -> str:
        return f"{self.verb} {rng.choice(self.axes)} {rng.choice(self.scale.values)}"

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        for axis in self.axes:
            for number in rng.sample(self.scale.values, self.per_axis[scene.split]):
                yield self.draft(axis, number)
