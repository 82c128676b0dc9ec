"""From the atoms a reader found to a `Molecule`: names made unique, residues gathered, bonds filled in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.molecules.chemistry.bonding import perceive_bonds, tidy_pairs
from benchmark.molecules.molecule import Molecule, Residue


@dataclass(frozen=True, slots=True)
class ResidueKey:
    """What a file says of the residue an atom belongs to."""

    name: str
    number: int = 1
    insertion: str = ""
    chain: str = ""


@dataclass(frozen=True, slots=True)
class Atom:
    """One atom as a file gives it; `position` in ångström."""

    name: str  # "" where the file has none
    element: str
    position: tuple[float, float, float]
    residue: ResidueKey
    atom_type: str = ""


# Letters and digits, primes, letters and digits (`O22`, `O5'`, `H5''A`): what the reader of answers knows.
_WRITABLE = re.compile(r"[A-Za-z0-9]{1,5}'{0,2}[A-Za-z0-9]{0,2}")

Link = tuple[int, int, float]  # two atom indices and the order, 0 where unknown


def assemble(atoms: Sequence[Atom], bonds: Sequence[Link] | None = None) -> Molecule:
    """The molecule of `atoms`, in their order, with the file's `bonds` or, without any, perceived ones."""
    rows: dict[ResidueKey, list[int]] = {}
    for index, atom in enumerate(atoms):
        rows.setdefault(atom.residue, []).append(index)
    names = _unique_names(atoms, rows.values())
    elements = tuple(atom.element for atom in atoms)
    coordinates = np.array([atom.position for atom in atoms], dtype=np.float64).reshape(-1, 3)
    residues = tuple(
        Residue(key.name, key.number, key.insertion, key.chain, tuple(row)) for key, row in rows.items()
    )
    place = {key: k for k, key in enumerate(rows)}
    residue_of = np.array([place[atom.residue] for atom in atoms], dtype=np.int64)
    if bonds is None:
        pairs = perceive_bonds(names, elements, coordinates, residues, residue_of)
        orders = np.zeros(len(pairs))
    else:
        pairs = tidy_pairs([(first, second) for first, second, _ in bonds])
        known = {(min(first, second), max(first, second)): order for first, second, order in bonds}
        orders = np.array([known[first, second] for first, second in pairs.tolist()], dtype=np.float64)
    types = tuple(atom.atom_type for atom in atoms) if any(atom.atom_type for atom in atoms) else ()
    return Molecule(names, elements, coordinates, residues, residue_of, pairs, orders, types)


def _unique_names(atoms: Sequence[Atom], residues: Iterable[Sequence[int]]) -> tuple[str, ...]:
    """One name per atom, unique in its residue whatever the case: pictures, questions and answers use it.

    The second `O1` becomes `O1#2`. An atom whose name is missing, or could not be written in an answer, is
    called after its element and its place among them (`C1`, `C2`, `CL1`).
    """
    names = [""] * len(atoms)
    for row in residues:
        of_element: Counter[str] = Counter()
        taken: set[str] = set()
        for index in row:
            of_element[atoms[index].element] += 1
            fallback = f"{atoms[index].element.upper()}{of_element[atoms[index].element]}"
            names[index] = _free_name(_writable(atoms[index].name) or fallback, taken)
    return tuple(names)


def _writable(name: str) -> str:
    """The name with the primes of today's files (`O2*` and `O2'` are one); "" if no answer could hold it."""
    spelled = name.strip().replace('"', "''").replace("*", "'")
    return spelled if _WRITABLE.fullmatch(spelled) else ""


def _free_name(name: str, taken: set[str]) -> str:
    """`name`, or the first of `name#2`, `name#3`, ... that is not taken yet; takes it."""
    free, count = name, 1
    while free.casefold() in taken:
        count += 1
        free = f"{name}#{count}"
    taken.add(free.casefold())
    return free
