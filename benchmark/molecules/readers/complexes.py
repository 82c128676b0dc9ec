"""Finds complexes in a folder and reads them: pocket and ligand files to one `Complex`."""

from __future__ import annotations

import hashlib
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmark.molecules.molecule import Complex, Molecule, StructureError
from benchmark.molecules.readers.assembly import Atom, Link, assemble
from benchmark.molecules.readers.mmcif import read_mmcif
from benchmark.molecules.readers.mol2 import read_mol2
from benchmark.molecules.readers.pdb import read_pdb
from benchmark.molecules.readers.sdf import read_sdf

# Of several ligand files the first of these is taken: MOL2 has names and bonds, SDF bonds, PDB names.
LIGAND_SUFFIXES = (".mol2", ".sdf", ".pdb", ".cif")
POCKET_SUFFIXES = (".pdb", ".cif")
# A ligand whose nearest pocket atom is farther than this, in ångström, is not in the pocket's frame.
FARTHEST_CONTACT = 6.0


def find_complexes(folder: Path) -> list[tuple[str, Path, Path]]:
    """(structure id, pocket path, ligand path) of every complex in `folder`, by id.

    Two layouts, also mixed: `<id>_pocket.pdb` beside `<id>_ligand.{mol2,sdf,pdb,cif}`, and PDBbind's
    `<id>/<id>_pocket.pdb`. Raises `StructureError` for a pocket without its ligand, an id that stands
    twice, or a folder that holds none.
    """
    if not folder.is_dir():
        raise StructureError(f"{folder} is no folder.")
    found: dict[str, tuple[str, Path, Path]] = {}
    for structure_id, pocket in _pockets(folder):
        if structure_id in found:
            raise StructureError(f"{pocket}: {structure_id} stands twice, also as {found[structure_id][1]}.")
        found[structure_id] = (structure_id, pocket, _ligand_beside(pocket, structure_id))
    if not found:
        raise StructureError(f"{folder} holds no complex: no <id>_pocket.pdb and no <id>/<id>_pocket.pdb.")
    return [found[structure_id] for structure_id in sorted(found)]


def _pockets(folder: Path) -> Iterator[tuple[str, Path]]:
    for suffix in POCKET_SUFFIXES:
        for pocket in sorted([*folder.glob(f"*_pocket{suffix}"), *folder.glob(f"*/*_pocket{suffix}")]):
            structure_id = pocket.name.removesuffix(f"_pocket{suffix}")
            if pocket.parent == folder or pocket.parent.name == structure_id:
                yield structure_id, pocket


def _ligand_beside(pocket: Path, structure_id: str) -> Path:
    for suffix in LIGAND_SUFFIXES:
        path = pocket.with_name(f"{structure_id}_ligand{suffix}")
        if path.is_file():
            return path
    wanted = ", ".join(f"{structure_id}_ligand{suffix}" for suffix in LIGAND_SUFFIXES)
    raise StructureError(f"{pocket} has no ligand beside it: one of {wanted}.")


def read_complex(structure_id: str, pocket: Path, ligand: Path) -> Complex:
    """The complex of two files that share one frame.

    Raises `StructureError` as `read_pocket` and `read_ligand` do, and where the ligand stands farther
    than `FARTHEST_CONTACT` from the pocket.
    """
    sources = pocket.read_bytes(), ligand.read_bytes()
    whole = Complex(
        structure_id,
        hashlib.sha256(b"".join(sources)).hexdigest(),
        read_pocket(sources[0], pocket.name),
        read_ligand(sources[1], ligand.name),
    )
    gap = _gap(whole.pocket, whole.ligand)
    if gap > FARTHEST_CONTACT:
        raise StructureError(
            f"{ligand.name} stands {gap:.0f} Å from {pocket.name}: the two files must share one frame."
        )
    return whole


def read_pocket(content: bytes, source: str) -> Molecule:
    """The pocket in a PDB or mmCIF file named `source`.

    A heavy atom that stands twice in a residue is refused: its label could not tell which is meant.
    """
    atoms, _ = _read(content, source)
    _check_heavy(atoms, source)
    places = Counter((atom.residue, atom.name) for atom in atoms if atom.element != "H")
    for (residue, name), count in places.items():
        if count > 1:
            label = f"{residue.name} {residue.number}{residue.insertion}"
            chain = f"chain {residue.chain}" if residue.chain else "the blank chain"
            raise StructureError(
                f"{source}: {label} of {chain} has {count} atoms {name}; give each chain its own letter, "
                "and each alternate location too."
            )
    return assemble(atoms)


def read_ligand(content: bytes, source: str) -> Molecule:
    """The ligand in a file named `source`, by its suffix; all its atoms as one residue."""
    atoms, bonds = _read(content, source)
    _check_heavy(atoms, source)
    return assemble([replace(atom, residue=atoms[0].residue) for atom in atoms], bonds)


def _read(content: bytes, source: str) -> tuple[list[Atom], list[Link] | None]:
    text = _text(content, source)
    match Path(source).suffix.lower():
        case ".pdb" | ".ent":
            return read_pdb(text, source), None
        case ".cif" | ".mmcif":
            return read_mmcif(text, source), None
        case ".sdf" | ".mol":
            return read_sdf(text, source)
        case ".mol2":
            return read_mol2(text, source)
        case _:
            raise StructureError(f"{source}: unknown kind of file; use .pdb, .cif, .sdf or .mol2.")


def _text(content: bytes, source: str) -> str:
    """The file as ASCII: other letters stand in remarks only, and would shift the columns."""
    if b"\0" in content:
        raise StructureError(f"{source} is not a text file.")
    return re.sub(r"[^\x00-\x7f]", "?", content.removeprefix(BOM_UTF8).decode("latin-1"))


def _check_heavy(atoms: Sequence[Atom], source: str) -> None:
    if not any(atom.element != "H" for atom in atoms):
        left = "nothing but hydrogen" if atoms else "no atoms besides water"
        raise StructureError(f"{source} holds {left}.")


def _gap(pocket: Molecule, ligand: Molecule) -> float:
    """The distance of the two nearest atoms, in ångström."""
    return float(np.linalg.norm(pocket.coordinates[:, None] - ligand.coordinates[None, :], axis=2).min())
