"""Which atoms give and take hydrogen bonds: a table of small molecules, and the amino acids."""

import numpy as np
import pytest

from benchmark.molecules.chemistry.neighbourhood import Neighbourhood
from benchmark.molecules.chemistry.polar_atoms import polar_class
from tests.benchmark.molecules.chemistry.sketches import Spots, molecule, ring, roles, tetrahedral, tree
from tests.benchmark.molecules.test_demo_structures import COMPLEXES

NH = "planar N-H"
LONE = "planar N"
UNCLEAR = "planar N or N-H"

AMINO = (1.34, "N")
KETO = (1.23, "O")


def _name(value: object) -> str:
    return value if isinstance(value, str) else ""


# No hydrogens in these: geometry decides.
RINGS = [
    ("pyridine", ring("NCCCCC"), {"N1": LONE}),
    ("pyrimidine", ring("NCNCCC"), {"N1": LONE, "N2": LONE}),
    ("2-aminopyridine", ring("NCCCCC", outer={1: AMINO}), {"N1": LONE, "N2": NH}),
    (
        "2,4-diaminopyrimidine, protonated at N1 by an acid",
        ring("NCNCCC", outer={1: AMINO, 3: AMINO}),
        {"N1": UNCLEAR, "N2": LONE, "N3": NH, "N4": NH},
    ),
    (
        "uracil",
        ring("NCNCCC", outer={1: KETO, 3: KETO}),
        {"N1": NH, "N2": NH, "O1": "carbonyl O", "O2": "carbonyl O"},
    ),
    (
        "cytosine with a sugar on N1",
        ring("NCNCCC", outer={0: (1.47, "C"), 1: KETO, 3: AMINO}),
        {"N1": "", "N2": LONE, "N3": NH, "O1": "carbonyl O"},
    ),
    (
        "isocytosine, the ring of guanine and pterin",
        ring("NCNCCC", outer={1: AMINO, 3: KETO}),
        {"N1": LONE, "N2": NH, "N3": NH, "O1": "carbonyl O"},
    ),
    ("2-pyridone", ring("NCCCCC", outer={1: KETO}), {"N1": NH, "O1": "carbonyl O"}),
    ("pyrrole", ring("NCCCC"), {"N1": NH}),
    ("imidazole", ring("NCNCC"), {"N1": UNCLEAR, "N2": UNCLEAR}),
    ("1-methylimidazole", ring("NCNCC", outer={0: (1.46, "C")}), {"N1": "", "N2": LONE}),
    ("tetrazole", ring("CNNNN"), {"N1": UNCLEAR, "N2": UNCLEAR, "N3": UNCLEAR, "N4": UNCLEAR}),
    ("oxazole", ring("OCNCC"), {"O1": "", "N1": LONE}),
    ("thiazole", ring("SCNCC", 1.40), {"S1": "", "N1": LONE}),
    ("furan", ring("OCCCC"), {"O1": ""}),
    ("thiophene", ring("SCCCC", 1.40), {"S1": ""}),
    ("phenol", ring("CCCCCC", outer={0: (1.36, "O")}), {"O1": "hydroxyl"}),
    ("phenol, drawn too short", ring("CCCCCC", outer={0: (1.27, "O")}), {"O1": "hydroxyl"}),
    ("quinone", ring("CCCCCC", 1.46, {0: KETO, 3: KETO}), {"O1": "carbonyl O", "O2": "carbonyl O"}),
    ("anisole", ring("CCCCCC", outer={0: (1.36, ("O", (1.43, "C")))}), {"O1": "ether O"}),
    ("aniline", ring("CCCCCC", outer={0: (1.38, "N")}), {"N1": NH}),
    ("N-methylaniline", ring("CCCCCC", outer={0: (1.38, ("N", (1.45, "C")))}), {"N1": NH}),
    ("benzonitrile", ring("CCCCCC", outer={0: (1.44, ("C", (1.15, "N")))}), {"N1": "nitrile N"}),
    (
        "nitrobenzene",
        ring("CCCCCC", outer={0: (1.47, ("N", (1.22, "O"), (1.22, "O")))}),
        {"N1": "", "O1": "oxide O", "O2": "oxide O"},
    ),
    (
        "azobenzene's half",
        ring("CCCCCC", outer={0: (1.43, ("N", (1.25, ("N", (1.43, "C")))))}),
        {"N1": LONE, "N2": LONE},
    ),
    ("chlorobenzene", ring("CCCCCC", outer={0: (1.74, "Cl")}), {}),
    (
        "phenylboronic acid",
        ring("CCCCCC", outer={0: (1.56, ("B", (1.36, "O"), (1.36, "O")))}),
        {"O1": "hydroxyl", "O2": "hydroxyl"},
    ),
    (
        "maleimide",
        ring("NCCCC", outer={1: KETO, 4: KETO}),
        {"N1": NH, "O1": "carbonyl O", "O2": "carbonyl O"},
    ),
]
CHAINS = [
    ("methanol", tree(("C", (1.43, "O"))), {"O1": "hydroxyl"}),
    ("acetone", tree(("C", (1.22, "O"), (1.51, "C"), (1.51, "C"))), {"O1": "carbonyl O"}),
    ("dimethyl ether", tree(("O", (1.42, "C"), (1.42, "C"))), {"O1": "ether O"}),
    (
        "acetate",
        tree(("C", (1.25, "O"), (1.25, "O"), (1.52, "C"))),
        {"O1": "carboxylate O", "O2": "carboxylate O"},
    ),
    (
        "acetic acid, drawn uncharged",
        tree(("C", (1.21, "O"), (1.32, "O"), (1.50, "C"))),
        {"O1": "carboxylate O", "O2": "carboxylate O"},
    ),
    (
        "methyl acetate",
        tree(("C", (1.20, "O"), (1.34, ("O", (1.45, "C"))), (1.50, "C"))),
        {"O1": "carbonyl O", "O2": "ether O"},
    ),
    ("acetamide", tree(("C", (1.23, "O"), (1.33, "N"), (1.51, "C"))), {"O1": "carbonyl O", "N1": NH}),
    (
        "N-methylacetamide",
        tree(("C", (1.23, "O"), (1.33, ("N", (1.45, "C"))), (1.51, "C"))),
        {"O1": "carbonyl O", "N1": NH},
    ),
    (
        "N,N-dimethylacetamide",
        tree(("C", (1.23, "O"), (1.33, ("N", (1.45, "C"), (1.45, "C"))), (1.51, "C"))),
        {"O1": "carbonyl O", "N1": ""},
    ),
    ("guanidinium", tree(("C", (1.32, "N"), (1.32, "N"), (1.32, "N"))), {"N1": NH, "N2": NH, "N3": NH}),
    (
        "imine of a ketone",
        tree(("C", (1.28, ("N", (1.46, "C"))), (1.51, "C"), (1.51, "C"))),
        {"N1": LONE},
    ),
    (
        "oxime",
        tree(("C", (1.28, ("N", (1.40, "O"))), (1.50, "C"), (1.50, "C"))),
        {"N1": LONE, "O1": "hydroxyl"},
    ),
    ("methylamine", tree(("C", (1.47, "N"))), {"N1": "ammonium N-H"}),
    ("dimethylamine", tree(("N", (1.47, "C"), (1.47, "C")), 110.0), {"N1": "ammonium N-H"}),
    ("trimethylamine", tetrahedral("N", 1.47, "CCC"), {"N1": "ammonium N-H"}),
    ("tetramethylammonium", tetrahedral("N", 1.49, "CCCC"), {"N1": ""}),
    ("isopropanol", tetrahedral("C", 1.48, "OCC"), {"O1": "hydroxyl"}),
    ("a hydrate, not an acid", tetrahedral("C", 1.42, "OOC"), {"O1": "hydroxyl", "O2": "hydroxyl"}),
    (
        "methyl azide",
        tree(("N", (1.24, ("N", (1.47, "C"))), (1.13, "N")), 172.0),
        {"N1": "", "N2": LONE, "N3": "nitrile N"},
    ),
    ("methanethiol", tree(("C", (1.82, "S"))), {"S1": "thiol"}),
    ("dimethyl sulphide", tree(("S", (1.80, "C"), (1.80, "C")), 100.0), {"S1": "thioether S"}),
    (
        "dimethyl disulphide",
        tree(("S", (2.04, ("S", (1.80, "C"))), (1.80, "C")), 103.0),
        {"S1": "", "S2": ""},
    ),
    ("thioacetone", tree(("C", (1.64, "S"), (1.51, "C"), (1.51, "C"))), {"S1": "thione S"}),
    (
        "methanesulphonamide",
        tetrahedral("S", 1.5, "OONC"),
        {"S1": "", "O1": "oxide O", "O2": "oxide O", "N1": NH},
    ),
    ("phosphate", tetrahedral("P", 1.52, "OOOO"), {f"O{k}": "oxide O" for k in (1, 2, 3, 4)}),
    ("trimethylphosphine oxide", tetrahedral("P", 1.6, "OCCC"), {"O1": "oxide O"}),
    ("fluoromethane", tree(("C", (1.38, "F"))), {}),
    ("an ion", [("Zn", 0.0, 0.0, 0.0)], {}),
]


