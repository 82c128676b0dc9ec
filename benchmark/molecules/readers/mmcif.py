"""Reads mmCIF with gemmi."""

from __future__ import annotations

import gemmi

from benchmark.molecules.molecule import StructureError
from benchmark.molecules.readers.assembly import Atom
from benchmark.molecules.readers.conformers import atoms_of


def read_mmcif(text: str, source: str) -> list[Atom]:
    """The atoms of an mmCIF file's first model; chains and numbers are the author's, as in PDB files."""
    try:
        blocks = [block for block in gemmi.cif.read_string(text) if block.find_values("_atom_site.Cartn_x")]
        structures = [gemmi.make_structure_from_block(block) for block in blocks]
    except (RuntimeError, ValueError, IndexError) as error:
        raise StructureError(f"{source} cannot be read as mmCIF: {error}") from error
    if len(structures) != 1:
        raise StructureError(
            f"{source} has {len(structures)} data blocks with atom positions (_atom_site); it needs one."
        )
    return list(atoms_of(structures[0], source))
