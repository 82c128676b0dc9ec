"""The residues that need no guessing: the twenty amino acids and their common spellings."""

from __future__ import annotations

from itertools import pairwise

# Bonds as paths over atom names; an atom that a file lacks is passed over.
_BACKBONE = "N-CA-C-O C-OXT CA-CB"
_SIDE_CHAINS = {
    "ALA": "",
    "ARG": "CB-CG-CD-NE-CZ-NH1 CZ-NH2",
    "ASN": "CB-CG-OD1 CG-ND2",
    "ASP": "CB-CG-OD1 CG-OD2",
    "CYS": "CB-SG",
    "GLN": "CB-CG-CD-OE1 CD-NE2",
    "GLU": "CB-CG-CD-OE1 CD-OE2",
    "GLY": "",
    "HIS": "CB-CG-ND1-CE1-NE2-CD2-CG",
    "ILE": "CB-CG1-CD1 CB-CG2",
    "LEU": "CB-CG-CD1 CG-CD2",
    "LYS": "CB-CG-CD-CE-NZ",
    "MET": "CB-CG-SD-CE",
    "MSE": "CB-CG-SE-CE",
    "PHE": "CB-CG-CD1-CE1-CZ-CE2-CD2-CG",
    "PRO": "CB-CG-CD-N",
    "SER": "CB-OG",
    "THR": "CB-OG1 CB-CG2",
    "TRP": "CB-CG-CD1-NE1-CE2-CD2-CG CE2-CZ2-CH2-CZ3-CE3-CD2",
    "TYR": "CB-CG-CD1-CE1-CZ-CE2-CD2-CG CZ-OH",
    "VAL": "CB-CG1 CB-CG2",
}

# Names that force fields and protonation tools give to the same residue.
_SPELLINGS = {
    "ARN": "ARG", "ASH": "ASP", "CYM": "CYS", "CYX": "CYS", "CYS2": "CYS", "GLH": "GLU", "HID": "HIS",
    "HIE": "HIS", "HIP": "HIS", "HSD": "HIS", "HSE": "HIS", "HSP": "HIS", "LYN": "LYS",
}  # fmt: skip

WATERS = frozenset({"HOH", "DOD", "WAT", "H2O", "OH2", "SOL", "TIP", "TIP3", "TP3", "SPC"})


def _pairs(paths: str) -> frozenset[tuple[str, str]]:
    """The bonds of `A-B-C D-E` as (A, B), (B, C), (D, E)."""
    walks = (path.split("-") for path in paths.split())
    return frozenset(pair for walk in walks for pair in pairwise(walk))


_BONDS = {name: _pairs(f"{_BACKBONE} {paths}") for name, paths in _SIDE_CHAINS.items()}
_ATOMS = {name: frozenset(atom for pair in pairs for atom in pair) for name, pairs in _BONDS.items()}


def standard_name(name: str) -> str | None:
    """The amino acid that a residue name stands for (`HIE` is `HIS`), or None where it is none of them."""
    spelled = _SPELLINGS.get(name, name)
    return spelled if spelled in _BONDS else None


def template_bonds(name: str) -> frozenset[tuple[str, str]]:
    """The bonded pairs of heavy atom names of an amino acid in any spelling; empty for other residues."""
    return _BONDS.get(standard_name(name) or "", frozenset())


def template_atoms(name: str) -> frozenset[str]:
    """The heavy atom names of an amino acid in any spelling, `OXT` included; empty for other residues."""
    return _ATOMS.get(standard_name(name) or "", frozenset())
