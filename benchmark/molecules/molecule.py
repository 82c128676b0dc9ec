"""Molecules as arrays: what the readers return and everything else works on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Coordinates = NDArray[np.float64]


class StructureError(ValueError):
    """A file or folder that gives no molecule; the message names file and line and says what to do."""


@dataclass(frozen=True, slots=True)
class Residue:
    """A residue of a pocket, or the one residue that is the ligand."""

    name: str  # "ARG"
    number: int
    insertion: str  # insertion code, "" where there is none
    chain: str  # "" where the file leaves it blank; keeps its case
    atoms: tuple[int, ...]  # indices into the molecule, in file order

    @property
    def label(self) -> str:
        """As pictures and answers name it, without the chain: `ARG 221` or `ARG 221A`."""
        return f"{self.name} {self.number}{self.insertion}"


@dataclass(frozen=True, slots=True, eq=False)
class Molecule:
    """Atoms in file order. Key on the index, never on the name: ligands repeat names.

    `coordinates` is (n, 3) in ångström; `residue_of` is (n,) indices into `residues`;
    `bonds` is (m, 2) atom indices, each once, first < second; `orders` is (m,): 1, 2, 3,
    1.5 for aromatic or amide where the file says so, 0 where unknown.
    """

    names: tuple[str, ...]
    elements: tuple[str, ...]  # "C", "CL" as "Cl"; "H" and "D" both as "H"
    coordinates: Coordinates
    residues: tuple[Residue, ...]
    residue_of: NDArray[np.int64]
    bonds: NDArray[np.int64]
    orders: NDArray[np.float64]
    atom_types: tuple[str, ...] = ()  # MOL2 types where the file has them, else empty

    @property
    def heavy(self) -> NDArray[np.bool_]:
        """(n,) True where the atom is not hydrogen."""
        return np.array([element != "H" for element in self.elements], dtype=bool)


@dataclass(frozen=True, slots=True, eq=False)
class Complex:
    """A pocket and its ligand in one frame, without water."""

    structure_id: str  # "1HPV"
    sha256: str  # of the bytes of the pocket file, then of the ligand file
    pocket: Molecule
    ligand: Molecule
