"""Hydrogen bonds: the chemistry known of twelve real complexes, the limits one by one, and invariance."""

from collections.abc import Sequence
from math import cos, radians, sin
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmark.molecules.chemistry.hydrogen_bonds import BOND_DEFINITION, HydrogenBond, find_hydrogen_bonds
from benchmark.molecules.molecule import Complex, Molecule
from benchmark.molecules.readers.assembly import Atom, ResidueKey, assemble
from tests.benchmark.molecules.chemistry.sketches import Spots, molecule, ring
from tests.benchmark.molecules.test_demo_structures import COMPLEXES

# The whole list for each bundled complex, as (pocket atom, ligand atom): checked one by one against the
# papers and by eye. A change here is a change of the bond definition and of its version.
BONDS = {
    # Testosterone's ketone in the catalytic oxyanion hole.
    "1AFS": ["TYR 55 OH A, O3", "HIS 117 NE2 A, O3"],
    # Ester carbonyl with the backbone, amide carbonyl with Tyr 82, as FK506 has them.
    "1FKI": ["ILE 56 N A, O20", "TYR 82 OH A, O2"],
    # Adenine on the kinase's hinge (Glu 121, Val 123); ribose with Glu 127 and Glu 170.
    "1FMO": [
        "LEU 49 O E, O2'",
        "GLU 121 O E, N6",
        "VAL 123 N E, N1",
        "GLU 127 OE2 E, O2'",
        "GLU 127 OE2 E, O3'",
        "GLU 170 O E, O3'",
        "ASN 171 OD1 E, O5'",
        "THR 183 OG1 E, N7",
    ],
    "1G9V": ["LYS 99 NZ A, O4"],
    # The central hydroxyl between both Asp 25; tetrahydrofuran on Asp 29 and 30; aniline on Asp 30.
    "1HPV": [
        "ASP 25 OD1 A, O3",
        "GLY 27 O A, N1",
        "ASP 29 N A, O6",
        "ASP 30 N A, O6",
        "ASP 25 OD1 B, O3",
        "ASP 25 OD2 B, O3",
        "ASP 30 O B, N3",
        "ASP 30 OD2 B, N3",
    ],
    # The central hydroxyl between both Asp 25; indanol on Gly 27 and Asp 29; pyridine on Arg 8.
    "1HSG": [
        "ASP 25 OD1 A, O2",
        "ASP 25 OD2 A, O2",
        "ARG 8 NH2 B, N5",
        "ASP 25 OD1 B, O2",
        "GLY 27 O B, N4",
        "GLY 27 O B, O4",
        "ASP 29 N B, O4",
        "ASP 29 OD2 B, O4",
    ],
    # Diaminopyrimidines: salt bridge to Glu 32 (Glu 30 in man), amino group on two carbonyls and a tyrosine.
    # Human Thr 136 is at the edge of both limits (3.53 Å, 111°): water bridges it in most such complexes.
    "1IA1": ["ILE 9 O A, N7", "GLU 32 OE1 A, N6", "GLU 32 OE2 A, N12", "ILE 112 O A, N7", "TYR 118 OH A, N7"],
    "1S3V": [
        "ILE 7 O A, N4",
        "GLU 30 OE1 A, N2",
        "GLU 30 OE2 A, N1",
        "VAL 115 O A, N4",
        "TYR 121 OH A, N4",
        "THR 136 OG1 A, N2",
    ],
    "1OF6": [
        "THR 162 O A, O2",
        "GLN 166 OE1 A, N1",
        "SER 195 N A, O3",
        "SER 195 OG A, O1",
        "VAL 227 N A, O2",
        "GLU 21 OE1 B, N1",
        "ASP 22 N B, O1",
        "ASP 22 OD1 B, N1",
    ],
    "1UOU": [
        "HIS 116 NE2 A, N3",
        "SER 117 O A, N2",
        "ARG 202 NH1 A, O2",
        "ARG 202 NH2 A, O2",
        "SER 217 OG A, N4",
        "LYS 221 NZ A, O1",
    ],
    # The primary amine in the specificity pocket.
    "2BM2": ["ASP 189 OD1 A, N8", "SER 190 O A, N8", "GLY 219 N A, O12", "GLY 219 O A, N8"],
    "2HA2": ["TYR 341 OH B, O13"],
}

