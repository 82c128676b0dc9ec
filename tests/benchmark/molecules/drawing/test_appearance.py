"""Which atoms a picture shows, in which colours, and what is written beside them."""

from __future__ import annotations

import numpy as np
import pytest

from benchmark.molecules.drawing.appearance import STICK_RADIUS, ligand_model, pocket_model, together
from benchmark.molecules.molecule import Molecule
from benchmark.molecules.readers.complexes import read_ligand, read_pocket
from tests.benchmark.molecules.files import glycine, pdb_atom, sdf, text

WATERLESS = [*glycine(1), *glycine(2, x=10.0), *glycine(3, x=20.0)]


def hex_colours(colours: np.ndarray) -> list[str]:
    return ["#" + "".join(f"{round(part * 255):02X}" for part in colour) for colour in colours]


def pocket(*lines: str) -> Molecule:
    return read_pocket(text(lines), "x_pocket.pdb")


def ligand(*elements: str) -> Molecule:
    return read_ligand(
        sdf([(element, (1.5 * k, 0.0, 0.0)) for k, element in enumerate(elements)]), "x_ligand.sdf"
    )


def test_pocket_carbons_alternate_from_one_residue_to_the_next():
    molecule = pocket(*WATERLESS)
    model = pocket_model(molecule, molecule.coordinates)
    carbons = [name.startswith("C") for name in molecule.names]
    assert [c for c, carbon in zip(hex_colours(model.colours), carbons, strict=True) if carbon] == [
        *["#BF99F2"] * 2,
        *["#F2B366"] * 2,
        *["#BF99F2"] * 2,
    ]


@pytest.mark.parametrize(
    ("element", "channels"),
    [("O", "r"), ("N", "b"), ("S", "rg"), ("F", "g"), ("Cl", "g"), ("Br", "g"), ("I", "g"), ("C", "rgb")],
)
def test_elements_have_the_colours_that_the_question_names(element, channels):
    molecule = ligand(element, "C")
    colour = ligand_model(molecule, molecule.coordinates).colours[0]
    strong = "".join(name for name, part in zip("rgb", colour, strict=True) if part > 0.5)
    assert strong == channels


def test_phosphorus_is_orange():
    molecule = ligand("P", "C")
    red, green, blue = ligand_model(molecule, molecule.coordinates).colours[0]
    assert red > green > 0.3 > blue


def test_hydrogens_are_not_drawn_and_leave_no_bond_behind():
    molecule = ligand("C", "H", "C")
    model = ligand_model(molecule, molecule.coordinates)
    assert len(model.coordinates) == 2
    assert model.bonds.max(initial=0) < 2
    assert [label.text for label in model.labels] == [molecule.names[0], molecule.names[2]]


@pytest.mark.parametrize(
    ("chains", "labels"),
    [
        (("A", "A"), ["GLY 1", "GLY 2"]),
        (("", ""), ["GLY 1", "GLY 2"]),
        (("A", "B"), ["GLY 1 A", "GLY 2 B"]),
        (("A", ""), ["GLY 1 A", "GLY 2"]),
    ],
)
def test_residues_carry_name_and_number_and_their_chain_where_there_are_several(chains, labels):
    molecule = pocket(*glycine(1, chains[0]), *glycine(2, chains[1], x=10.0))
    model = pocket_model(molecule, molecule.coordinates)
    assert [label.text for label in model.labels] == labels


def test_one_residue_alone_keeps_its_colour_and_has_its_atoms_named():
    molecule = pocket(*WATERLESS)
    model = pocket_model(molecule, molecule.coordinates, only=1)
    assert len(model.coordinates) == 4
    assert [label.text for label in model.labels] == ["GLY 2", "N", "CA", "C", "O"]
    assert hex_colours(model.colours)[1] == "#F2B366"
    assert model.bonds.tolist() == [[0, 1], [1, 2], [2, 3]]


def test_an_atom_without_a_bond_is_a_ball():
    molecule = pocket(*glycine(1), pdb_atom("ZN", (9, 9, 9), "ZN", 2, element="ZN", record="HETATM"))
    radii = pocket_model(molecule, molecule.coordinates).radii
    assert (radii[:4] == STICK_RADIUS).all()
    assert radii[4] > STICK_RADIUS


def test_models_drawn_together_keep_their_bonds():
    molecule = pocket(*glycine(1))
    one = pocket_model(molecule, molecule.coordinates)
    both = together([one, one])
    assert both.bonds.tolist() == [*one.bonds.tolist(), *(one.bonds + 4).tolist()]
    assert len(both.labels) == 2
