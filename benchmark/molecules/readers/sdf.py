"""Reads one molecule from an MDL molfile or SDF, version V2000.

Format: "CTfile Formats", BIOVIA 2020. Columns are fixed: counts and bond numbers are three wide, so numbers
may touch (`150149`).
"""

from __future__ import annotations

import math

from benchmark.molecules.elements import element_of
from benchmark.molecules.molecule import StructureError
from benchmark.molecules.readers.assembly import Atom, Link, ResidueKey

LIGAND = ResidueKey("LIG")
_ORDERS = {1: 1.0, 2: 2.0, 3: 3.0, 4: 1.5}  # 4 is aromatic; other codes are queries, of unknown order
_COUNTS_LINE = 3  # after title, program and comment


def read_sdf(text: str, source: str) -> tuple[list[Atom], list[Link]]:
    """The atoms (nameless) and bonds of the only molecule in `text`; `source` is its file name."""
    lines = text.splitlines()
    atoms, bonds = _counts(lines, source)
    last = _COUNTS_LINE + atoms + bonds
    body = [line.rstrip() for line in lines[_COUNTS_LINE + 1 :]]
    if len(lines) <= last or "M  END" not in body:
        raise StructureError(f"{source} ends after line {len(lines)}: cut off before `M  END`.")
    _check_single(lines, source)
    first_bond = _COUNTS_LINE + 1 + atoms
    return (
        [_atom(lines[k], f"{source}, line {k + 1}") for k in range(_COUNTS_LINE + 1, first_bond)],
        [_bond(lines[k], atoms, f"{source}, line {k + 1}") for k in range(first_bond, last + 1)],
    )


def _counts(lines: list[str], source: str) -> tuple[int, int]:
    """How many atoms and bonds the counts line announces."""
    where = f"{source}, line {_COUNTS_LINE + 1}"
    counts = lines[_COUNTS_LINE] if len(lines) > _COUNTS_LINE else ""
    if "V3000" in counts:
        raise StructureError(f"{where}: this is a V3000 file; convert it to V2000.")
    try:
        return int(counts[0:3]), int(counts[3:6])
    except ValueError:
        raise StructureError(
            f"{where}: no counts of atoms and bonds; this is not a V2000 SDF file."
        ) from None


def _check_single(lines: list[str], source: str) -> None:
    ends = [number for number, line in enumerate(lines, 1) if line.rstrip() == "$$$$"]
    if ends and any(line.strip() for line in lines[ends[0] :] if line.rstrip() != "$$$$"):
        raise StructureError(f"{source}, line {ends[0] + 1}: a second molecule begins; one ligand per file.")


def _atom(line: str, where: str) -> Atom:
    try:
        x, y, z = float(line[0:10]), float(line[10:20]), float(line[20:30])
    except ValueError:
        raise StructureError(f"{where}: no three coordinates in columns 1-30.") from None
    if not all(math.isfinite(value) for value in (x, y, z)):
        raise StructureError(f"{where}: x, y or z is not a finite number of ångström.")
    element = element_of(line[31:34])
    if element is None:
        raise StructureError(f"{where}: {line[31:34].strip()!r} is no known element.")
    return Atom("", element, (x, y, z), LIGAND)


def _bond(line: str, atoms: int, where: str) -> Link:
    try:
        first, second, code = int(line[0:3]), int(line[3:6]), int(line[6:9])
    except ValueError:
        raise StructureError(
            f"{where}: no bond (two atom numbers and an order, three columns each)."
        ) from None
    if not (1 <= first <= atoms and 1 <= second <= atoms) or first == second:
        raise StructureError(
            f"{where}: a bond between atoms {first} and {second}; the molecule has atoms 1-{atoms}."
        )
    return first - 1, second - 1, _ORDERS.get(code, 0.0)
