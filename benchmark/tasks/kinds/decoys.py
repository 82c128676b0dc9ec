"""Items whose options are pictures: two operations, and three decoys made from them.

Each decoy is made by one of three schemes, drawn anew, so that no scheme marks the truth.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from typing import Any, ClassVar

from benchmark.tasks.kinds.commands import ROTATION_SCALE, TRANSLATION_SCALE, Command
from benchmark.tasks.kinds.letters import LETTERS, ChoiceTask
from benchmark.tasks.scene import TURNS, Counts, Draft, LeftOut, Scene, Shot

Pair = tuple[Command, Command]

SCALES = {"move": TRANSLATION_SCALE, "roll": ROTATION_SCALE}
# Two options, or an option and a picture shown before it, place the atoms at least this far apart on
# average, in picture widths: 8 pixels of 800.
LEAST_SEPARATION = 0.01
BEFORE = ((), (TURNS["left"],), (TURNS["top"],))  # the front, left and top views, as commands
_ATTEMPTS = 2000


def random_command(verb: str, axes: str, rng: random.Random) -> Command:
    """Any command of the verb's scale about or along one of `axes`."""
    return Command(verb, rng.choice(axes), Decimal(rng.choice(SCALES[verb].values)))


def texts(pair: Pair) -> tuple[str, ...]:
    return tuple(map(str, pair))


class PairTask(ChoiceTask):
    """A choice among four pictures of what two operations do. Subclasses say which, and what is shown."""

    option_kind = "pictures"
    per_complex: ClassVar[Counts] = {"train": 6, "test": 3}

    @abstractmethod
    def random_pair(self, rng: random.Random) -> Pair:
        """The two true operations."""

    @abstractmethod
    def first_axes(self, pair: Pair) -> str:
        """The axes that a decoy's first operation may have instead of the true one."""

    @abstractmethod
    def result(self, pair: Pair, true: Pair) -> tuple[str, ...]:
        """The commands that lead from the front view to an option's picture."""

    @abstractmethod
    def shown(self, pair: Pair) -> tuple[Shot, ...]:
        """The pictures that stand before the options."""

    def looks_before(self, pair: Pair) -> Sequence[Sequence[str]]:
        """The commands behind the pictures of the same complex that stand before the options."""
        return BEFORE

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        for _ in range(self.per_complex[scene.split]):
            yield self._item(scene, rng)

    def _item(self, scene: Scene, rng: random.Random) -> Draft:
        # The truth, from which the decoys are made, would often be the option most like the others:
        # which place it takes in that order is drawn first, and kept.
        likeness = rng.randrange(len(LETTERS))
        for _ in range(_ATTEMPTS):
            true = self.random_pair(rng)
            pairs = [true, *(self._decoy(true, rng) for _ in LETTERS[1:])]
            results = [self.result(pair, true) for pair in pairs]
            apart = _separations(scene, results)
            if _likeness(apart) != likeness:
                continue
            least = min(*apart.values(), _least_from(scene, results, self.looks_before(true)))
            letters = rng.sample(LETTERS, len(LETTERS))
            shots = (*self.shown(true), *_option_shots(letters, results))
            if least >= LEAST_SEPARATION and scene.claim(*shots):
                options = {letter: f"option_{letter.lower()}" for letter in LETTERS}
                return Draft({}, letters[0], shots, options, _difficulty(true, least))
        raise LeftOut("no four options were found that look different enough")

    def _decoy(self, true: Pair, rng: random.Random) -> Pair:
        first, second = true
        scheme = rng.randrange(3)
        if scheme == 0:
            first = _other_magnitude(first, rng)
        elif scheme == 1:
            first = replace(first, number=-first.number)
        else:
            first = replace(first, axis=rng.choice(self.first_axes(true)))
        return first, _other_magnitude(second, rng)


def _other_magnitude(command: Command, rng: random.Random) -> Command:
    values = [value for value in SCALES[command.verb].values if value * command.number > 0]
    return replace(command, number=Decimal(rng.choice([v for v in values if v != command.number])))


def _separations(scene: Scene, results: Sequence[Sequence[str]]) -> dict[tuple[int, int], float]:
    """How differently each two of the options place the atoms, by their numbers."""
    numbered = combinations(enumerate(results), 2)
    return {(i, j): scene.separation(one, other) for (i, one), (j, other) in numbered}


def _likeness(apart: Mapping[tuple[int, int], float]) -> int:
    """The place of the first option when all are ordered by how like the others they are."""
    totals = [sum(value for pair, value in apart.items() if i in pair) for i in range(len(LETTERS))]
    return sum(total < totals[0] for total in totals)


def _least_from(scene: Scene, results: Sequence[Sequence[str]], before: Sequence[Sequence[str]]) -> float:
    return min(scene.separation(result, other) for result in results for other in before)


def _option_shots(letters: Sequence[str], results: Sequence[tuple[str, ...]]) -> Iterator[Shot]:
    by_letter = dict(zip(letters, results, strict=True))
    return (Shot(f"option_{letter.lower()}", commands=by_letter[letter]) for letter in LETTERS)


def _difficulty(true: Pair, separation: float) -> dict[str, Any]:
    first, second = (int(abs(command.number)) for command in true)
    return {"first": first, "second": second, "least_separation": round(separation, 4)}
