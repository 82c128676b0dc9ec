"""A second, small telling of the geometry, which shares no code with the first: it reads the coordinate
columns itself, multiplies matrices, and projects with a camera worked out from the description alone."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

DEMO = Path(__file__).resolve().parents[3] / "benchmark" / "demo" / "structures"


def turn(axis: str, degrees: float) -> np.ndarray:
    """Rodrigues' formula for a right-handed turn about x, y or z."""
    u = np.eye(3)["xyz".index(axis)]
    cross = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    angle = math.radians(degrees)
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


@dataclass
class Body:
    """Atoms with the pivot they turn about, which goes where they go."""

    atoms: np.ndarray
    pivot: np.ndarray

    def obey(self, commands: Iterable[str]) -> Body:
        atoms, pivot = self.atoms, self.pivot
        for command in commands:
            verb, axis, number = command.split()
            if verb == "move":
                step = float(number) * np.eye(3)["xyz".index(axis)]
                atoms, pivot = atoms + step, pivot + step
            else:
                atoms = (turn(axis, float(number)) @ (atoms - pivot).T).T + pivot
        return Body(atoms, pivot)


@dataclass
class Heavy:
    """The heavy atoms of a file, with their names."""

    places: np.ndarray
    names: list[tuple[str, str, str, str]]  # residue type, number with insertion code, chain, atom


def read_heavy(path: Path) -> Heavy:
    lines = [line for line in path.read_text().splitlines() if line.startswith(("ATOM", "HETATM"))]
    lines = [line for line in lines if line[76:78].strip() not in ("H", "D")]
    return Heavy(
        np.array([[float(line[start : start + 8]) for start in (30, 38, 46)] for line in lines]),
        [(line[17:20].strip(), line[22:27].strip(), line[21].strip(), line[12:16].strip()) for line in lines],
    )


class Retold:
    """One complex of the demo, its camera and its projection."""

    def __init__(self, structure_id: str, width: int, height: int, split: str = "test") -> None:
        self.pocket = read_heavy(DEMO / split / f"{structure_id}_pocket.pdb")
        self.ligand = read_heavy(DEMO / split / f"{structure_id}_ligand.pdb")
        self.width, self.height = width, height
        everything = np.vstack([self.pocket.places, self.ligand.places])
        low, high = everything.min(axis=0), everything.max(axis=0)
        self.centre = (low + high) / 2
        slope = math.tan(math.radians(15)) * 0.95
        needed = [(high - low)[0] / 2 / slope, (high - low)[1] / 2 / (slope * height / width)]
        self.camera = self.centre + np.array([0, 0, (high - low)[2] / 2 + max(needed)])
        self.complex = Body(everything, self.centre)

    def on_screen(self, atoms: np.ndarray) -> np.ndarray:
        """(n, 2) pixels from the top left corner; NaN behind the camera."""
        seen = atoms - self.camera
        depth = np.where(seen[:, 2] < 0, -seen[:, 2], np.nan)
        scale = self.width / 2 / math.tan(math.radians(15))
        return np.stack(
            [self.width / 2 + seen[:, 0] / depth * scale, self.height / 2 - seen[:, 1] / depth * scale],
            axis=1,
        )

    def is_visible(self, pixels: np.ndarray) -> np.ndarray:
        """(n,) whether each pixel position falls into the picture."""
        inside = (pixels >= 0) & (pixels <= [self.width, self.height])
        return inside.all(axis=1)
