"""PDB and mmCIF: columns old and new, conformers, insertion codes, elements, and what is refused."""

import numpy as np
import pytest

from benchmark.molecules.molecule import Molecule, StructureError
from benchmark.molecules.readers.complexes import read_ligand, read_pocket
from tests.benchmark.molecules.files import POCKET, glycine, mmcif, pdb_atom, text
from tests.benchmark.molecules.test_demo_structures import COMPLEXES


def pocket(*lines: str) -> Molecule:
    return read_pocket(text(lines), "x_pocket.pdb")


def alternates(name: str, *choices: tuple[str, float, float], residue: str = "SER") -> list[str]:
    """One line per (letter, occupancy, x)."""
    return [
        pdb_atom(name, (x, 0.0, 0.0), residue, letter=letter, occupancy=occupancy)
        for letter, occupancy, x in choices
    ]


def test_water_is_left_out_under_all_its_names():
    waters = [
        pdb_atom("O", (9.0, 9.0, 9.0), name, 90, record="HETATM") for name in ("HOH", "WAT", "TIP", "SOL")
    ]
    assert len(pocket(*glycine(), *waters).residues) == 1


def test_hydrogens_stay_and_deuterium_is_hydrogen():
    molecule = pocket(*glycine(), pdb_atom("H", (0, 0, 1.0)), pdb_atom("D2", (0, 0, -1.0), element="D"))
    assert molecule.elements == ("N", "C", "C", "O", "H", "H")
    assert molecule.heavy.tolist() == [True] * 4 + [False] * 2


def test_only_the_first_model_counts():
    assert (
        len(pocket("MODEL        1", *glycine(), "ENDMDL", "MODEL        2", *glycine(), "ENDMDL").names) == 4
    )


def test_the_alternate_location_of_highest_occupancy_stays():
    molecule = pocket(*alternates("OG", ("A", 0.4, 1.0), ("B", 0.6, 2.0)))
    assert molecule.coordinates[:, 0].tolist() == [2.0]


def test_equal_occupancies_leave_the_first_letter_whatever_the_order():
    molecule = pocket(*alternates("OG", ("B", 0.5, 2.0), ("A", 0.5, 1.0)))
    assert molecule.coordinates[:, 0].tolist() == [1.0]


def test_a_residue_takes_one_conformer_for_all_its_atoms():
    lines = [
        *alternates("CB", ("A", 0.6, 1.0), ("B", 0.4, 2.0)),
        *alternates("OG", ("A", 0.3, 3.0), ("B", 0.9, 4.0)),
        pdb_atom("CA", (0.0, 0.0, 0.0), "SER"),
    ]
    molecule = pocket(*lines)
    assert dict(zip(molecule.names, molecule.coordinates[:, 0], strict=True)) == {
        "CB": 2.0,
        "OG": 4.0,
        "CA": 0.0,
    }


def test_two_residues_in_one_place_leave_the_likelier_one():
    molecule = pocket(
        *alternates("OG", ("A", 0.3, 1.0), residue="SER"), *alternates("OG1", ("B", 0.7, 2.0), residue="THR")
    )
    assert [residue.label for residue in molecule.residues] == ["THR 1"]


def test_insertion_codes_make_residues_of_their_own():
    lines = [*glycine(60), *glycine(60, x=9.0, insertion="A"), *glycine(60, x=18.0, insertion="B")]
    assert [residue.label for residue in pocket(*lines).residues] == ["GLY 60", "GLY 60A", "GLY 60B"]


def test_chains_keep_their_case():
    molecule = pocket(*glycine(1, "a"), *glycine(1, "A", x=9.0))
    assert [residue.chain for residue in molecule.residues] == ["a", "A"]


def test_negative_residue_numbers_read():
    assert pocket(*glycine(-3)).residues[0].label == "GLY -3"


def test_a_modified_residue_stays_and_is_bonded_to_its_neighbours():
    phosphoserine = [
        pdb_atom("N", (3.3, 1.55, 0.0), "SEP", 2, record="HETATM"),
        pdb_atom("CA", (4.0, 2.8, 0.0), "SEP", 2, record="HETATM"),
    ]
    molecule = pocket(*glycine(), *phosphoserine)
    assert molecule.residues[1].label == "SEP 2"
    names = {frozenset(molecule.names[atom] for atom in pair) for pair in molecule.bonds}
    assert frozenset({"C", "N"}) in names


@pytest.mark.parametrize("end", ["      1ABC   7", "      1ABC1234", "   2  4HHB  91"])
def test_old_files_with_the_entry_id_in_columns_73_to_80_read(end):
    molecule = pocket(
        *glycine(end=end), pdb_atom("CA", (9, 9, 9), " CA", 2, element="CA", end=end, record="HETATM")
    )
    assert molecule.elements == ("N", "C", "C", "O", "Ca")


