"""Hydrogen bonds: the chemistry known of twelve real complexes, the limits one by one, and invariance."""

import pytest

from benchmark.molecules.hydrogen_bonds import HydrogenBond, find_hydrogen_bonds
from benchmark.molecules.molecule import Complex
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
    # Diaminoquinazoline: salt bridge to Glu 32 (Glu 30 in man), amino group on two carbonyls and a tyrosine.
    "1IA1": ["ILE 9 O A, N7", "GLU 32 OE1 A, N6", "GLU 32 OE2 A, N12", "ILE 112 O A, N7", "TYR 118 OH A, N7"],
    "1S3V": ["ILE 7 O A, N4", "GLU 30 OE1 A, N2", "GLU 30 OE2 A, N1", "VAL 115 O A, N4", "TYR 121 OH A, N4"],
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
