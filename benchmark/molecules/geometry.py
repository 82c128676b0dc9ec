"""`move` and `roll` as rigid motions.

Axes as seen in the front view: x to the right, y up, z out of the screen; rotations follow the
right-hand rule. Every sum is written out element by element: a matrix product goes through a library
whose rounding differs between processors, and pictures have to be the same bytes on all of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from benchmark.molecules.molecule import Coordinates

AXES = "xyz"
_COMMAND = re.compile(r"(move|roll) ([xyz]) ([+-]?\d+(?:\.\d+)?)")

Triple = tuple[float, float, float]
RotationMatrix = tuple[Triple, Triple, Triple]


@dataclass(frozen=True, slots=True)
class Motion:
    """`move x 3` shifts along an axis by ångström, `roll y -15` turns about one by degrees."""

    verb: str
    axis: str
    amount: float


def read_command(text: str) -> Motion:
    """The command that `text` is, in its canonical form; ValueError for anything else."""
    match = _COMMAND.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a command such as 'move x 3' or 'roll y -15'.")
    return Motion(match[1], match[2], float(match[3]))


def rotation_about(axis: str, degrees: float) -> RotationMatrix:
    """The 3 x 3 rotation matrix, row by row, for a right-handed turn about one axis.

    Sine and cosine are rounded to 12 decimals: mathematics libraries disagree in the 16th, and right
    angles come out exact.
    """
    sine = round(math.sin(math.radians(degrees)), 12) + 0.0
    cosine = round(math.cos(math.radians(degrees)), 12) + 0.0
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    rows = [[float(i == j) for j in range(3)] for i in range(3)]
    rows[first][first] = rows[second][second] = cosine
    rows[first][second], rows[second][first] = -sine, sine
    return _as_rotation(rows)


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a molecule stands: `rotation` x position + `shift`, and the pivot the next roll turns about."""

    rotation: RotationMatrix
    shift: Triple
    pivot: Triple

    def then(self, command: Motion) -> Placement:
        """This placement with one more command; the pivot travels with a move."""
        if command.verb == "move":
            step = [command.amount if axis == command.axis else 0.0 for axis in AXES]
            return Placement(self.rotation, _add(self.shift, step), _add(self.pivot, step))
        turn = rotation_about(command.axis, command.amount)
        arm = _subtract(self.shift, self.pivot)
        return Placement(_product(turn, self.rotation), _add(_turned(turn, arm), self.pivot), self.pivot)

    def apply(self, coordinates: Coordinates) -> Coordinates:
        """(n, 3) positions in ångström, moved."""
        x, y, z = coordinates[:, 0], coordinates[:, 1], coordinates[:, 2]
        columns = [
            x * row[0] + y * row[1] + z * row[2] + shift
            for row, shift in zip(self.rotation, self.shift, strict=True)
        ]
        return np.stack(columns, axis=1)


def at_rest(pivot: Iterable[float]) -> Placement:
    """The placement that moves nothing and turns about `pivot`."""
    identity: RotationMatrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    return Placement(identity, (0.0, 0.0, 0.0), _as_triple(pivot))


def placed(pivot: Iterable[float], commands: Iterable[str]) -> Placement:
    """The placement after `commands` (texts, in order) about `pivot`; ValueError for what is no command."""
    placement = at_rest(pivot)
    for text in commands:
        placement = placement.then(read_command(text))
    return placement


def centroid(coordinates: Coordinates) -> Triple:
    """The mean position of (n, 3); summed exactly, so the order of the atoms cannot matter."""
    return _as_triple(math.fsum(coordinates[:, axis]) / len(coordinates) for axis in range(3))


def _product(left: RotationMatrix, right: RotationMatrix) -> RotationMatrix:
    columns = tuple(zip(*right, strict=True))
    return _as_rotation([[_dot(row, column) for column in columns] for row in left])


def _turned(rotation: RotationMatrix, vector: Triple) -> Triple:
    return _as_triple(_dot(row, vector) for row in rotation)


def _dot(left: Triple, right: Triple) -> float:
    # Not sum(): Python 3.12 began to compensate rounding in it, and 3.11 does not.
    return left[0] * right[0] + left[1] * right[1] + left[2] * right[2]


def _add(left: Iterable[float], right: Iterable[float]) -> Triple:
    return _as_triple(a + b for a, b in zip(left, right, strict=True))


def _subtract(left: Iterable[float], right: Iterable[float]) -> Triple:
    return _as_triple(a - b for a, b in zip(left, right, strict=True))


def _as_triple(values: Iterable[float]) -> Triple:
    x, y, z = values
    return float(x), float(y), float(z)


def _as_rotation(rows: Iterable[Iterable[float]]) -> RotationMatrix:
    first, second, third = (_as_triple(row) for row in rows)
    return first, second, third
