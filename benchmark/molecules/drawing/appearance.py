"""Which atoms a picture shows, their colours and sizes, and what is written beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmark.molecules.drawing.labels import Label
from benchmark.molecules.drawing.raycasting import Model
from benchmark.molecules.geometry import centroid
from benchmark.molecules.molecule import Coordinates, Molecule

Colour = tuple[int, int, int]  # red, green and blue, 0 to 255

STICK_RADIUS = 0.2  # Å
BALL_SCALE = 0.25  # of the van der Waals radius: the ligand's atoms, and atoms without a bond

POCKET_CARBONS = ("#BF99F2", "#F2B366")  # alternate from one residue to the next
LIGAND_CARBON = "#A0A0A0"
ELEMENT_COLOURS = {
    "O": "#FF0D0D",
    "N": "#3050F8",
    "S": "#FFFF30",
    "P": "#FF8000",
    **dict.fromkeys(("F", "Cl", "Br", "I"), "#1FF01F"),
}
OTHER_COLOUR = "#40C8C8"
LIGAND_LABEL = (255, 255, 255)
VAN_DER_WAALS = {
    "C": 1.7,
    "N": 1.55,
    "O": 1.52,
    "S": 1.8,
    "P": 1.8,
    "F": 1.47,
    "Cl": 1.75,
    "Br": 1.85,
    "I": 1.98,
}
OTHER_RADIUS = 1.7


def pocket_model(pocket: Molecule, coordinates: Coordinates, only: int | None = None) -> Model:
    """A pocket as sticks, each residue with its name, number and, where there are several, its chain.

    With `only`, an index into the residues, nothing but that residue, its atoms named as well.
    """
    shown = pocket.heavy if only is None else pocket.heavy & (pocket.residue_of == only)
    carbons = [POCKET_CARBONS[residue % 2] for residue in pocket.residue_of.tolist()]
    several = len({residue.chain for residue in pocket.residues}) > 1
    labels = [
        _residue_label(pocket, coordinates[shown & (pocket.residue_of == number)], number, several)
        for number in np.unique(pocket.residue_of[shown]).tolist()
    ]
    if only is not None:
        colour = _rgb(POCKET_CARBONS[only % 2])
        labels += _atom_labels(pocket, coordinates, np.flatnonzero(shown).tolist(), colour)
    return _model(pocket, coordinates, shown, carbons, labels, balls=False)


def ligand_model(ligand: Molecule, coordinates: Coordinates) -> Model:
    """A ligand as balls and sticks, each heavy atom with its name."""
    shown = ligand.heavy
    labels = _atom_labels(ligand, coordinates, np.flatnonzero(shown).tolist(), LIGAND_LABEL)
    return _model(ligand, coordinates, shown, [LIGAND_CARBON] * len(shown), labels, balls=True)


def together(models: Sequence[Model]) -> Model:
    """Several models as one."""
    starts = np.cumsum([0, *(len(model.coordinates) for model in models[:-1])])
    return Model(
        coordinates=np.concatenate([model.coordinates for model in models]),
        radii=np.concatenate([model.radii for model in models]),
        colours=np.concatenate([model.colours for model in models]),
        bonds=np.concatenate([model.bonds + start for model, start in zip(models, starts, strict=True)]),
        stick_radii=np.concatenate([model.stick_radii for model in models]),
        labels=tuple(label for model in models for label in model.labels),
    )


def _model(
    molecule: Molecule,
    coordinates: Coordinates,
    shown: NDArray[np.bool_],
    carbons: Sequence[str],
    labels: Iterable[Label],
    *,
    balls: bool,
) -> Model:
    atoms = np.flatnonzero(shown)
    renumbered = np.cumsum(shown) - 1
    bonds = molecule.bonds[shown[molecule.bonds].all(axis=1)]
    lonely = set(atoms.tolist()) - set(bonds.ravel().tolist())
    elements = molecule.elements
    return Model(
        coordinates=coordinates[atoms],
        radii=np.array([_radius(elements[i], ball=balls or i in lonely) for i in atoms.tolist()]),
        colours=np.array([_colour(elements[i], carbons[i]) for i in atoms.tolist()]).reshape(-1, 3) / 255,
        bonds=renumbered[bonds].reshape(-1, 2),
        stick_radii=np.full(len(bonds), STICK_RADIUS),
        labels=tuple(labels),
    )


def _radius(element: str, *, ball: bool) -> float:
    return BALL_SCALE * VAN_DER_WAALS.get(element, OTHER_RADIUS) if ball else STICK_RADIUS


def _colour(element: str, carbon: str) -> Colour:
    return _rgb(carbon if element == "C" else ELEMENT_COLOURS.get(element, OTHER_COLOUR))


def _rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _residue_label(pocket: Molecule, heavy: Coordinates, number: int, several: bool) -> Label:
    residue = pocket.residues[number]
    text = f"{residue.label} {residue.chain}".strip() if several else residue.label
    colour = _rgb(POCKET_CARBONS[number % 2])
    return Label(text, centroid(heavy), colour, rank=1)


def _atom_labels(
    molecule: Molecule, coordinates: Coordinates, atoms: Iterable[int], colour: Colour
) -> list[Label]:
    places = coordinates.tolist()
    return [Label(molecule.names[i], tuple(places[i]), colour, beside=True) for i in atoms]
