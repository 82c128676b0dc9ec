"""Which atoms give and which take a hydrogen bond.

Amino acids at pH 7 by a table. Every other atom by what the file shows: where it gives hydrogens, they
decide; where it gives none, the geometry does (`perceive_class`). Carbon and the halogens never count.
"""

from __future__ import annotations

from benchmark.molecules.chemistry.neighbourhood import Neighbourhood
from benchmark.molecules.chemistry.perception import perceive_class
from benchmark.molecules.chemistry.polar_classes import (
    AMMONIUM,
    CARBONYL,
    CARBOXYLATE,
    HYDROXYL,
    PLANAR_N,
    PLANAR_N_OR_NH,
    PLANAR_NH,
    THIOETHER,
    THIOL,
    PolarClass,
)
from benchmark.molecules.residues import standard_name, template_atoms

_BACKBONE = {"N": PLANAR_NH, "O": CARBONYL, "OXT": CARBOXYLATE}
_SIDE_CHAINS = {
    "ARG": {"NE": PLANAR_NH, "NH1": PLANAR_NH, "NH2": PLANAR_NH},
    "ASN": {"OD1": CARBONYL, "ND2": PLANAR_NH},
    "ASP": {"OD1": CARBOXYLATE, "OD2": CARBOXYLATE},
    "CYS": {"SG": THIOL},
    "GLN": {"OE1": CARBONYL, "NE2": PLANAR_NH},
    "GLU": {"OE1": CARBOXYLATE, "OE2": CARBOXYLATE},
    "HIS": {"ND1": PLANAR_N_OR_NH, "NE2": PLANAR_N_OR_NH},
    "LYS": {"NZ": AMMONIUM},
    "MET": {"SD": THIOETHER},
    "SER": {"OG": HYDROXYL},
    "THR": {"OG1": HYDROXYL},
    "TRP": {"NE1": PLANAR_NH},
    "TYR": {"OH": HYDROXYL},
}
POLAR_ELEMENTS = frozenset({"N", "O", "S"})


def polar_class(atom: int, around: Neighbourhood) -> PolarClass | None:
    """What part `atom` can take in a hydrogen bond; None for none."""
    if around.element(atom) not in POLAR_ELEMENTS:
        return None
    molecule = around.molecule
    name = molecule.names[atom]
    residue = standard_name(molecule.residues[molecule.residue_of[atom]].name)
    if residue is None or name not in template_atoms(residue) or _is_modified(atom, around):
        return perceive_class(atom, around)
    if name in _BACKBONE:
        return None if (residue, name) == ("PRO", "N") else _BACKBONE[name]
    return _by_hydrogens(atom, _SIDE_CHAINS[residue][name], around)


def _is_modified(atom: int, around: Neighbourhood) -> bool:
    """Whether a side chain's atom is bonded to another residue: a bridge, a sugar, a cofactor."""
    residue_of = around.molecule.residue_of
    return around.molecule.names[atom] not in _BACKBONE and any(
        residue_of[other] != residue_of[atom] for other in around.heavy(atom)
    )


def _by_hydrogens(atom: int, kind: PolarClass, around: Neighbourhood) -> PolarClass:
    """The side chain's class as the file's hydrogens correct it: an acid without charge, and which nitrogens
    of a histidine carry one."""
    if kind is CARBOXYLATE and around.hydrogens(atom):
        return HYDROXYL
    if kind is PLANAR_N_OR_NH:
        molecule = around.molecule
        atoms = molecule.residues[molecule.residue_of[atom]].atoms
        if any(around.hydrogens(other) for other in atoms if molecule.names[other] in ("ND1", "NE2")):
            return PLANAR_NH if around.hydrogens(atom) else PLANAR_N
    return kind