# Near in space, and no bond: what is wrong with each.
NOT_BONDED = [
    ("1HPV", "ASP 30 N B, N3", "two donors, 3.17 Å"),
    ("1FKI", "ASP 37 OD2 A, O3", "two acceptors, 3.43 Å"),
    ("1FKI", "TYR 82 OH A, O19", "from behind the ester's carbons, 3.37 Å"),
    ("1FMO", "VAL 123 O E, N1", "two acceptors, 3.49 Å"),
    ("1IA1", "ILE 9 O A, N4", "two acceptors, 3.44 Å"),
    ("1IA1", "ILE 112 O A, S13", "a carbonyl and a thioether, 3.38 Å"),
    ("1S3V", "ASN 64 ND2 A, O3", "no hydrogen points there, 3.29 Å"),
    ("1S3V", "VAL 8 N A, N3", "no hydrogen points there, 3.46 Å"),
    ("2BM2", "GLY 216 O A, O12", "two carbonyls, 3.28 Å"),
    ("2BM2", "GLY 216 O A, N14", "a tertiary amide has no hydrogen, 3.33 Å"),
    ("1UOU", "HIS 116 NE2 A, O1", "the histidine's nitrogen already takes a hydrogen, from N3"),
]


def label(whole: Complex, bond: HydrogenBond) -> str:
    """As the benchmark writes a bond: `ARG 221 NH2 A, O22`."""
    residue = whole.pocket.residues[whole.pocket.residue_of[bond.pocket_atom]]
    atom = whole.pocket.names[bond.pocket_atom]
    return f"{residue.label} {atom} {residue.chain}, {whole.ligand.names[bond.ligand_atom]}"


def labels(whole: Complex) -> list[str]:
    return [label(whole, bond) for bond in find_hydrogen_bonds(whole)]


@pytest.mark.parametrize("structure_id", BONDS)
def test_a_bundled_complex_has_the_bonds_that_are_known_of_it(structure_id):
    assert labels(COMPLEXES[structure_id]) == BONDS[structure_id]


@pytest.mark.parametrize(("structure_id", "pair", "why"), NOT_BONDED)
def test_near_is_not_bonded(structure_id, pair, why):
    assert pair not in labels(COMPLEXES[structure_id])


ACETONE = [("O", 0.0, 0.0, 0.0), ("C", 0.0, 1.22, 0.0), ("C", 1.31, 1.97, 0.0), ("C", -1.31, 1.97, 0.0)]
METHANOL = [("O", 0.0, 0.0, 0.0), ("C", 0.0, 1.43, 0.0)]
METHANETHIOL = [("S", 0.0, 0.0, 0.0), ("C", 0.0, 1.81, 0.0)]
PYRROLE, PYRIDINE = (
    ring("NCCCC"),
    ring("NCCCCC"),
)  # the nitrogen at the top, its hydrogen or lone pair upwards
PYRROLE_WITH_HYDROGENS = ring("NCCCC", outer={0: (1.0, "H")})


def pair(pocket: Spots, ligand: Spots, distance: float, off: float = 0.0, tilt: float = 0.0) -> Complex:
    """The ligand's first atom at `distance` from the pocket's first, `off` degrees from straight up, and the
    ligand turned by `tilt` degrees about its first atom; `off` leaves the pocket's plane, `tilt` does not."""
    away = np.array([0.0, cos(radians(off)), sin(radians(off))]) * distance
    lean = np.array(
        [[cos(radians(tilt)), -sin(radians(tilt)), 0], [sin(radians(tilt)), cos(radians(tilt)), 0], [0, 0, 1]]
    )
    start = np.array(pocket[0][1:]) + away
    moved = [(element, *(lean @ place + start)) for element, *place in ligand]
    return Complex("TEST", "", molecule(pocket, "PKT"), molecule(moved))


LIMITS = [
    ("near enough", pair(PYRROLE, ACETONE, 3.59), True),
    ("too far", pair(PYRROLE, ACETONE, 3.61), False),
    ("a strong one", pair(PYRROLE, METHANOL, 2.25), True),
    ("a clash", pair(PYRROLE, METHANOL, 2.15), False),
    ("sulphur is larger", pair(PYRROLE, METHANETHIOL, 3.95, tilt=70), True),
    ("too far for sulphur", pair(PYRROLE, METHANETHIOL, 4.05, tilt=70), False),
    ("111° at the hydrogen", pair(PYRROLE, ACETONE, 3.0, off=50.5), True),
    ("109° at the hydrogen", pair(PYRROLE, ACETONE, 3.0, off=52.5), False),
    ("91° at the acceptor", pair(PYRROLE, ACETONE, 3.0, tilt=89), True),
    ("89° at the acceptor", pair(PYRROLE, ACETONE, 3.0, tilt=91), False),
    ("at the edge of a pyridine", pair(PYRIDINE, METHANOL, 2.9, off=58, tilt=70), True),
    ("on the face of a pyridine", pair(PYRIDINE, METHANOL, 2.9, off=62, tilt=70), False),
    ("two donors", pair(PYRROLE, PYRROLE, 3.0, tilt=0), False),
    ("two acceptors", pair(PYRIDINE, ACETONE, 3.0), False),
    ("no donor but a carbon", pair(ring("CCCCCC"), ACETONE, 3.0), False),
]


