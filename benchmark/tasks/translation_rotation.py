"""T5: what a move and a turn, seen on one complex, do to another."""

import random
from collections.abc import Iterator

from benchmark.tasks.kinds.decoys import Pair, PairTask, random_command, texts
from benchmark.tasks.scene import Draft, LeftOut, Scene, Shot, views

MOVE_AXES = "xy"


class TranslationRotation(PairTask):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "translation_rotation", "Translation and rotation", "composite", 5
    images = (
        "reference_front",
        "reference_left",
        "reference_top",
        "reference_after",
        "target_front",
        "target_left",
        "target_top",
        "option_a",
        "option_b",
        "option_c",
        "option_d",
    )
    texts = {
        "en": (
            "The reference complex was moved along one axis and then turned about one axis through its "
            "centre; its fourth picture shows the result from the front. The same move and then the same "
            "turn are applied to the target complex. Which option shows the target afterwards, from the "
            "front?\n"
            "Answer with one letter: A, B, C or D."
        )
    }

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        if not scene.has_partner:
            raise LeftOut("it needs a second complex as its reference, and there is no other")
        yield from super().generate(scene, rng)

    def random_pair(self, rng: random.Random) -> Pair:
        return random_command("move", MOVE_AXES, rng), random_command("roll", "xyz", rng)

    def first_axes(self, pair: Pair) -> str:
        return MOVE_AXES.replace(pair[0].axis, "")

    def result(self, pair: Pair, true: Pair) -> tuple[str, ...]:
        return texts(pair)

    def shown(self, pair: Pair) -> tuple[Shot, ...]:
        return (
            *views(("front", "left", "top"), "reference_", "partner"),
            Shot("reference_after", "partner", commands=texts(pair)),
            *views(("front", "left", "top"), "target_"),
        )
