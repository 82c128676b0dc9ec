"""What part an atom outside the amino acids takes in a hydrogen bond.

Where the file gives the residue's hydrogens, they decide. Where it gives none, bond lengths, angles and the
number of neighbours do, for the protonation usual at pH 7: aliphatic amines carry hydrogen, carboxylic and
phosphoric acids do not. Typical lengths: Allen et al., J. Chem. Soc. Perkin Trans. 2 1987, S1-S19.
"""

from __future__ import annotations

from benchmark.molecules.chemistry.neighbourhood import MULTIPLE_BOND, TRIGONAL_ANGLE_SUM, Neighbourhood
from benchmark.molecules.chemistry.polar_classes import (
    AMINE,
    AMINE_NH,
    AMMONIUM,
    CARBONYL,
    CARBOXYLATE,
    ETHER,
    HYDROXYL,
    IMINE_NH,
    NITRILE,
    OXIDE,
    PLANAR_N,
    PLANAR_N_OR_NH,
    PLANAR_NH,
    THIOETHER,
    THIOL,
    THIONE,
    PolarClass,
)

# Lengths in ångström that part two kinds of bond; each lies between the typical lengths named.
CARBONYL_C_O = 1.30  # C=O 1.21-1.25, phenol C-O 1.36, alcohol C-O 1.43
PHENOL_C_C = 1.43  # the carbon of a phenol has ring bonds of 1.39; beside C=O they are 1.45 or more
NITRO_N_O = 1.36  # N=O 1.22, N-oxide 1.30; oxime and hydroxamic N-O 1.40
IMINE_N = 1.31  # C=N 1.28, N=N 1.25; amide C-N 1.33, guanidinium 1.32
NITRILE_N = 1.22  # C#N 1.14
THIONE_C_S = 1.74  # C=S 1.67, thiol C-S 1.81
LINEAR = 150.0  # degrees; the middle of an azide or a cumulated double bond


def perceive_class(atom: int, around: Neighbourhood) -> PolarClass | None:
    """The class of a nitrogen, oxygen or sulphur; None for those that take no part."""
    known = around.molecule.residue_of[atom] in around.hydrogenated
    match around.element(atom):
        case "N":
            return _nitrogen_by_hydrogens(atom, around) if known else _nitrogen_by_geometry(atom, around)
        case "O":
            return _oxygen(atom, around, known)
        case "S":
            return _sulphur(atom, around, known)
        case _:
            return None


def _nitrogen_by_hydrogens(atom: int, around: Neighbourhood) -> PolarClass | None:
    count = len(around.all(atom))
    conjugated = count == 3 and _is_conjugated(atom, around)
    if around.hydrogens(atom):
        if count == 3:
            return PLANAR_NH if conjugated else AMINE_NH
        return IMINE_NH if count == 2 else AMMONIUM
    if count == 1:
        return NITRILE
    if count == 2:
        return None if _is_linear(atom, around) else PLANAR_N
    return AMINE if count == 3 and not conjugated else None


def _nitrogen_by_geometry(atom: int, around: Neighbourhood) -> PolarClass | None:
    neighbours = around.heavy(atom)
    conjugated = _is_conjugated(atom, around)
    if len(neighbours) == 1:
        if around.length(atom, neighbours[0]) < NITRILE_N:
            return NITRILE
        return PLANAR_NH if conjugated else AMMONIUM
    if len(neighbours) == 2 and conjugated:
        return None if _is_linear(atom, around) else _bridging_nitrogen(atom, around)
    return AMMONIUM if len(neighbours) < 4 and not conjugated else None


def _is_conjugated(atom: int, around: Neighbourhood) -> bool:
    """Whether a neighbour draws in a nitrogen's lone pair: flat carbon, N or O at a double bond's length,
    sulphonyl, phosphoryl or boron."""
    return any(_draws_in(other, atom, around) for other in around.heavy(atom))


def _draws_in(neighbour: int, nitrogen: int, around: Neighbourhood) -> bool:
    match around.element(neighbour):
        case "C":
            return around.trigonal(neighbour)
        case "N":
            return around.length(nitrogen, neighbour) <= MULTIPLE_BOND
        case "O":
            return around.length(nitrogen, neighbour) <= NITRO_N_O
        case element:
            return element in ("S", "P", "B")


def _bridging_nitrogen(atom: int, around: Neighbourhood) -> PolarClass:
    """A conjugated nitrogen between two neighbours: hydrogen or lone pair?"""
    rings = around.flat_rings(atom)
    if any(_is_carbonyl_carbon(other, around) for other in around.heavy(atom)):
        return PLANAR_N if rings and _is_cytosine_like(atom, rings[0], around) else PLANAR_NH
    if rings and _is_aromatic(rings[0], around):
        return _five_ring(rings[0], around) if len(rings[0]) == 5 else _six_ring(atom, rings[0], around)
    shortest = min(around.length(atom, other) for other in around.heavy(atom))
    return PLANAR_N if shortest <= IMINE_N else PLANAR_NH


def _is_aromatic(ring: tuple[int, ...], around: Neighbourhood) -> bool:
    """Whether a flat ring has flat carbons only. In a ring of six the flat ring says so of a carbon without
    substituent (saturated ones pucker); in a ring of five its bonds must be short too."""
    carbons = [atom for atom in ring if around.element(atom) == "C"]
    return all(around.trigonal(atom) or (len(ring) > 5 and len(around.all(atom)) == 2) for atom in carbons)


