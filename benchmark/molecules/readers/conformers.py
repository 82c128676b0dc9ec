"""Of what gemmi read: the first model, one conformer per residue, no water."""

from __future__ import annotations

import math
from collections.abc import Iterator

import gemmi

from benchmark.molecules.elements import element_of
from benchmark.molecules.molecule import StructureError
from benchmark.molecules.readers.assembly import Atom, ResidueKey
from benchmark.molecules.residues import WATERS


def atoms_of(structure: gemmi.Structure, source: str) -> Iterator[Atom]:
    """The atoms that stay, of the first model; an empty file has none."""
    for chain in structure[0] if len(structure) else ():
        for residues in _same_place(chain):
            letter = _conformer(residues)
            for residue in residues:
                key = ResidueKey(
                    residue.name, residue.seqid.num or 0, residue.seqid.icode.strip(), chain.name.strip()
                )
                yield from (_atom(atom, key, source) for atom in residue if atom.altloc in ("\0", letter))


def _same_place(chain: gemmi.Chain) -> list[list[gemmi.Residue]]:
    """The chain's residues without water; those of one number and insertion code are alternatives."""
    places: dict[tuple[int | None, str], list[gemmi.Residue]] = {}
    for residue in chain:
        if residue.name not in WATERS:
            places.setdefault((residue.seqid.num, residue.seqid.icode), []).append(residue)
    return list(places.values())


def _conformer(residues: list[gemmi.Residue]) -> str:
    """The alternate location that the whole residue takes: highest mean occupancy, then the first letter."""
    occupancies: dict[str, list[float]] = {}
    for residue in residues:
        for atom in residue:
            occupancies.setdefault(atom.altloc, []).append(atom.occ)
    occupancies.pop("\0", None)
    means = {letter: round(sum(values) / len(values), 4) for letter, values in occupancies.items()}
    return min(means, key=lambda letter: (-means[letter], letter), default="")


def _atom(atom: gemmi.Atom, key: ResidueKey, source: str) -> Atom:
    where = f"{source}: atom {atom.name} of {key.name} {key.number}{key.insertion}"
    element = element_of(atom.element.name)
    if element is None:
        raise StructureError(
            f"{where} is of no known element; write it in columns 77-78 (PDB) or type_symbol (mmCIF)."
        )
    position = (atom.pos.x, atom.pos.y, atom.pos.z)
    if not all(math.isfinite(value) for value in position):
        raise StructureError(f"{where} has no position: {position}.")
    return Atom(atom.name, element, position, key)
