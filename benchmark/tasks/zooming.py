"""T3: by how much was the complex brought nearer?"""

from decimal import Decimal

from benchmark.tasks.commands import Command, CommandTask, part

SHALLOWEST, DEEPEST = 40, 60


class Zooming(CommandTask):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "zooming", "Zooming", "unit", 3
    images = ("front", "left", "top", "after")
    verb, axes = "move", "z"
    examples = ("move z 42",)
    widget_options = {"parts": (part("move", "z"),)}
    answer_range = "whole Å from 40 to 60"
    partial_credit = False
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