@pytest.mark.parametrize(("what", "whole", "expected"), LIMITS)
def test_every_limit_parts_bonds_from_contacts(what, whole, expected):
    assert bool(find_hydrogen_bonds(whole)) is expected


def test_a_bond_says_who_gives_how_far_and_at_which_angles():
    [bond] = find_hydrogen_bonds(pair(PYRROLE, ACETONE, 3.0))
    assert (bond.donor, bond.rule, bond.atoms) == ("pocket", "planar N-H to carbonyl O", (0, 0))
    assert (bond.distance, bond.donor_angle, bond.acceptor_angle) == pytest.approx((3.0, 180.0, 180.0))
    [turned] = find_hydrogen_bonds(pair(PYRIDINE, METHANOL, 2.9, tilt=70))
    assert (turned.donor, turned.rule) == ("ligand", "hydroxyl to planar N")


def test_two_hydroxyls_have_one_bond_that_either_may_give():
    [bond] = find_hydrogen_bonds(pair([("O", 0, 0, 0), ("C", 1.35, -0.48, 0)], METHANOL, 2.8, tilt=70))
    assert (bond.donor, bond.rule) == ("either", "hydroxyl to hydroxyl")


def test_a_drawn_hydrogen_that_cannot_turn_is_believed():
    assert find_hydrogen_bonds(pair(PYRROLE_WITH_HYDROGENS, ACETONE, 3.0))
    bent = [*PYRROLE, ("H", PYRROLE[0][1], PYRROLE[0][2] + 0.2, 1.0)]
    assert not find_hydrogen_bonds(pair(bent, ACETONE, 3.0))


def test_a_drawn_hydrogen_that_turns_is_not():
    away = [*METHANOL, ("H", 0.9, -0.3, 0.0)]
    assert find_hydrogen_bonds(pair(PYRIDINE, away, 2.9, tilt=-70))


def test_the_definition_names_every_limit():
    assert BOND_DEFINITION["limits"] == {
        "distance_minimum_angstrom": 2.2,
        "distance_maximum_angstrom": 3.6,
        "sulphur_distance_maximum_angstrom": 4.0,
        "donor_angle_minimum_degrees": 110.0,
        "acceptor_angle_minimum_degrees": 90.0,
        "lone_pair_deviation_maximum_degrees": 60.0,
    }
    assert (BOND_DEFINITION["name"], BOND_DEFINITION["version"]) == ("MiSI-Web geometric", "1")


def moved(whole: Complex, turn: np.ndarray, shift: np.ndarray, random: Random) -> Complex:
    """The complex turned, shifted, and with the atoms of both files in another order."""
    return Complex(
        whole.structure_id,
        whole.sha256,
        *(_rebuilt(part, part.coordinates @ turn.T + shift, random) for part in (whole.pocket, whole.ligand)),
    )


def _rebuilt(
    part: Molecule, coordinates: np.ndarray, random: Random, kept: Sequence[int] | None = None
) -> Molecule:
    atoms = []
    for atom in range(len(part.names)) if kept is None else kept:
        residue = part.residues[part.residue_of[atom]]
        key = ResidueKey(residue.name, residue.number, residue.insertion, residue.chain)
        atoms.append(Atom(part.names[atom], part.elements[atom], tuple(coordinates[atom]), key))
    random.shuffle(atoms)
    return assemble(atoms)


@settings(max_examples=30, deadline=None)
@given(
    structure_id=st.sampled_from(sorted(COMPLEXES)),
    axis=st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: sum(value**2 for value in q) > 0.1),
    shift=st.tuples(*[st.floats(-200, 200)] * 3),
    random=st.randoms(use_true_random=False),
)
def test_neither_motion_nor_the_order_of_atoms_changes_the_bonds(structure_id, axis, shift, random):
    whole = COMPLEXES[structure_id]
    w, x, y, z = np.array(axis) / np.linalg.norm(axis)
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    other = moved(whole, turn, np.array(shift), random)
    assert labels(other) == labels(whole)
    for one, two in zip(find_hydrogen_bonds(whole), find_hydrogen_bonds(other), strict=True):
        assert (one.donor, one.rule) == (two.donor, two.rule)
        assert (one.distance, one.donor_angle, one.acceptor_angle) == pytest.approx(
            (two.distance, two.donor_angle, two.acceptor_angle), abs=1e-3
        )


def test_a_pocket_without_its_hydrogens_keeps_its_bonds():
    whole = COMPLEXES["1FKI"]
    heavy = [atom for atom in range(len(whole.pocket.names)) if whole.pocket.heavy[atom]]
    assert len(heavy) < len(whole.pocket.names)
    bare = Complex(
        "1FKI", "", _rebuilt(whole.pocket, whole.pocket.coordinates, Random(1), heavy), whole.ligand
    )
    assert labels(bare) == labels(whole)