@pytest.mark.parametrize(("what", "spots", "expected"), RINGS + CHAINS, ids=_name)
def test_geometry_tells_what_an_atom_without_hydrogens_is(what: str, spots: Spots, expected: dict[str, str]):
    assert roles(molecule(spots)) == expected


# With hydrogens in the file: they decide.
WITH_HYDROGENS = [
    ("methanol", tree(("C", (1.43, ("O", (0.97, "H"))))), {"O1": "hydroxyl"}),
    ("methoxide", [*tree(("C", (1.35, "O"))), ("H", -1.0, 0.3, 0.0)], {"O1": "carbonyl O"}),
    (
        "acid",
        tree(("C", (1.21, "O"), (1.32, ("O", (0.97, "H"))), (1.50, "C"))),
        {"O1": "carbonyl O", "O2": "hydroxyl"},
    ),
    ("amine, neutral", [*tetrahedral("N", 1.05, "HH"), ("C", -0.85, 0.85, -0.85)], {"N1": "amine N-H"}),
    (
        "amine, protonated",
        [*tetrahedral("N", 1.05, "HHH"), ("C", -0.85, -0.85, 0.85)],
        {"N1": "ammonium N-H"},
    ),
    ("tertiary amine", [*tetrahedral("N", 1.47, "CCC"), ("H", 1.9, 0.85, 0.85)], {"N1": "amine N"}),
    ("pyrrole", ring("NCCCC", outer={0: (1.0, "H")}), {"N1": NH}),
    ("imidazole", ring("NCNCC", outer={0: (1.0, "H")}), {"N1": NH, "N2": LONE}),
    ("pyridine", ring("NCCCCC", outer={2: (1.08, "H")}), {"N1": LONE}),
    ("aniline", ring("CCCCCC", outer={0: (1.38, ("N", (1.0, "H"), (1.0, "H")))}), {"N1": NH}),
    ("imine", tree(("C", (1.28, ("N", (1.0, "H"))), (1.51, "C"), (1.51, "C"))), {"N1": "imine N-H"}),
    (
        "acetonitrile",
        [*tree(("C", (1.15, "N"), (1.46, "C")), 178.0), ("H", 1.9, 0.9, 0.3)],
        {"N1": "nitrile N"},
    ),
    ("thiol", tree(("C", (1.82, ("S", (1.34, "H"))))), {"S1": "thiol"}),
    ("thiolate", [*tree(("C", (1.82, "S"))), ("H", -1.0, 0.3, 0.0)], {"S1": "thione S"}),
]


