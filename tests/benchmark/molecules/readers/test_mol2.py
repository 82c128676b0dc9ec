"""MOL2: what it gives, a round trip, repeated names, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.molecules.molecule import StructureError
from benchmark.molecules.readers.complexes import read_ligand
from benchmark.tasks.reading.bonds import find_bonds
from tests.benchmark.molecules.files import mol2
from tests.benchmark.molecules.readers.test_sdf import PLACES

ACETAMIDE = (
    [
        ("C1", "C.3", (0.0, 0.0, 0.0)),
        ("C2", "C.2", (1.5, 0.0, 0.0)),
        ("O1", "O.2", (2.1, 1.1, 0.0)),
        ("N1", "N.am", (2.1, -1.2, 0.0)),
        ("CL", "Cl", (-0.9, 1.5, 0.0)),
    ],
    [(0, 1, "1"), (1, 2, "2"), (3, 1, "am"), (0, 4, "un")],
)
TYPES = {"C.ar": "C", "C.3": "C", "N.pl3": "N", "O.co2": "O", "S.O2": "S", "Cl": "Cl", "H": "H", "P.3": "P"}
ORDERS = {"1": 1.0, "2": 2.0, "3": 3.0, "am": 1.5, "ar": 1.5, "un": 0.0}


def test_names_elements_types_bonds_and_orders_come_from_the_file():
    ligand = read_ligand(mol2(*ACETAMIDE), "x.mol2")
    assert ligand.names == ("C1", "C2", "O1", "N1", "CL")
    assert ligand.elements == ("C", "C", "O", "N", "Cl")
    assert ligand.atom_types == ("C.3", "C.2", "O.2", "N.am", "Cl")
    assert ligand.bonds.tolist() == [[0, 1], [0, 4], [1, 2], [1, 3]]
    assert ligand.orders.tolist() == [1.0, 0.0, 2.0, 1.5]


@pytest.mark.parametrize(
    ("substructure", "residue"),
    [("STI1", "STI"), ("STI", "STI"), ("<1>", "LIG"), ("1", "LIG"), ("478", "478")],
)
def test_the_residue_is_called_after_the_substructure_without_its_number(substructure, residue):
    assert read_ligand(mol2(*ACETAMIDE, substructure), "x.mol2").residues[0].name == residue


def test_repeated_names_get_a_number_that_answers_can_name():
    names = ("O1", "O1", "o1", "C", "O1#2", "C")
    content = mol2(
        [(name, "O.3" if "o" in name.lower() else "C.3", (2.0 * k, 0.0, 0.0)) for k, name in enumerate(names)]
    )
    found = read_ligand(content, "x.mol2").names
    assert found == ("O1", "O1#2", "o1#3", "C", "O4", "C#2")
    for name in found:
        [bond] = find_bonds(f"ARG 221 NH2 A, {name}")
        assert bond.ligand_atom == name.upper()


def test_a_name_that_no_answer_could_hold_is_replaced_by_element_and_place():
    content = mol2(
        [
            ("C,1", "C.3", (0.0, 0.0, 0.0)),
            ("C;A", "C.3", (1.5, 0.0, 0.0)),
            ("CARBON12345", "C.3", (3.0, 0.0, 0.0)),
        ]
    )
    assert read_ligand(content, "x.mol2").names == ("C1", "C2", "C3")


def test_a_bond_of_type_nc_is_none():
    atoms, bonds = ACETAMIDE
    assert len(read_ligand(mol2(atoms, [*bonds[:3], (0, 4, "nc")]), "x.mol2").bonds) == 3


@st.composite
def molecules(draw):
    atoms = draw(st.lists(st.tuples(st.sampled_from(sorted(TYPES)), PLACES), min_size=1, max_size=30))
    atoms[0] = ("C.3", atoms[0][1])
    ends = st.integers(0, len(atoms) - 1)
    links = draw(st.lists(st.tuples(ends, ends, st.sampled_from(sorted(ORDERS))), max_size=40))
    bonds = {frozenset(link[:2]): link for link in links if link[0] != link[1]}
    return [(f"X{k}", kind, place) for k, (kind, place) in enumerate(atoms)], list(bonds.values())


@given(molecules())
def test_a_molecule_written_as_mol2_reads_back(molecule):
    atoms, bonds = molecule
    ligand = read_ligand(mol2(atoms, bonds), "x.mol2")
    assert list(ligand.names) == [name for name, _, _ in atoms]
    assert list(ligand.elements) == [TYPES[kind] for _, kind, _ in atoms]
    assert np.allclose(ligand.coordinates, [place for _, _, place in atoms], atol=1e-4)
    found = {
        (*pair, order) for pair, order in zip(map(tuple, ligand.bonds.tolist()), ligand.orders, strict=True)
    }
    assert found == {(min(one, two), max(one, two), ORDERS[kind]) for one, two, kind in bonds}


def edited(old: bytes, new: bytes) -> bytes:
    content = mol2(*ACETAMIDE)
    assert old in content
    return content.replace(old, new, 1)


REFUSED = [
    (b"", "x.mol2 has no @<TRIPOS>MOLECULE section with counts; this is not a MOL2 file."),
    (edited(b"    5     4     1", b" five"), "x.mol2, line 4: no counts of atoms and bonds."),
    (mol2(*ACETAMIDE) * 2, "x.mol2, line 21: a second molecule begins; one ligand per file."),
    (mol2(*ACETAMIDE)[:330], "x.mol2 announces 5 atoms and holds 4: cut off or edited."),
    (mol2(*ACETAMIDE)[:-20], "x.mol2 announces 4 bonds and holds 3: cut off or edited."),
    (edited(b" 1.5000", b"    inf"), "x.mol2, line 11: x, y or z is not a finite number of ångström."),
    (edited(b" 1.5000", b"    one"), "x.mol2, line 11: an atom needs number, name, x, y, z and type."),
    (edited(b"N.am", b"Du.x"), "x.mol2, line 13: the type 'Du.x' is of no known element."),
    (
        edited(b"    1     2 1\n", b"    1     9 1\n"),
        "x.mol2, line 16: a bond between atoms 1 and 9; no such pair of atoms.",
    ),
    (
        edited(b"    1     2 1\n", b"    1     2\n"),
        "x.mol2, line 16: a bond needs number, two atoms and type.",
    ),
]


@pytest.mark.parametrize(("content", "sentence"), REFUSED)
def test_a_broken_mol2_is_refused_with_its_line(content, sentence):
    with pytest.raises(StructureError) as error:
        read_ligand(content, "x.mol2")
    assert str(error.value) == sentence
