"""Hydrogen bonds between a pocket and its ligand, by geometry.

A donor (D) gives a hydrogen (H) to an acceptor (A) when D and A are near, D-H...A is nearly straight, and
the donor stands on a side of the acceptor that the acceptor's own neighbours leave open. Hydrogens that
the file lacks are put where the donor's neighbours say; one that turns about a single bond (hydroxyl,
ammonium) takes its best place, also where the file has drawn it elsewhere, because crystals do not show it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmark.molecules.chemistry.neighbourhood import Neighbourhood, angle_between, unit
from benchmark.molecules.chemistry.polar_atoms import POLAR_ELEMENTS, polar_class
from benchmark.molecules.chemistry.polar_classes import PLANAR_N_OR_NH, Hydrogens, PolarClass
from benchmark.molecules.molecule import Complex, Molecule

Vector = NDArray[np.float64]

# Ångström between donor and acceptor. Baker & Hubbard, Prog. Biophys. Mol. Biol. 1984, 44, 97, have 3.5;
# 0.1 more allows for the error of coordinates at 2 Å resolution.
DISTANCE_MAXIMUM = 3.6
# The same where either is sulphur, whose radius is 0.3 Å larger: Zhou et al., Proteins 2009, 76, 151.
SULPHUR_DISTANCE_MAXIMUM = 4.0
# Nearer than the strongest hydrogen bonds (Jeffrey, An Introduction to Hydrogen Bonding, 1997) is a clash or
# a covalent bond.
DISTANCE_MINIMUM = 2.2
# Degrees at the hydrogen, D-H...A. Baker & Hubbard have 120°; ten less allow for hydrogens that we place.
DONOR_ANGLE_MINIMUM = 110.0
# Degrees at the acceptor, D...A-neighbour, for each: McDonald & Thornton, J. Mol. Biol. 1994, 238, 777.
ACCEPTOR_ANGLE_MINIMUM = 90.0
# Degrees between a nitrogen's lone pair (opposite to its neighbours) and the donor: beyond it the donor
# stands above the ring's face and not at its edge. Same source.
LONE_PAIR_DEVIATION_MAXIMUM = 60.0
# Ångström from donor to hydrogen where it is placed: neutron averages of Allen et al. 1987.
HYDROGEN_LENGTH = {"N": 1.01, "O": 0.97, "S": 1.34}
TETRAHEDRAL = 109.47
TRIGONAL = 120.0

BOND_DEFINITION: dict[str, Any] = {
    "name": "MiSI-Web geometric",
    "version": "1",
    "limits": {
        "distance_minimum_angstrom": DISTANCE_MINIMUM,
        "distance_maximum_angstrom": DISTANCE_MAXIMUM,
        "sulphur_distance_maximum_angstrom": SULPHUR_DISTANCE_MAXIMUM,
        "donor_angle_minimum_degrees": DONOR_ANGLE_MINIMUM,
        "acceptor_angle_minimum_degrees": ACCEPTOR_ANGLE_MINIMUM,
        "lone_pair_deviation_maximum_degrees": LONE_PAIR_DEVIATION_MAXIMUM,
    },
}


@dataclass(frozen=True, slots=True)
class HydrogenBond:
    """One pair of atoms, given once even where either could be the donor (two hydroxyls)."""

    pocket_atom: int  # index into the pocket
    ligand_atom: int  # index into the ligand
    donor: str  # "pocket", "ligand" or "either"
    distance: float  # ångström between the two
    donor_angle: float  # degrees, D-H...A, with the best place of the hydrogen
    acceptor_angle: float  # degrees, the smallest D...A-neighbour
    rule: str  # "hydroxyl to carboxylate O"

    @property
    def atoms(self) -> tuple[int, int]:
        """(pocket atom, ligand atom)"""
        return self.pocket_atom, self.ligand_atom


@dataclass(frozen=True, slots=True)
class _Site:
    """A polar atom in its molecule."""

    atom: int
    kind: PolarClass
    around: Neighbourhood

    @property
    def position(self) -> Vector:
        return self.around.position(self.atom)

    @property
    def turns(self) -> bool:
        """Whether its hydrogens turn about a single bond."""
        return self.kind.hydrogens is Hydrogens.TETRAHEDRAL and len(self.around.heavy(self.atom)) == 1

    def toward(self, others: list[int]) -> list[Vector]:
        """Unit vectors from the atom to `others`."""
        return [unit(self.around.position(other) - self.position) for other in others]


def find_hydrogen_bonds(whole: Complex) -> tuple[HydrogenBond, ...]:
    """The hydrogen bonds between pocket and ligand, by chain, residue and names; none within either."""
    around = Neighbourhood(whole.pocket), Neighbourhood(whole.ligand)
    classes: dict[tuple[int, int], PolarClass | None] = {}
    bonds: list[HydrogenBond] = []
    for pair in _near_pairs(whole):
        for side, atom in enumerate(pair):
            if (side, atom) not in classes:
                classes[side, atom] = polar_class(atom, around[side])
        mine, theirs = classes[0, pair[0]], classes[1, pair[1]]
        if mine and theirs:
            bonds.extend(_bond(_Site(pair[0], mine, around[0]), _Site(pair[1], theirs, around[1])))
    consistent = [bond for bond in bonds if not _is_contradicted(bond, bonds, classes)]
    return tuple(sorted(consistent, key=lambda bond: _stable_key(whole, bond)))


def _near_pairs(whole: Complex) -> Iterator[tuple[int, int]]:
    """Pairs of polar atoms (pocket, ligand) within the distance limits."""
    mine, theirs = _polar(whole.pocket), _polar(whole.ligand)
    apart = whole.pocket.coordinates[mine][:, None] - whole.ligand.coordinates[theirs][None, :]
    distance = np.linalg.norm(apart, axis=2)
    sulphur = np.logical_or.outer(_is_sulphur(whole.pocket)[mine], _is_sulphur(whole.ligand)[theirs])
    limit = np.where(sulphur, SULPHUR_DISTANCE_MAXIMUM, DISTANCE_MAXIMUM)
    for row, column in np.argwhere((distance >= DISTANCE_MINIMUM) & (distance <= limit)):
        yield int(mine[row]), int(theirs[column])


def _polar(molecule: Molecule) -> NDArray[np.int64]:
    return np.array(
        [k for k, element in enumerate(molecule.elements) if element in POLAR_ELEMENTS], dtype=np.int64
    )


def _is_sulphur(molecule: Molecule) -> NDArray[np.bool_]:
    return np.array([element == "S" for element in molecule.elements], dtype=bool)


def _bond(pocket: _Site, ligand: _Site) -> Iterator[HydrogenBond]:
    """The bond between two sites, if either may give a hydrogen to the other."""
    ways = [
        (donor, *angles)
        for donor, angles in (("pocket", _angles(pocket, ligand)), ("ligand", _angles(ligand, pocket)))
        if angles is not None
    ]
    if not ways:
        return
    donor, donor_angle, acceptor_angle = max(ways, key=lambda way: way[1])
    giver, taker = (pocket, ligand) if donor == "pocket" else (ligand, pocket)
    yield HydrogenBond(
        pocket_atom=pocket.atom,
        ligand_atom=ligand.atom,
        donor=donor if len(ways) == 1 else "either",
        distance=float(np.linalg.norm(pocket.position - ligand.position)),
        donor_angle=donor_angle,
        acceptor_angle=acceptor_angle,
        rule=f"{giver.kind.name} to {taker.kind.name}",
    )


def _angles(donor: _Site, acceptor: _Site) -> tuple[float, float] | None:
    """(D-H...A, smallest D...A-neighbour) in degrees where both are within their limits."""
    if not (donor.kind.donates and acceptor.kind.accepts):
        return None
    at_hydrogen = _donor_angle(donor, acceptor.position - donor.position)
    at_acceptor = _acceptor_angle(acceptor, donor.position - acceptor.position)
    if at_hydrogen < DONOR_ANGLE_MINIMUM or at_acceptor is None or at_acceptor < ACCEPTOR_ANGLE_MINIMUM:
        return None
    return at_hydrogen, at_acceptor


def _donor_angle(donor: _Site, toward: Vector) -> float:
    """D-H...A in degrees for the hydrogen that points best along `toward`, the vector from D to A."""
    off = math.radians(_deviation(donor, toward))
    apart = float(np.linalg.norm(toward))
    length = HYDROGEN_LENGTH[donor.around.element(donor.atom)]
    gap = math.sqrt(apart**2 + length**2 - 2 * apart * length * math.cos(off))
    return math.degrees(math.acos(max(-1.0, min(1.0, (length**2 + gap**2 - apart**2) / (2 * length * gap)))))


def _deviation(donor: _Site, toward: Vector) -> float:
    """Degrees between `toward` and the nearest direction in which the donor can hold a hydrogen."""
    heavy = donor.toward(donor.around.heavy(donor.atom))
    if not heavy:
        return 0.0
    directions = _directions(donor, heavy)
    if directions is None:
        cone = TETRAHEDRAL if donor.kind.hydrogens is Hydrogens.TETRAHEDRAL else TRIGONAL
        return abs(angle_between(heavy[0], toward) - cone)
    return min((angle_between(direction, toward) for direction in directions), default=180.0)


def _directions(donor: _Site, heavy: list[Vector]) -> list[Vector] | None:
    """Unit vectors to the donor's hydrogens, from the file or from `heavy`, the directions of its neighbours;
    None where they turn about the bond to the only neighbour."""
    explicit = donor.around.hydrogens(donor.atom)
    if explicit and not donor.turns:
        return donor.toward(explicit)
    if len(heavy) > 1:
        return _opposite(heavy, donor.kind.hydrogens)
    return _planar_pair(donor) if donor.kind.hydrogens is Hydrogens.PLANAR else None


def _planar_pair(donor: _Site) -> list[Vector] | None:
    """The two hydrogens of a flat NH2 on a flat carbon, in that carbon's plane. None where the holder is not
    flat (sulphonamide) or a piece of chain begins with this nitrogen: those turn."""
    around = donor.around
    holder = around.heavy(donor.atom)[0]
    from_holder = around.position(holder)
    arms = [around.position(other) - from_holder for other in around.all(holder) if other != donor.atom]
    if not arms or not around.trigonal(holder):
        return None
    axis = unit(donor.position - from_holder)
    along = arms[0] - arms[1] if len(arms) > 1 else arms[0]
    sideways = unit(along - np.dot(along, axis) * axis)
    turn = math.radians(180.0 - TRIGONAL)
    return [math.cos(turn) * axis + sign * math.sin(turn) * sideways for sign in (1, -1)]


def _opposite(heavy: list[Vector], hydrogens: Hydrogens) -> list[Vector]:
    """Where the hydrogens of an atom with two or three neighbours stand: opposite to them; two of them for a
    tetrahedral atom with two neighbours; none for four."""
    away = unit(-np.sum(heavy, axis=0))
    if len(heavy) == 2 and hydrogens is Hydrogens.TETRAHEDRAL:
        across = unit(np.cross(heavy[0], heavy[1]))
        half = math.radians(TETRAHEDRAL / 2)
        return [math.cos(half) * away + sign * math.sin(half) * across for sign in (1, -1)]
    return [away] if len(heavy) < 4 else []


def _acceptor_angle(acceptor: _Site, toward: Vector) -> float | None:
    """The smallest angle in degrees between `toward`, the vector from A to D, and a neighbour of A.

    180 without neighbours; None where a nitrogen's lone pair points elsewhere.
    """
    around = acceptor.around
    neighbours = acceptor.toward(around.heavy(acceptor.atom) if acceptor.turns else around.all(acceptor.atom))
    if acceptor.kind.directed:
        lone_pair = -np.sum(neighbours, axis=0)
        if angle_between(lone_pair, toward) > LONE_PAIR_DEVIATION_MAXIMUM:
            return None
    return min((angle_between(neighbour, toward) for neighbour in neighbours), default=180.0)


def _is_contradicted(
    bond: HydrogenBond, bonds: list[HydrogenBond], classes: Mapping[tuple[int, int], PolarClass | None]
) -> bool:
    """Whether a nitrogen of this bond that has a hydrogen or a lone pair, never both, takes the other part in
    a shorter bond."""
    return any(
        classes[side, atom] is PLANAR_N_OR_NH
        and any(
            other.atoms[side] == atom
            and {other.donor, bond.donor} == {"pocket", "ligand"}
            and other.distance < bond.distance
            for other in bonds
        )
        for side, atom in enumerate(bond.atoms)
    )


def _stable_key(whole: Complex, bond: HydrogenBond) -> tuple[Any, ...]:
    """Where a bond stands in the list, whatever the order of the atoms in the file."""
    residue = whole.pocket.residues[whole.pocket.residue_of[bond.pocket_atom]]
    names = whole.pocket.names[bond.pocket_atom], whole.ligand.names[bond.ligand_atom]
    return residue.chain, residue.number, residue.insertion, residue.name, *names
