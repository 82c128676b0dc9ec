"""Reads PDB with gemmi, each atom line made sound first."""

from __future__ import annotations

import math
import re

import gemmi

from benchmark.molecules.molecule import StructureError
from benchmark.molecules.readers.assembly import Atom
from benchmark.molecules.readers.conformers import atoms_of
from benchmark.molecules.residues import standard_name, template_atoms

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
    return list(atoms_of(structure, source))


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
