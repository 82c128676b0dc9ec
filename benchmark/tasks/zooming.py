"""T3: by how much was the complex brought nearer?"""

import random
from collections.abc import Iterator
from decimal import Decimal
from typing import ClassVar

from benchmark.tasks.kinds.commands import Command, CommandTask, part
from benchmark.tasks.scene import Counts, Draft, LeftOut, Scene

SHALLOWEST, DEEPEST = 40, 60
FEWEST_IN_VIEW = 0.2  # of the heavy atoms: a depth that leaves fewer shows too little to judge by


class Zooming(CommandTask):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "zooming", "Zooming", "unit", 3
    averaged = True
    images = ("front", "left", "top", "after")
    verb, axes = "move", "z"
    examples = ("move z 42",)
    widget_options = {"parts": (part("move", "z"),)}
    answer_range = "whole Å from 40 to 60"
    partial_credit = False
    per_complex: ClassVar[Counts] = {"train": 4, "test": 2}
    chance = dict.fromkeys(("exact", "weighted"), 1 / (DEEPEST - SHALLOWEST + 1))
    texts = {
        "en": (
            "The first three pictures show a protein pocket with its ligand. Then the whole complex was "
            "moved along z, towards you; the last picture shows it from the front again. Which command "
            "turns the first picture into the last?\n"
            "Answer with one command: move, the axis, the distance in Å. Example of the form: move z 42."
        )
    }

    def closeness(self, value: Decimal, truth: Decimal) -> float:
        return float(value == truth)

    def check_legal(self, answer: Command) -> None:
        self.check_axis(answer)
        if not SHALLOWEST <= answer.number <= DEEPEST or answer.number % 1:
            raise ValueError(f"{answer} is outside the bins: whole Å from {SHALLOWEST} to {DEEPEST}.")

    def guess(self, rng: random.Random) -> str:
        return f"move z {rng.randint(SHALLOWEST, DEEPEST)}"

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        depths = range(SHALLOWEST, DEEPEST + 1)
        shares = {depth: scene.share_in_view([f"move z {depth}"]) for depth in depths}
        usable = [depth for depth in depths if shares[depth] >= FEWEST_IN_VIEW]
        if not usable:
            raise LeftOut(
                f"fewer than a fifth of the heavy atoms stay in view at every depth from {SHALLOWEST} to "
                f"{DEEPEST} Å"
            )
        for depth in rng.sample(usable, min(self.per_complex[scene.split], len(usable))):
            yield self.draft("z", depth, share_in_view=round(shares[depth], 4))
