"""From a shot to a picture: one complex with its camera, its poses, and what each picture shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmark.molecules.drawing.appearance import ligand_model, pocket_model, together
from benchmark.molecules.drawing.camera import Camera, fit, middle, seen_from
from benchmark.molecules.drawing.raycasting import draw
from benchmark.molecules.geometry import Placement, Triple, centroid, placed
from benchmark.molecules.molecule import Complex, Coordinates
from benchmark.tasks.scene import Shot


@dataclass(frozen=True, slots=True, eq=False)
class Staging:
    """A complex, and the one camera and pivot that serve all its pictures.

    Both follow from the heavy atoms of pocket and ligand where the file has them.
    """

    whole: Complex
    camera: Camera
    pivot: Triple
    ligand_centre: Triple  # the mean of the ligand's heavy atoms


def staging_of(whole: Complex, width: int, height: int) -> Staging:
    """The stage of a complex for pictures of `width` x `height` pixels."""
    heavy = heavy_atoms(whole.pocket.coordinates, whole.ligand.coordinates, whole)
    ligand_centre = centroid(whole.ligand.coordinates[whole.ligand.heavy])
    return Staging(whole, fit(heavy, width, height), middle(heavy), ligand_centre)


def heavy_atoms(pocket: Coordinates, ligand: Coordinates, whole: Complex) -> Coordinates:
    """The positions of the heavy atoms, the pocket's first."""
    return np.concatenate([pocket[whole.pocket.heavy], ligand[whole.ligand.heavy]])


def shot_placement(stage: Staging, shot: Shot) -> Placement:
    """Where the scene stands when the picture is taken: the commands, then the view."""
    return seen_from(placed(stage.pivot, shot.commands), shot.view)


def shot_coordinates(stage: Staging, shot: Shot) -> tuple[Coordinates, Coordinates]:
    """The positions of all atoms of pocket and ligand when the picture is taken, in the camera's frame."""
    scene = shot_placement(stage, shot)
    own = placed(stage.ligand_centre, shot.ligand_commands)
    return scene.apply(stage.whole.pocket.coordinates), scene.apply(own.apply(stage.whole.ligand.coordinates))


def draw_shot(stage: Staging, shot: Shot) -> bytes:
    """The picture as a PNG file; `shot.subject` is `complex`, `pocket` or `ligand`."""
    pocket, ligand = shot_coordinates(stage, shot)
    models = []
    if shot.subject != "ligand":
        models.append(pocket_model(stage.whole.pocket, pocket, shot.residue))
    if shot.subject != "pocket":
        models.append(ligand_model(stage.whole.ligand, ligand))
    return draw(together(models), stage.camera, shot_placement(stage, shot).pivot)