@pytest.mark.parametrize(("what", "spots", "expected"), WITH_HYDROGENS, ids=_name)
def test_hydrogens_in_the_file_decide(what: str, spots: Spots, expected: dict[str, str]):
    assert roles(molecule(spots)) == expected


AMINO_ACIDS = {
    "ARG": {"NE": NH, "NH1": NH, "NH2": NH},
    "ASN": {"OD1": "carbonyl O", "ND2": NH},
    "ASP": {"OD1": "carboxylate O", "OD2": "carboxylate O"},
    "CYS": {"SG": "thiol"},
    "GLN": {"OE1": "carbonyl O", "NE2": NH},
    "GLU": {"OE1": "carboxylate O", "OE2": "carboxylate O"},
    "HIS": {"ND1": UNCLEAR, "NE2": UNCLEAR},
    "LYS": {"NZ": "ammonium N-H"},
    "MET": {"SD": "thioether S"},
    "SER": {"OG": "hydroxyl"},
    "THR": {"OG1": "hydroxyl"},
    "TRP": {"NE1": NH},
    "TYR": {"OH": "hydroxyl"},
    **{name: {} for name in ("ALA", "GLY", "ILE", "LEU", "PHE", "VAL")},
}


def residue_roles(structure_id: str, label: str, chain: str) -> dict[str, str]:
    pocket = COMPLEXES[structure_id].pocket
    around = Neighbourhood(pocket)
    [residue] = [r for r in pocket.residues if r.label == label and r.chain == chain]
    found = {pocket.names[atom]: polar_class(atom, around) for atom in residue.atoms}
    return {name: role.name for name, role in found.items() if role}


