"""What surrounds an atom: its bonded neighbours, bond lengths, angles, flat rings."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from benchmark.molecules.molecule import Coordinates, Molecule

# Three bond angles of a flat centre add up to 360°, of a tetrahedral one to 328°; the middle parts them.
TRIGONAL_ANGLE_SUM = 347.0
# How far, in ångström, an atom of a flat ring may stand from the ring's plane at ordinary resolution.
FLAT_RING = 0.15
# A carbon with a neighbour this near, in ångström, has a multiple bond: C-C 1.34 to 1.40, C-N 1.28 to 1.36
# against 1.51 and 1.47 for single bonds to sp3 carbon (Allen et al., J. Chem. Soc. Perkin Trans. 2 1987, S1).
MULTIPLE_BOND = 1.42
RING_SIZES = (5, 6, 7)


class Neighbourhood:
    """Read-only questions about the bonds of one molecule; atoms are indices, lengths in ångström, angles in
    degrees."""

    def __init__(self, molecule: Molecule) -> None:
        self.molecule = molecule
        self._neighbours: list[list[int]] = [[] for _ in molecule.names]
        for first, second in molecule.bonds.tolist():
            self._neighbours[first].append(second)
            self._neighbours[second].append(first)

    @cached_property
    def hydrogenated(self) -> frozenset[int]:
        """The residues (by index) for which the file gives hydrogens: their absence elsewhere then means
        something."""
        elements, residue_of = self.molecule.elements, self.molecule.residue_of.tolist()
        return frozenset(residue_of[atom] for atom, element in enumerate(elements) if element == "H")

    def element(self, atom: int) -> str:
        return self.molecule.elements[atom]

    def position(self, atom: int) -> Coordinates:
        place: Coordinates = self.molecule.coordinates[atom]
        return place

    def all(self, atom: int) -> list[int]:
        """Every bonded neighbour, hydrogens too."""
        return self._neighbours[atom]

    def heavy(self, atom: int) -> list[int]:
        return [other for other in self._neighbours[atom] if self.element(other) != "H"]

    def hydrogens(self, atom: int) -> list[int]:
        return [other for other in self._neighbours[atom] if self.element(other) == "H"]

    def length(self, first: int, second: int) -> float:
        return float(np.linalg.norm(self.position(first) - self.position(second)))

    def angle(self, first: int, centre: int, second: int) -> float:
        centre_position = self.position(centre)
        return angle_between(self.position(first) - centre_position, self.position(second) - centre_position)

    def angle_sum(self, atom: int) -> float:
        """The angles between all pairs of neighbours, added up."""
        return sum(self.angle(first, atom, second) for first, second in combinations(self.all(atom), 2))

    def trigonal(self, atom: int) -> bool:
        """Whether a carbon is flat (sp2): by its angles with three neighbours, by a short bond with fewer."""
        neighbours = self.all(atom)
        if len(neighbours) == 3:
            return self.angle_sum(atom) >= TRIGONAL_ANGLE_SUM
        return len(neighbours) < 3 and any(
            self.element(other) in ("C", "N") and self.length(atom, other) <= MULTIPLE_BOND
            for other in neighbours
        )

    def flat_rings(self, atom: int) -> list[tuple[int, ...]]:
        """The flat rings of five to seven atoms that `atom` stands in."""
        return [ring for ring in self.rings(atom) if self._is_flat(ring)]

    def rings(self, atom: int) -> list[tuple[int, ...]]:
        """The rings of five to seven atoms through `atom`, none with a shortcut across it; sorted."""
        found: dict[frozenset[int], tuple[int, ...]] = {}
        paths: list[tuple[int, ...]] = [(atom,)]
        for size in range(1, max(RING_SIZES) + 1):
            if size in RING_SIZES:
                closed = [path for path in paths if atom in self.heavy(path[-1])]
                found.update({frozenset(path): path for path in closed if self._is_chordless(path)})
            paths = [(*path, other) for path in paths for other in self.heavy(path[-1]) if other not in path]
        return sorted(found.values(), key=lambda ring: (len(ring), sorted(ring)))

    def _is_chordless(self, ring: tuple[int, ...]) -> bool:
        return all(sum(other in ring for other in self.heavy(atom)) == 2 for atom in ring)

    def _is_flat(self, ring: tuple[int, ...]) -> bool:
        points = self.molecule.coordinates[list(ring)]
        normal = np.linalg.svd(points - points.mean(axis=0))[2][-1]
        return bool(np.abs((points - points.mean(axis=0)) @ normal).max() <= FLAT_RING)


def unit(vector: NDArray[np.float64]) -> NDArray[np.float64]:
    """The vector at length 1; a null vector stays null."""
    length = float(np.linalg.norm(vector))
    return vector / length if length > 1e-9 else vector


def angle_between(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Degrees between two vectors."""
    cosine = float(np.dot(unit(first), unit(second)))
    return float(np.degrees(np.arccos(min(1.0, max(-1.0, cosine)))))
