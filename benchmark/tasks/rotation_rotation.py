"""T6: what the two turns just seen do when they are applied once more."""

import random
from collections.abc import Sequence

from benchmark.tasks.kinds.decoys import BEFORE, Pair, PairTask, random_command, texts
from benchmark.tasks.scene import Shot, views

AXES = "xyz"


class RotationRotation(PairTask):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "rotation_rotation", "Two rotations", "composite", 6
    images = ("front", "left", "top", "after", "option_a", "option_b", "option_c", "option_d")
    texts = {
        "en": (
            "The first three pictures show a protein pocket with its ligand. Then the whole complex was "
            "turned twice, about two different axes through its centre; the fourth picture shows the "
            "result from the front. Now the same two turns, in the same order, are applied once more to "
            "what the fourth picture shows. Which option shows the result from the front?\n"
            "Answer with one letter: A, B, C or D."
        )
    }

    def random_pair(self, rng: random.Random) -> Pair:
        first = random_command("roll", AXES, rng)
        return first, random_command("roll", AXES.replace(first.axis, ""), rng)

    def first_axes(self, pair: Pair) -> str:
        """The third axis: the two operations of a decoy turn about different axes, too."""
        return AXES.replace(pair[0].axis, "").replace(pair[1].axis, "")

    def result(self, pair: Pair, true: Pair) -> tuple[str, ...]:
        return (*texts(true), *texts(pair))

    def shown(self, pair: Pair) -> tuple[Shot, ...]:
        return (*views(("front", "left", "top")), Shot("after", commands=texts(pair)))

    def looks_before(self, pair: Pair) -> Sequence[Sequence[str]]:
        return (*BEFORE, texts(pair))