@pytest.mark.parametrize("name", AMINO_ACIDS)
def test_an_amino_acid_is_what_its_template_says(name):
    structure_id, residue = next(
        (structure_id, residue)
        for structure_id in ("1AFS", "1IA1", "1G9V", "1UOU")
        for residue in COMPLEXES[structure_id].pocket.residues
        if residue.name == name
    )
    found = residue_roles(structure_id, residue.label, residue.chain)
    assert found == {"N": NH, "O": "carbonyl O", **AMINO_ACIDS[name]}


def test_proline_has_no_hydrogen_to_give():
    pocket = COMPLEXES["1HPV"].pocket
    proline = next(residue for residue in pocket.residues if residue.name == "PRO")
    assert residue_roles("1HPV", proline.label, proline.chain) == {"O": "carbonyl O"}


def test_a_bridged_cysteine_takes_no_part():
    assert "SG" not in residue_roles("2BM2", "CYS 191", "A")


def test_the_hydrogens_of_a_histidine_say_which_nitrogen_is_which():
    one_hydrogen = residue_roles("1FKI", "HIS 25", "A")
    assert (one_hydrogen["ND1"], one_hydrogen["NE2"]) == (LONE, NH)
    both = residue_roles("1FKI", "HIS 87", "A")
    assert (both["ND1"], both["NE2"]) == (NH, NH)


def test_an_acid_with_a_hydrogen_is_a_hydroxyl():
    acid = molecule(
        tree(("C", (1.21, "O"), (1.32, ("O", (0.97, "H"))), (1.50, "C"))),
        "ASH",
        ["CG", "OD1", "OD2", "HD2", "CB"],
    )
    assert roles(acid) == {"OD1": "carboxylate O", "OD2": "hydroxyl"}


def test_no_carbon_and_no_halogen_ever_has_a_part():
    for whole in COMPLEXES.values():
        for part in (whole.pocket, whole.ligand):
            around = Neighbourhood(part)
            polar = {part.elements[atom] for atom in range(len(part.names)) if polar_class(atom, around)}
            assert polar <= {"N", "O", "S"}


def test_rings_are_found_without_the_ways_around_them():
    naphthalene = molecule(
        [("C", *place, 0.0) for place in _fused_hexagons(1.40)],
    )
    around = Neighbourhood(naphthalene)
    shared = max(range(10), key=lambda atom: len(around.heavy(atom)))
    assert [len(found) for found in around.rings(shared)] == [6, 6]


def _fused_hexagons(side: float) -> list[tuple[float, float]]:
    half = side * 3**0.5 / 2
    left = [
        (0.0, side / 2),
        (0.0, -side / 2),
        (-half, side),
        (-half, -side),
        (-2 * half, side / 2),
        (-2 * half, -side / 2),
    ]
    return left + [(-x, y) for x, y in left if not np.isclose(x, 0.0)]
