"""The bundled complexes are what the README says, and every one of them reads."""

from pathlib import Path

import numpy as np
import pytest

import benchmark
from benchmark.molecules.molecule import Complex, Molecule
from benchmark.molecules.readers.complexes import find_complexes, read_complex

STRUCTURES = Path(benchmark.__file__).parent / "demo" / "structures"
HEAVY_LIGAND_ATOMS = {
    "test": {
        "1AFS": 21, "1FKI": 31, "1FMO": 19, "1HPV": 35, "1HSG": 45, "1IA1": 19, "1S3V": 27, "2BM2": 30,
    },
    "train": {"1G9V": 25, "1OF6": 13, "1UOU": 16, "2HA2": 20},
}  # fmt: skip
RINGS = {
    "1AFS": 4, "1FKI": 2, "1FMO": 3, "1G9V": 2, "1HPV": 3, "1HSG": 5, "1IA1": 3, "1OF6": 1, "1S3V": 3,
    "1UOU": 2, "2BM2": 4, "2HA2": 0,
}  # fmt: skip


def demo_complexes() -> list[Complex]:
    return [
        read_complex(*found) for split in HEAVY_LIGAND_ATOMS for found in find_complexes(STRUCTURES / split)
    ]


COMPLEXES = {complex_.structure_id: complex_ for complex_ in demo_complexes()}


def bond_lengths(molecule: Molecule) -> np.ndarray:
    first, second = molecule.bonds.T
    return np.linalg.norm(molecule.coordinates[first] - molecule.coordinates[second], axis=1)


@pytest.mark.parametrize("split", ["test", "train"])
def test_each_split_holds_its_complexes_with_whole_ligands(split):
    found = {i: int(COMPLEXES[i].ligand.heavy.sum()) for i, _, _ in find_complexes(STRUCTURES / split)}
    assert found == HEAVY_LIGAND_ATOMS[split]


@pytest.mark.parametrize("structure_id", RINGS)
def test_a_ligand_is_one_piece_with_the_rings_of_its_formula(structure_id):
    ligand = COMPLEXES[structure_id].ligand
    assert len(ligand.bonds) == len(ligand.names) - 1 + RINGS[structure_id]
    assert bond_lengths(ligand).min() > 1.1
    assert bond_lengths(ligand).max() < 1.9


@pytest.mark.parametrize("structure_id", RINGS)
def test_every_pocket_atom_is_bonded_at_a_bond_s_length(structure_id):
    pocket = COMPLEXES[structure_id].pocket
    assert set(pocket.bonds.ravel().tolist()) == set(range(len(pocket.names)))
    assert bond_lengths(pocket).min() > 0.9
    assert bond_lengths(pocket).max() < 2.1


def test_the_disulphide_bridges_of_tryptase_are_bonds():
    pocket = COMPLEXES["2BM2"].pocket
    bridges = [pair for pair in pocket.bonds if all(pocket.elements[atom] == "S" for atom in pair)]
    assert len(bridges) == 2


def test_insertion_codes_tell_the_residues_of_tryptase_apart():
    labels = {residue.label for residue in COMPLEXES["2BM2"].pocket.residues}
    assert {"PRO 60A", "ASP 60B", "VAL 60C", "LYS 60D", "LEU 173A"} <= labels
