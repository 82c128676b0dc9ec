"""Reads PDB and mmCIF with gemmi: first model, one conformer per residue, no water."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import gemmi

from benchmark.molecules.assembly import Atom, ResidueKey
from benchmark.molecules.elements import element_of
from benchmark.molecules.molecule import StructureError
from benchmark.molecules.residues import WATERS, standard_name, template_atoms

_ATOM_RECORDS = ("ATOM", "HETATM")
# Files from before 1996 carry entry id and line number in columns 73-80, where charge and element stand now.
_OLD_COLUMNS = re.compile(r"\d[A-Z0-9]{3}[ \d]{3}\d")
_NUMBER = re.compile(r"\s*-?\d+\s*|[A-Za-z][0-9A-Za-z]{3}")  # decimal, or hybrid-36 beyond 9999
_HALOGEN_NAME = re.compile(r"\s*(CL|BR)\d*\s*", re.IGNORECASE)


def read_pdb(text: str, source: str) -> list[Atom]:
    """The atoms of a PDB file's first model. `source` is the name that complaints give the file."""
    lines = [_checked(line, f"{source}, line {number}") for number, line in enumerate(text.splitlines(), 1)]
    try:
        structure = gemmi.read_pdb_string("\n".join([*lines, ""]))
    except (RuntimeError, ValueError) as error:
        raise StructureError(f"{source} cannot be read as PDB: {error}") from error
    return list(_atoms(structure, source))


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
    return list(_atoms(structures[0], source))


def _checked(line: str, where: str) -> str:
    """An atom line that gemmi reads as it is meant: no old columns, no charge, and its element if sure."""
    if not line.startswith(_ATOM_RECORDS):
        return line
    if len(line.rstrip()) < 54:
        raise StructureError(f"{where}: the atom line ends before its position does; the file looks cut off.")
    _check_position(line[30:54], where)
    if not _NUMBER.fullmatch(line[22:26]):
        raise StructureError(f"{where}: the residue number {line[22:26].strip()!r} is not a number.")
    if _OLD_COLUMNS.fullmatch(line[72:80]):
        line = line[:66]
    element = line[76:78].strip() or _element_by_name(line[12:16], line[17:20].strip())
    return f"{line[:66]:76}{element:>2}" if element else line[:66]


def _check_position(columns: str, where: str) -> None:
    """Three finite numbers of eight columns each: gemmi reads anything else as 0."""
    for axis, start in zip("xyz", (0, 8, 16), strict=True):
        try:
            value = float(columns[start : start + 8])
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise StructureError(
                f"{where}: {axis} is {columns[start : start + 8].strip()!r}, not a number in ångström."
            )


def _element_by_name(name: str, residue: str) -> str:
    """The element of an atom whose element columns are empty, where its name settles it; else "" (gemmi then
    goes by the column the name starts in)."""
    if name.strip() in template_atoms(residue):
        return "SE" if name.strip() == "SE" else name.strip()[0]
    halogen = _HALOGEN_NAME.fullmatch(name)
    return halogen.group(1).upper() if halogen and standard_name(residue) is None else ""


def _atoms(structure: gemmi.Structure, source: str) -> Iterator[Atom]:
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
