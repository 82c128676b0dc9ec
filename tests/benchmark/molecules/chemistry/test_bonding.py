"""Bonds where the file has none: templates, distances, hydrogens once, metals apart."""

import pytest

from benchmark.molecules.molecule import Molecule
from benchmark.molecules.readers.assembly import Atom, ResidueKey, assemble

LIGAND = ResidueKey("LIG")
Row = tuple[str, str, tuple[float, float, float], ResidueKey]


def built(*rows: Row) -> Molecule:
    return assemble([Atom(*row) for row in rows])


def bonded(molecule: Molecule) -> set[str]:
    """Bonds as `C1-O1`, names sorted."""
    return {"-".join(sorted(molecule.names[atom] for atom in pair)) for pair in molecule.bonds}


DISTANCES = [
    ("C", "C", 1.96, True),
    ("C", "C", 1.98, False),
    ("C", "C", 0.3, False),  # one atom written twice
    ("C", "Br", 2.40, True),
    ("C", "Br", 2.42, False),
    ("S", "S", 2.05, True),
    ("O", "O", 1.78, False),
]


@pytest.mark.parametrize(("first", "second", "distance", "expected"), DISTANCES)
def test_atoms_are_bonded_within_their_covalent_radii_and_0_45(first, second, distance, expected):
    molecule = built(("A", first, (0, 0, 0), LIGAND), ("B", second, (distance, 0, 0), LIGAND))
    assert bool(len(molecule.bonds)) is expected


def test_a_hydrogen_is_bonded_once_to_the_nearest_heavy_atom():
    molecule = built(
        ("C", "C", (0, 0, 0), LIGAND),
        ("N", "N", (2.3, 0, 0), LIGAND),
        ("H", "H", (1.05, 0, 0), LIGAND),
        ("H2", "H", (1.05, 0.7, 0), LIGAND),
    )
    assert bonded(molecule) == {"C-H", "C-H2"}


def test_a_hydrogen_stays_in_its_residue():
    other = ResidueKey("GLY", 2)
    molecule = built(
        ("O", "O", (0, 0, 0), LIGAND), ("H", "H", (0.9, 0, 0), other), ("N", "N", (5, 0, 0), other)
    )
    assert bonded(molecule) == set()


def test_a_template_holds_where_the_distance_would_not():
    stretched = ResidueKey("SER")
    molecule = built(("CB", "C", (0, 0, 0), stretched), ("OG", "O", (2.3, 0, 0), stretched))
    assert bonded(molecule) == {"CB-OG"}


def test_two_amino_acids_in_contact_are_not_bonded():
    one, two = ResidueKey("SER", 1), ResidueKey("LEU", 2)
    assert bonded(built(("OG", "O", (0, 0, 0), one), ("CD1", "C", (1.5, 0, 0), two))) == set()


def test_a_peptide_bond_needs_neither_file_order_nor_numbers():
    one, two, three = ResidueKey("GLY", 60, "A"), ResidueKey("GLY", 7), ResidueKey("GLY", 8)
    molecule = built(
        ("N", "N", (1.33, 0, 0), one), ("N", "N", (3.0, 0, 0), three), ("C", "C", (0, 0, 0), two)
    )
    assert molecule.bonds.tolist() == [[0, 2]]


def test_a_sugar_on_an_asparagine_and_a_modified_residue_are_linked():
    asparagine, sugar = ResidueKey("ASN", 1), ResidueKey("NAG", 2)
    assert bonded(built(("ND2", "N", (0, 0, 0), asparagine), ("C1", "C", (1.44, 0, 0), sugar))) == {"C1-ND2"}


def test_an_atom_that_no_template_knows_is_bonded_by_distance():
    residue = ResidueKey("CYS", 1)
    molecule = built(("SG", "S", (0, 0, 0), residue), ("OD", "O", (1.5, 0, 0), residue))
    assert bonded(molecule) == {"OD-SG"}


def test_an_ion_beside_a_histidine_is_not_bonded_and_the_iron_of_haem_is():
    haem, histidine, zinc = ResidueKey("HEM", 1), ResidueKey("HIS", 2), ResidueKey("ZN", 3)
    molecule = built(
        ("FE", "Fe", (0, 0, 0), haem),
        ("NA", "N", (2.0, 0, 0), haem),
        ("NE2", "N", (0, 2.1, 0), histidine),
        ("ZN", "Zn", (0, 4.1, 0), zinc),
    )
    assert bonded(molecule) == {"FE-NA"}
