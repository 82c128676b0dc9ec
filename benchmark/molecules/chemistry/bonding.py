"""Which atoms are bonded, where the file does not say.

Amino acids have templates. Everything else is bonded by distance: two heavy atoms closer than the sum
of their covalent radii and a tolerance; a hydrogen to the nearest heavy atom of its residue, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmark.molecules.elements import COVALENT_RADII, NONMETALS
from benchmark.molecules.molecule import Coordinates, Residue
from benchmark.molecules.residues import template_atoms, template_bonds

# Ångström beyond the sum of the covalent radii at which two atoms still count as bonded, and the
# distance below which they are the same atom written twice. As in Open Babel (O'Boyle et al.,
# J. Cheminformatics 2011, 3:33).
BOND_TOLERANCE = 0.45
SAME_ATOM = 0.4

Pairs = NDArray[np.int64]


def perceive_bonds(
    names: Sequence[str],
    elements: Sequence[str],
    coordinates: Coordinates,
    residues: Sequence[Residue],
    residue_of: NDArray[np.int64],
) -> Pairs:
    """(m, 2) bonded atom indices, each once, first < second, sorted. `coordinates` (n, 3) in ångström."""
    known = _templates(names, residues)
    near = _by_distance(elements, coordinates, residue_of, _outside_templates(names, elements, residues))
    links = _links(names, elements, coordinates, residues)
    hydrogens = _hydrogens(elements, coordinates, residue_of)
    return tidy_pairs([*known, *near, *links, *hydrogens])


def tidy_pairs(pairs: Sequence[tuple[int, int]]) -> Pairs:
    """The pairs as an (m, 2) array: smaller index first, sorted, each once."""
    unique = sorted({(min(pair), max(pair)) for pair in pairs})
    return np.array(unique, dtype=np.int64).reshape(-1, 2)


def _templates(names: Sequence[str], residues: Sequence[Residue]) -> Iterator[tuple[int, int]]:
    for residue in residues:
        index = {names[atom]: atom for atom in residue.atoms}
        for first, second in template_bonds(residue.name):
            if first in index and second in index:
                yield index[first], index[second]


def _outside_templates(
    names: Sequence[str], elements: Sequence[str], residues: Sequence[Residue]
) -> list[int]:
    """The heavy atoms that no template knows."""
    return [
        atom
        for residue in residues
        for atom in residue.atoms
        if elements[atom] != "H" and names[atom] not in template_atoms(residue.name)
    ]


def _by_distance(
    elements: Sequence[str], coordinates: Coordinates, residue_of: NDArray[np.int64], loose: list[int]
) -> Iterator[tuple[int, int]]:
    """The bonds of the `loose` atoms with any heavy atom. A metal is bonded inside its own residue (haem) and
    not to another's atoms: a coordinated ion stays an ion."""
    heavy = [atom for atom, element in enumerate(elements) if element != "H"]
    if not loose:
        return
    radii = np.array([COVALENT_RADII[element] for element in elements])
    metal = np.array([element not in NONMETALS for element in elements], dtype=bool)
    same = residue_of[loose][:, None] == residue_of[heavy][None, :]
    allowed = same | ~np.logical_or.outer(metal[loose], metal[heavy])
    distance = np.linalg.norm(coordinates[loose][:, None] - coordinates[heavy][None, :], axis=2)
    reach = np.add.outer(radii[loose], radii[heavy]) + BOND_TOLERANCE
    for row, column in np.argwhere(allowed & (distance > SAME_ATOM) & (distance <= reach)):
        yield loose[row], heavy[column]


def _links(
    names: Sequence[str], elements: Sequence[str], coordinates: Coordinates, residues: Sequence[Residue]
) -> Iterator[tuple[int, int]]:
    """Peptide bonds and disulphide bridges between amino acids, where the atoms are near enough. The order of
    residues in the file does not count: insertion codes and gaps make it a poor guide."""
    ends = [
        {names[atom]: atom for atom in residue.atoms} for residue in residues if template_bonds(residue.name)
    ]
    for one, two in (("C", "N"), ("SG", "SG")):
        first, second = ([end[name] for end in ends if name in end] for name in (one, two))
        if first and second:
            distance = np.linalg.norm(coordinates[first][:, None] - coordinates[second][None, :], axis=2)
            reach = COVALENT_RADII[elements[first[0]]] + COVALENT_RADII[elements[second[0]]] + BOND_TOLERANCE
            for row, column in np.argwhere((distance > SAME_ATOM) & (distance <= reach)):
                yield first[row], second[column]


def _hydrogens(
    elements: Sequence[str], coordinates: Coordinates, residue_of: NDArray[np.int64]
) -> Iterator[tuple[int, int]]:
    """Each hydrogen with the nearest heavy atom of its own residue, if that is within bonding distance."""
    light = np.flatnonzero([element == "H" for element in elements])
    heavy = np.flatnonzero([element != "H" for element in elements])
    if not len(light) or not len(heavy):
        return
    distance = np.linalg.norm(coordinates[light][:, None] - coordinates[heavy][None, :], axis=2)
    distance[residue_of[light][:, None] != residue_of[heavy][None, :]] = np.inf
    radii = np.array([COVALENT_RADII[elements[atom]] for atom in heavy.tolist()])
    for row, nearest in enumerate(distance.argmin(axis=1)):
        if distance[row, nearest] <= COVALENT_RADII["H"] + radii[nearest] + BOND_TOLERANCE:
            yield int(light[row]), int(heavy[nearest])
