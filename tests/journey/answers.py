"""What the participant of the journey answers, and what those answers are worth, worked out by hand.

Every first answer of a task is right, every second one wrong in a way whose scores the rules give.
"""

from dataclasses import dataclass

OTHER = {"A": "B", "B": "C", "C": "D", "D": "A"}
EXTRA = {
    "residue_ligand": ("Yes: GLY N, O99", "Yes: GLY N, O99"),
    "pocket_ligand": ("GLY 9999 N A, O99", "; GLY 9999 N A, O99"),
}


@dataclass(frozen=True)
class Answer:
    text: str
    exact: float
    weighted: float


def right(truth: str) -> Answer:
    return Answer(truth, 1, 1)


def wrong(task: str, truth: str) -> Answer:
    """An answer beside the truth, by the kind of answer that the truth is."""
    if truth in OTHER:
        return Answer(OTHER[truth], 0, 0)
    if task in EXTRA:
        return wrong_bonds(task, truth)
    first, *rest = truth.split(", ")
    verb, axis, number = first.split()
    if rest:  # docking: a right turn and a move that is 1 Å too long keep half, and half of what is near
        x = int(rest[0].split()[2])
        longer = x + (1 if x > 0 else -1)
        return Answer(f"{first}, move x {longer}", 0, 0.5 + 0.5 * (1 - 1 / abs(x)))
    if axis == "z" and verb == "move":  # zooming knows right and wrong only
        return Answer(f"move z {int(number) + 1}", 0, 0)
    step, bins = (1, 8) if verb == "move" else (15, 12)
    return Answer(f"{verb} {axis} {neighbour(int(number), step)}", 0, 1 - 1 / (bins - 1))


def neighbour(number: int, step: int) -> int:
    """The next bin towards 0; the first one on either side is next to that on the other."""
    return -number if abs(number) == step else number - step if number > 0 else number + step


def wrong_bonds(task: str, truth: str) -> Answer:
    invented, appended = EXTRA[task]
    if truth == "No":
        return Answer(invented, 0, 0)
    if task == "pocket_ligand":  # all true bonds and one that is not there
        return Answer(truth + appended, 0, 0.5)
    return Answer("No", 0, 0)
