"""Reads one molecule from a Tripos MOL2 file.

Format: "Tripos Mol2 File Format", Tripos 2005: sections marked `@<TRIPOS>NAME`, fields between blanks.
"""

from __future__ import annotations

import math

from benchmark.molecules.elements import element_of
from benchmark.molecules.molecule import StructureError
from benchmark.molecules.readers.assembly import Atom, Link, ResidueKey

_MARK = "@<TRIPOS>"
# `am` is an amide bond; `du` and `un` are unknown, `nc` is no bond.
_ORDERS = {"1": 1.0, "2": 2.0, "3": 3.0, "am": 1.5, "ar": 1.5, "du": 0.0, "un": 0.0}

Lines = list[tuple[int, list[str]]]  # line number and fields


def read_mol2(text: str, source: str) -> tuple[list[Atom], list[Link]]:
    """The atoms and bonds of the only molecule in `text`; `source` names the file in complaints."""
    sections = _sections(text, source)
    counts = _counts(sections.get("MOLECULE", []), source)
    rows, links = sections.get("ATOM", []), sections.get("BOND", [])
    for name, found, announced in (("atoms", len(rows), counts[0]), ("bonds", len(links), counts[1])):
        if found != announced:
            raise StructureError(
                f"{source} announces {announced} {name} and holds {found}: cut off or edited."
            )
    name = _residue_name(rows)
    atoms = [_atom(fields, name, f"{source}, line {number}") for number, fields in rows]
    index = {fields[0]: k for k, (_, fields) in enumerate(rows)}
    bonds = [
        _bond(fields, index, f"{source}, line {number}") for number, fields in links if fields[3:4] != ["nc"]
    ]
    return atoms, bonds


def _sections(text: str, source: str) -> dict[str, Lines]:
    """The lines of each section, split into fields, without comments and (but for MOLECULE) blank lines."""
    sections: dict[str, Lines] = {}
    name = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_MARK):
            name = line[len(_MARK) :].strip()
            if name == "MOLECULE" and name in sections:
                raise StructureError(
                    f"{source}, line {number}: a second molecule begins; one ligand per file."
                )
            sections.setdefault(name, [])
        elif name == "MOLECULE" or (line.strip() and not line.startswith("#")):
            sections.setdefault(name, []).append((number, line.split()))
    return sections


def _counts(lines: Lines, source: str) -> tuple[int, int]:
    """How many atoms and bonds the line after the molecule's name announces."""
    if len(lines) < 2:
        raise StructureError(f"{source} has no {_MARK}MOLECULE section with counts; this is not a MOL2 file.")
    number, fields = lines[1]
    try:
        return int(fields[0]), int(fields[1]) if len(fields) > 1 else 0
    except (ValueError, IndexError):
        raise StructureError(f"{source}, line {number}: no counts of atoms and bonds.") from None


def _residue_name(rows: Lines) -> str:
    """What the first atom's substructure is called, without its number: `STI1` is `STI`; `LIG` for none."""
    given = rows[0][1][7] if rows and len(rows[0][1]) > 7 else ""
    number = rows[0][1][6] if given else ""
    letters = "".join(sign for sign in given if sign.isalnum())
    return letters.removesuffix(number)[:5] or "LIG"


def _atom(fields: list[str], residue: str, where: str) -> Atom:
    try:
        name, x, y, z, kind = fields[1], float(fields[2]), float(fields[3]), float(fields[4]), fields[5]
    except (ValueError, IndexError):
        raise StructureError(f"{where}: an atom needs number, name, x, y, z and type.") from None
    if not all(math.isfinite(value) for value in (x, y, z)):
        raise StructureError(f"{where}: x, y or z is not a finite number of ångström.")
    element = element_of(kind.split(".")[0])
    if element is None:
        raise StructureError(f"{where}: the type {kind!r} is of no known element.")
    return Atom(name, element, (x, y, z), ResidueKey(residue), kind)


def _bond(fields: list[str], index: dict[str, int], where: str) -> Link:
    if len(fields) < 4:
        raise StructureError(f"{where}: a bond needs number, two atoms and type.")
    first, second = index.get(fields[1]), index.get(fields[2])
    if first is None or second is None or first == second:
        raise StructureError(
            f"{where}: a bond between atoms {fields[1]} and {fields[2]}; no such pair of atoms."
        )
    return first, second, _ORDERS.get(fields[3].lower(), 0.0)