def _five_ring(ring: tuple[int, ...], around: Neighbourhood) -> PolarClass:
    """In an aromatic ring of five one atom lends two electrons.

    Where that is plainly another atom (O, S, a nitrogen with three neighbours) this nitrogen has a lone
    pair; where it is the only candidate it has the hydrogen; among several the file cannot tell.
    """
    if any(around.element(other) in "OS" or _is_substituted_nitrogen(other, around) for other in ring):
        return PLANAR_N
    return PLANAR_NH if sum(around.element(other) == "N" for other in ring) == 1 else PLANAR_N_OR_NH


def _six_ring(atom: int, ring: tuple[int, ...], around: Neighbourhood) -> PolarClass:
    """As in pyridine; but the file cannot tell for a diaminopyrimidine's nitrogen that has one amino group
    beside it: it is protonated when an acid binds it (antifolates: Cocco et al., Biochemistry 1981,
    20, 3972)."""
    amino = {other for other in ring if _has_amino_group(other, ring, around)}
    return (
        PLANAR_N_OR_NH if len(amino) >= 2 and len(amino.intersection(around.heavy(atom))) == 1 else PLANAR_N
    )


def _is_cytosine_like(atom: int, ring: tuple[int, ...], around: Neighbourhood) -> bool:
    """N3 of cytosine: beside a carbonyl, but its hydrogen is on the amino group of its other neighbour.

    A second ring nitrogen there (guanine, pterin) takes the double bond instead, and the hydrogen stays.
    """
    others = [other for other in around.heavy(atom) if not _is_carbonyl_carbon(other, around)]
    return any(
        _has_amino_group(other, ring, around)
        and all(
            around.element(third) == "C" for third in around.heavy(other) if third in ring and third != atom
        )
        for other in others
    )


def _has_amino_group(atom: int, ring: tuple[int, ...], around: Neighbourhood) -> bool:
    """Whether a ring's carbon carries a nitrogen outside of any ring with it."""
    return around.element(atom) == "C" and any(
        around.element(other) == "N" and other not in ring and not around.flat_rings(other)
        for other in around.heavy(atom)
    )


def _is_substituted_nitrogen(atom: int, around: Neighbourhood) -> bool:
    return around.element(atom) == "N" and len(around.heavy(atom)) == 3


def _is_linear(atom: int, around: Neighbourhood) -> bool:
    first, second = around.all(atom)
    return around.angle(first, atom, second) >= LINEAR


def _is_carbonyl_carbon(atom: int, around: Neighbourhood) -> bool:
    """A carbon with a doubly bonded oxygen of its own."""
    return around.element(atom) == "C" and any(
        around.element(other) == "O" and _has_double_bond(other, atom, around) for other in around.heavy(atom)
    )


def _has_double_bond(oxygen: int, carbon: int, around: Neighbourhood) -> bool:
    """Whether a carbon's oxygen is C=O and not C-OH, by length; never on an aromatic carbon, whose oxygen
    some files draw too near (phenol)."""
    if len(around.all(oxygen)) != 1 or around.length(oxygen, carbon) >= CARBONYL_C_O:
        return False
    ring_bonds = [other for other in around.heavy(carbon) if other != oxygen]
    return not (
        len(ring_bonds) == 2
        and all(around.element(other) == "C" for other in ring_bonds)
        and all(around.length(carbon, other) <= PHENOL_C_C for other in ring_bonds)
    )


def _oxygen(atom: int, around: Neighbourhood, known: bool) -> PolarClass | None:
    neighbours = around.heavy(atom)
    if around.hydrogens(atom) or not neighbours:
        return HYDROXYL
    if len(neighbours) == 2:
        return None if _is_furan(atom, around) else ETHER
    return _terminal_oxygen(atom, neighbours[0], around, known)


def _terminal_oxygen(atom: int, holder: int, around: Neighbourhood, known: bool) -> PolarClass:
    """An oxygen with one neighbour and no hydrogen in the file."""
    if around.element(holder) == "C":
        if _is_carboxylate(holder, around):
            return CARBOXYLATE
        return CARBONYL if known or _has_double_bond(atom, holder, around) else HYDROXYL
    unfilled = around.element(holder) == "B" or (
        around.element(holder) in ("N", "O") and around.length(atom, holder) > NITRO_N_O
    )
    return HYDROXYL if unfilled and not known else OXIDE


def _is_carboxylate(carbon: int, around: Neighbourhood) -> bool:
    """A flat carbon with two oxygens that have no other neighbour."""
    ends = [other for other in around.heavy(carbon) if around.element(other) == "O"]
    bare = [end for end in ends if len(around.all(end)) == 1]
    third = [other for other in around.all(carbon) if other not in bare]
    return (
        len(bare) == 2 and len(third) <= 1 and (not third or around.angle_sum(carbon) >= TRIGONAL_ANGLE_SUM)
    )


def _is_furan(atom: int, around: Neighbourhood) -> bool:
    """The oxygen of an aromatic ring of five; it hardly ever takes a hydrogen bond (Nobeli et al.,
    J. Comput. Chem. 1997, 18, 2060)."""
    return any(len(ring) == 5 and _is_aromatic(ring, around) for ring in around.flat_rings(atom))


def _sulphur(atom: int, around: Neighbourhood, known: bool) -> PolarClass | None:
    neighbours = around.heavy(atom)
    if around.hydrogens(atom):
        return THIOL
    if len(neighbours) == 1:
        single = around.element(neighbours[0]) == "C" and around.length(atom, neighbours[0]) > THIONE_C_S
        return THIOL if single and not known else THIONE
    between_carbons = len(neighbours) == 2 and all(around.element(other) == "C" for other in neighbours)
    aromatic = any(_is_aromatic(ring, around) for ring in around.flat_rings(atom))
    return THIOETHER if between_carbons and not aromatic else None
