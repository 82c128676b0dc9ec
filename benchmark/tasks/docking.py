"""T7: which turn and which move put the ligand back into its pocket?"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from benchmark.tasks.base import Task
from benchmark.tasks.kinds.commands import ROTATION_SCALE, Command, compare, different, find_commands, part
from benchmark.tasks.outcomes import Score, Unparseable, UnreadableTruth
from benchmark.tasks.scene import Counts, Draft, LeftOut, Scene, Shot, views

JITTER = (0, 1, 2)  # Å inwards from the edge of the picture
FARTHEST_GUESS = 30  # Å
_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Pose:
    """The two halves of an answer; one may be missing."""

    roll: Command | None = None
    move: Command | None = None


class Docking(Task):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "docking", "Ligand docking", "composite", 7
    averaged = True
    images = (
        "pocket_front",
        "pocket_left",
        "pocket_top",
        "ligand_front",
        "ligand_left",
        "ligand_top",
        "both_front",
    )
    widget = "roll_move"
    widget_options = {"parts": (part("roll", "xyz"), part("move", "x"))}
    answer_range = (
        "roll: axis x, y or z, multiples of 15° from -90 to 90, not 0; move: axis x, whole Å, not 0"
    )
    per_complex: ClassVar[Counts] = {"train": 6, "test": 3}
    form = "two commands such as roll y -60, move x 12"
    texts = {
        "en": (
            "A ligand was taken out of its protein pocket: moved along x, then turned about its own "
            "centre. The first three pictures show the pocket alone, the next three the ligand alone, the "
            "last both. Which turn about its own centre and then which move along x put the ligand back?\n"
            "Answer with two commands, the turn first, a comma between them: roll, the axis, the angle in "
            "degrees; move, the axis x, the distance in Å. Example of the form: roll y -60, move x 12."
        )
    }

    def find(self, text: str) -> Sequence[Command | Unparseable]:
        return find_commands(text)

    def joins(self, earlier: Sequence[Any], later: Sequence[Any]) -> bool:
        """A turn on one line and a move on the next are one answer."""
        pieces = [*earlier, *later] if len(earlier) + len(later) == 2 else []
        return {piece.verb for piece in pieces if isinstance(piece, Command)} == {"roll", "move"}

    def settle(self, pieces: Sequence[Command | Unparseable]) -> Pose | Unparseable:
        halves: dict[str, Command] = {}
        for piece in pieces:
            if isinstance(piece, Unparseable):
                return piece
            if halves.setdefault(piece.verb, piece) != piece:
                return different([halves[piece.verb], piece])
        return Pose(halves.get("roll"), halves.get("move"))

    def read_truth(self, text: str) -> Pose:
        """As everywhere, but both halves must be there."""
        truth: Pose = super().read_truth(text)
        self._both(truth)
        return truth

    def canonical(self, answer: Pose) -> str:
        return ", ".join(str(half) for half in (answer.roll, answer.move) if half)

    def grade(self, answer: Pose, truth: Pose) -> Score:
        roll = _half(answer.roll, truth.roll, ROTATION_SCALE.closeness)
        move = _half(answer.move, truth.move, _share_of_the_way)
        weighted = (roll["weighted"] + move["weighted"]) / 2
        exact = roll["exact"] * move["exact"]
        return Score(exact, weighted, self.canonical(answer), {"roll": roll, "move": move})

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        for _ in range(self.per_complex[scene.split]):
            yield self._item(scene, rng)

    def _item(self, scene: Scene, rng: random.Random) -> Draft:
        for _ in range(_ATTEMPTS):
            axis, angle = rng.choice("xyz"), rng.choice(ROTATION_SCALE.values)
            side, jitter = rng.choice((1, -1)), rng.choice(JITTER)
            turn = f"roll {axis} {angle}"
            shift = scene.reach(turn, side) - side * jitter
            shots = _shots((f"move x {shift}", turn))
            if shift * side > 0 and scene.claim(*shots):
                truth = f"roll {axis} {-angle}, move x {-shift}"
                return Draft({}, truth, shots, difficulty={"angle": abs(angle), "shift": abs(shift)})
        raise LeftOut("the ligand cannot be put beside the pocket and stay in view in a new way")

    def guess(self, rng: random.Random) -> str:
        """The distance has no stated range: any up to the farthest that a picture leaves room for."""
        distance = rng.choice((1, -1)) * rng.randint(1, FARTHEST_GUESS)
        return f"roll {rng.choice('xyz')} {rng.choice(ROTATION_SCALE.values)}, move x {distance}"

    def check_legal(self, answer: Pose) -> None:
        roll, move = self._both(answer)
        ROTATION_SCALE.check(roll)
        if move.axis != "x" or move.number == 0 or move.number % 1:
            raise ValueError(f"{move} is outside the bins: axis x, whole Å, not 0.")

    def _both(self, answer: Pose) -> tuple[Command, Command]:
        """The two halves of a truth; raises UnreadableTruth where one is missing."""
        if answer.roll is None or answer.move is None:
            raise UnreadableTruth(
                f"{self.canonical(answer)} is only half an answer: docking needs a roll and a move."
            )
        return answer.roll, answer.move


def _shots(displacement: tuple[str, ...]) -> tuple[Shot, ...]:
    three = ("front", "left", "top")
    return (
        *views(three, "pocket_", "pocket"),
        *views(three, "ligand_", "ligand", ligand_commands=displacement),
        Shot("both_front", ligand_commands=displacement),
    )


def _half(answer: Command | None, truth: Command | None, closeness: Any) -> dict[str, Any]:
    """The details of one half; a missing one scores 0."""
    if answer is None or truth is None:
        return {"exact": 0, "weighted": 0.0, "axis_correct": False, "signed_error": None}
    return compare(answer, truth, closeness(answer.number, truth.number))


def _share_of_the_way(value: Decimal, truth: Decimal) -> float:
    """1 at the true distance, 0 at none, at twice as far and beyond, and on the wrong side."""
    if value * truth <= 0:
        return 0.0
    return float(max(Decimal(0), 1 - abs(value - truth) / abs(truth)))