def test_a_segment_name_in_columns_73_to_76_is_no_entry_id():
    molecule = pocket(*glycine(), pdb_atom("X1", (9, 9, 9), "ION", 2, end="      1ABCZN2+", record="HETATM"))
    assert molecule.elements[-1] == "Zn"


ELEMENTS_BY_NAME = [
    ("CA", "GLY", "C"),
    ("SG", "CYS", "S"),
    ("SE", "MSE", "Se"),
    ("NE2", "HIS", "N"),
    ("CL1", "LIG", "Cl"),
    ("BR", "LIG", "Br"),
    ("C12", "LIG", "C"),
    ("O2'", "LIG", "O"),
    ("HG11", "VAL", "H"),
]


@pytest.mark.parametrize(("name", "residue", "element"), ELEMENTS_BY_NAME)
def test_a_missing_element_follows_from_the_name(name, residue, element):
    line = pdb_atom(name, (0, 0, 0), residue, element="")
    assert pocket(*glycine(9), line).elements[-1] == element


def test_old_primes_read_as_primes():
    ligand = read_ligand(
        text([pdb_atom("O2*", (0, 0, 0), "ADN"), pdb_atom('O5"', (3, 0, 0), "ADN")]), "x.pdb"
    )
    assert ligand.names == ("O2'", "O5''")


REFUSED = [
    (
        [pdb_atom("N", (0, 0, 0)).replace("   0.000", "     nan", 1)],
        "x_pocket.pdb, line 1: x is 'nan', not a number in ångström.",
    ),
    (
        [*glycine(), pdb_atom("CB", (0, 0, 7.25)).replace("7.250", "*****")],
        "x_pocket.pdb, line 5: z is '*****', not a number in ångström.",
    ),
    (
        ["HEADER", pdb_atom("N", (0, 0, 0))[:45]],
        "x_pocket.pdb, line 2: the atom line ends before its position does; the file looks cut off.",
    ),
    (
        [pdb_atom("N", (0, 0, 0)).replace("   1    ", "   x    ")],
        "x_pocket.pdb, line 1: the residue number 'x' is not a number.",
    ),
    (
        [pdb_atom("Q1", (0, 0, 0), "UNK", element="Q")],
        "x_pocket.pdb: atom Q1 of UNK 1 is of no known element; write it in columns 77-78 (PDB) or "
        "type_symbol (mmCIF).",
    ),
]


@pytest.mark.parametrize(("lines", "sentence"), REFUSED)
def test_a_broken_line_is_refused_with_its_number(lines, sentence):
    with pytest.raises(StructureError) as error:
        pocket(*lines)
    assert str(error.value) == sentence


@pytest.mark.parametrize("structure_id", ["2BM2", "1FKI", "1HSG"])
def test_mmcif_gives_the_same_molecule_as_pdb(structure_id):
    expected = COMPLEXES[structure_id].pocket
    found = read_pocket(mmcif(expected), "x_pocket.cif")
    assert found.names == expected.names
    assert found.elements == expected.elements
    assert [(r.label, r.chain) for r in found.residues] == [(r.label, r.chain) for r in expected.residues]
    assert np.allclose(found.coordinates, expected.coordinates)
    assert np.array_equal(found.bonds, expected.bonds)


def edited_mmcif(old: bytes, new: bytes) -> bytes:
    return mmcif(read_pocket(POCKET, "x.pdb")).replace(old, new)


BAD_MMCIF = [
    (b"", "x_pocket.cif has 0 data blocks with atom positions"),
    (b"hello", "x_pocket.cif cannot be read as mmCIF: "),
    (edited_mmcif(b"2.000 1.420", b"? 1.420"), "x_pocket.cif: atom C of GLY 1 has no position"),
    (edited_mmcif(b" 1.0 1 A\n", b" 1.0 1\n"), "x_pocket.cif cannot be read as mmCIF: "),
    (
        edited_mmcif(b"data_test", b"data_one") + edited_mmcif(b"data_test", b"data_two"),
        "x_pocket.cif has 2 data blocks with atom positions (_atom_site); it needs one.",
    ),
    (b"data_MTX\n_chem_comp.id MTX\n", "x_pocket.cif has 0 data blocks with atom positions (_atom_site)"),
]


@pytest.mark.parametrize(("content", "beginning"), BAD_MMCIF)
def test_broken_mmcif_is_refused(content, beginning):
    with pytest.raises(StructureError) as error:
        read_pocket(content, "x_pocket.cif")
    assert str(error.value).startswith(beginning)
