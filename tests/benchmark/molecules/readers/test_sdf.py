"""SDF V2000: what it gives, a round trip, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.molecules.molecule import StructureError
from benchmark.molecules.readers.complexes import read_ligand
from tests.benchmark.molecules.files import sdf

ACETATE = (
    [
        ("C", (0.0, 0.0, 0.0)),
        ("C", (1.5, 0.0, 0.0)),
        ("O", (2.1, 1.1, 0.0)),
        ("O", (2.1, -1.1, 0.0)),
        ("H", (-0.4, 1.0, 0.0)),
    ],
    [(0, 1, 1), (1, 2, 2), (3, 1, 4), (0, 4, 1)],
)
PLACES = st.tuples(*[st.integers(-9999, 9999).map(lambda value: value / 16)] * 3)
SYMBOLS = st.sampled_from(["C", "N", "O", "S", "P", "F", "Cl", "Br", "I", "H", "Se", "B"])


def test_nameless_atoms_are_called_after_their_element_and_place():
    assert read_ligand(sdf(*ACETATE), "x.sdf").names == ("C1", "C2", "O1", "O2", "H1")


def test_a_deuterium_is_named_and_read_as_hydrogen():
    ligand = read_ligand(sdf([("C", (0.0, 0.0, 0.0)), ("D", (1.1, 0.0, 0.0))], [(0, 1, 1)]), "x.sdf")
    assert (ligand.names, ligand.elements) == (("C1", "H1"), ("C", "H"))


def test_bonds_and_their_orders_come_from_the_file():
    ligand = read_ligand(sdf(*ACETATE), "x.sdf")
    assert ligand.bonds.tolist() == [[0, 1], [0, 4], [1, 2], [1, 3]]
    assert ligand.orders.tolist() == [1.0, 1.0, 2.0, 1.5]


@st.composite
def molecules(draw):
    atoms = draw(st.lists(st.tuples(SYMBOLS, PLACES), min_size=1, max_size=30))
    atoms[0] = ("C", atoms[0][1])
    pair = st.tuples(
        st.integers(0, len(atoms) - 1), st.integers(0, len(atoms) - 1), st.sampled_from([1, 2, 3])
    )
    pairs = {frozenset(bond[:2]): bond for bond in draw(st.lists(pair, max_size=40)) if bond[0] != bond[1]}
    return atoms, list(pairs.values())


@given(molecules())
def test_a_molecule_written_as_sdf_reads_back(molecule):
    atoms, bonds = molecule
    ligand = read_ligand(sdf(atoms, bonds), "x.sdf")
    assert list(ligand.elements) == [symbol for symbol, _ in atoms]
    assert np.allclose(ligand.coordinates, [place for _, place in atoms], atol=1e-4)
    found = {
        (*pair, order) for pair, order in zip(map(tuple, ligand.bonds.tolist()), ligand.orders, strict=True)
    }
    assert found == {(min(one, two), max(one, two), float(order)) for one, two, order in bonds}
    assert len(set(ligand.names)) == len(atoms)


def edited(old: bytes, new: bytes) -> bytes:
    content = sdf(*ACETATE)
    assert old in content
    return content.replace(old, new, 1)


REFUSED = [
    (b"", "x.sdf, line 4: no counts of atoms and bonds; this is not a V2000 SDF file."),
    (edited(b"V2000", b"V3000"), "x.sdf, line 4: this is a V3000 file; convert it to V2000."),
    (sdf(*ACETATE)[:180], "x.sdf ends after line 7: cut off before `M  END`."),
    (edited(b"M  END\n", b""), "x.sdf ends after line 14: cut off before `M  END`."),
    (edited(b"  5  4", b" 50  4"), "x.sdf ends after line 15: cut off before `M  END`."),
    (sdf(*ACETATE) * 2, "x.sdf, line 16: a second molecule begins; one ligand per file."),
    (edited(b"    1.5000", b"       nan"), "x.sdf, line 6: x, y or z is not a finite number of ångström."),
    (edited(b"    1.5000", b"      left"), "x.sdf, line 6: no three coordinates in columns 1-30."),
    (edited(b" O   0", b" R#  0"), "x.sdf, line 7: 'R#' is no known element."),
    (
        edited(b"  1  2  1", b"  1  9  1"),
        "x.sdf, line 10: a bond between atoms 1 and 9; the molecule has atoms 1-5.",
    ),
    (
        edited(b"  1  2  1", b"  1  1  1"),
        "x.sdf, line 10: a bond between atoms 1 and 1; the molecule has atoms 1-5.",
    ),
    (
        edited(b"  1  2  1  0\n", b"  1  2\n"),
        "x.sdf, line 10: no bond (two atom numbers and an order, three columns each).",
    ),
]


@pytest.mark.parametrize(("content", "sentence"), REFUSED)
def test_a_broken_sdf_is_refused_with_its_line(content, sentence):
    with pytest.raises(StructureError) as error:
        read_ligand(content, "x.sdf")
    assert str(error.value) == sentence
