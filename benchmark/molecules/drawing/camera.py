"""One camera per complex: perspective, 30° wide, fitted to the front view of pocket and ligand.

It looks along -z at the middle of the bounding box. A view turns the scene, never the camera, so the
same camera serves all pictures of a complex, the isolated pocket and ligand of docking included.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from benchmark.molecules.geometry import Placement, read_command
from benchmark.molecules.molecule import Coordinates
from benchmark.tasks.scene import TURNS

FIELD_OF_VIEW = 30.0  # degrees, horizontal
PADDING = 0.05  # of the half width and the half height, kept free at the front view's edges
HALF_WIDTH = round(math.tan(math.radians(FIELD_OF_VIEW / 2)), 12)  # per ångström of depth

# Views as rolls of the scene about the middle of its bounding box.
VIEWS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"front": (), **{view: (turn,) for view, turn in TURNS.items()}}
)


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the eye stands (ångström) and how large the picture is (pixels)."""

    eye: tuple[float, float, float]
    width: int
    height: int
    reach: float  # Å from the pivot to a corner of the bounding box: where the depth cue is deepest

    @property
    def focal(self) -> float:
        """Pixels per ångström at a depth of one ångström."""
        return self.width / 2 / HALF_WIDTH

    def relative(self, coordinates: Coordinates) -> Coordinates:
        """(n, 3) world positions as right, up and depth from the eye, in ångström."""
        x, y, z = (coordinates[:, axis] - self.eye[axis] for axis in range(3))
        return np.stack([x, y, -z], axis=1)

    def project(self, coordinates: Coordinates) -> Coordinates:
        """(n, 3): pixel column, pixel row (from the top left corner) and depth in ångström.

        A point at or behind the eye has no place in the picture: its column and row are NaN.
        """
        x, y, depth = self.relative(coordinates).T
        ahead = np.where(depth > 0, depth, np.nan)
        columns = self.width / 2 + x / ahead * self.focal
        rows = self.height / 2 - y / ahead * self.focal
        return np.stack([columns, rows, depth], axis=1)

    def sees(self, coordinates: Coordinates) -> NDArray[np.bool_]:
        """(n,) True where a point falls inside the picture."""
        columns, rows, _ = self.project(coordinates).T
        seen: NDArray[np.bool_] = (
            (columns >= 0) & (columns <= self.width) & (rows >= 0) & (rows <= self.height)
        )
        return seen


def middle(coordinates: Coordinates) -> tuple[float, float, float]:
    """The centre of the bounding box of (n, 3) positions: the pivot of views and rolls."""
    low, high = coordinates.min(axis=0), coordinates.max(axis=0)
    x, y, z = ((low + high) / 2).tolist()
    return x, y, z


def fit(coordinates: Coordinates, width: int, height: int) -> Camera:
    """The camera nearest to the bounding box of (n, 3) positions that shows all of its eight corners.

    The corners stay within 95 % of the half width and the half height of a picture of
    `width` x `height` pixels. The near face decides, because it looks largest.
    """
    low, high = coordinates.min(axis=0), coordinates.max(axis=0)
    half_x, half_y, half_z = ((high - low) / 2).tolist()
    usable = (1 - PADDING) * HALF_WIDTH
    distance = half_z + max(half_x / usable, half_y / (usable * height / width))
    x, y, z = middle(coordinates)
    reach = math.sqrt(half_x**2 + half_y**2 + half_z**2)
    return Camera((x, y, z + distance), width, height, reach)


def seen_from(placement: Placement, view: str) -> Placement:
    """`placement` as one of the six views shows it; KeyError for a seventh."""
    for text in VIEWS[view]:
        placement = placement.then(read_command(text))
    return placement
