"""What a task may ask of a complex (`benchmark.tasks.scene.Scene`), answered from its atoms."""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np

from benchmark.generation.shots import Staging, heavy_atoms, shot_coordinates, shot_placement
from benchmark.molecules.chemistry.hydrogen_bonds import HydrogenBond, find_hydrogen_bonds
from benchmark.molecules.drawing.camera import HALF_WIDTH, PADDING, VIEWS
from benchmark.molecules.geometry import Placement, Triple, centroid, placed
from benchmark.molecules.molecule import Coordinates, Molecule
from benchmark.tasks.scene import SceneBond, SceneResidue, Shot

# The depth-to-edge ratio of docking (X_l / Z_c): a ligand that stands at the edge of our camera's picture,
# with the same room left free as around the front view.
EDGE_RATIO = HALF_WIDTH * (1 - PADDING)
DOCKING_VIEWS = ("front", "left", "top")

Fingerprint = tuple[object, ...]


class ComplexScene:
    """One complex, for one split of one package. Remembers which pictures its items have taken."""

    def __init__(self, stage: Staging, split: str, seed: int, partner: Staging | None = None) -> None:
        self.stage, self.partner, self.split, self.seed = stage, partner, split, seed
        self.structure_id = stage.whole.structure_id
        self.has_partner = partner is not None
        self.bonds = tuple(self._scene_bond(bond) for bond in self._found)
        self.residues = tuple(sorted(self._residues(), key=lambda residue: (residue.distance, residue.index)))
        self.chains = sorted({residue.chain for residue in stage.whole.pocket.residues} - {""})
        self._taken: set[Fingerprint] = set()
        self._pictures: dict[tuple[str, ...], Coordinates] = {}

    def share_in_view(self, commands: Sequence[str]) -> float:
        return float(np.count_nonzero(self.stage.camera.sees(self._placed(commands))) / len(self._heavy))

    def separation(self, one: Sequence[str], other: Sequence[str]) -> float:
        x, y = (self._picture(tuple(one)) - self._picture(tuple(other))).T
        return float(np.sqrt(x * x + y * y).mean() / self.stage.camera.width)

    def reach(self, roll: str, side: int) -> int:
        turned = placed(self.stage.ligand_centre, [roll]).apply(self._ligand)
        across = (turned[:, 0] - self.stage.camera.eye[0]) * side
        depth = float(self.stage.camera.relative(self._heavy)[:, 2].mean())
        farthest = math.floor(depth * EDGE_RATIO - float(across.max()))
        inwards = (side * shift for shift in range(farthest, 0, -1))
        return next((shift for shift in inwards if self._is_seen_whole(roll, shift)), 0)

    def claim(self, *shots: Shot) -> bool:
        marks = [(shot, mark) for shot in shots if (mark := self._fingerprint(shot)) is not None]
        wanted = {mark for _, mark in marks}
        if wanted & self._taken or any(self._belongs_elsewhere(shot, mark) for shot, mark in marks):
            return False
        self._taken |= wanted
        return True

    @cached_property
    def _found(self) -> tuple[HydrogenBond, ...]:
        return find_hydrogen_bonds(self.stage.whole)

    @cached_property
    def _ligand(self) -> Coordinates:
        ligand = self.stage.whole.ligand
        return ligand.coordinates[ligand.heavy]

    @cached_property
    def _heavy(self) -> Coordinates:
        whole = self.stage.whole
        return heavy_atoms(whole.pocket.coordinates, whole.ligand.coordinates, whole)

    def _placed(self, commands: Sequence[str]) -> Coordinates:
        return placed(self.stage.pivot, commands).apply(self._heavy)

    def _picture(self, commands: tuple[str, ...]) -> Coordinates:
        """(n, 2) pixels of the heavy atoms; kept, for decoys compare the same few placements often."""
        if commands not in self._pictures:
            self._pictures[commands] = self.stage.camera.project(self._placed(commands))[:, :2]
        return self._pictures[commands]

    def _is_seen_whole(self, roll: str, shift: int) -> bool:
        """Whether the pictures of the displaced ligand show every heavy atom of it."""
        heavy = self.stage.whole.ligand.heavy
        shots = (Shot("", "ligand", view, (), (f"move x {shift}", roll)) for view in DOCKING_VIEWS)
        return all(
            self.stage.camera.sees(shot_coordinates(self.stage, shot)[1][heavy]).all() for shot in shots
        )

    def _scene_bond(self, bond: HydrogenBond) -> SceneBond:
        pocket, ligand = self.stage.whole.pocket, self.stage.whole.ligand
        residue = pocket.residues[pocket.residue_of[bond.pocket_atom]]
        ends = [pocket.coordinates[bond.pocket_atom], ligand.coordinates[bond.ligand_atom]]
        x, y, _ = centroid(np.array(ends))
        return SceneBond(
            residue=residue.name,
            number=f"{residue.number}{residue.insertion}",
            atom=pocket.names[bond.pocket_atom],
            chain=residue.chain,
            ligand_atom=ligand.names[bond.ligand_atom],
            offset=(x - self.stage.camera.eye[0], y - self.stage.camera.eye[1]),
        )

    def _residues(self) -> list[SceneResidue]:
        pocket = self.stage.whole.pocket
        bonds = defaultdict(list)
        for found, bond in zip(self._found, self.bonds, strict=True):
            bonds[int(pocket.residue_of[found.pocket_atom])].append(bond)
        return [
            SceneResidue(
                index=index,
                name=residue.name,
                number=f"{residue.number}{residue.insertion}",
                chain=residue.chain,
                distance=self._distance(pocket, index),
                bonds=tuple(bonds[index]),
            )
            for index, residue in enumerate(pocket.residues)
            if pocket.heavy[list(residue.atoms)].any()
        ]

    def _distance(self, pocket: Molecule, index: int) -> float:
        own = pocket.coordinates[pocket.heavy & (pocket.residue_of == index)]
        apart = own[:, None] - self._ligand[None]
        return math.sqrt(float((apart * apart).sum(axis=2).min()))

    def _fingerprint(self, shot: Shot) -> Fingerprint | None:
        """What makes a moved picture the one it is; None for a plain view."""
        stage = self.partner if shot.subject == "partner" else self.stage
        if stage is None:
            raise ValueError(f"{self.structure_id} has no partner to draw.")
        scene = _rounded(shot_placement(stage, shot))
        if not shot.ligand_commands and scene in _plain_views(stage.pivot):
            return None
        ligand = _rounded(placed(stage.ligand_centre, shot.ligand_commands))
        subject = "complex" if shot.subject == "partner" else shot.subject
        return stage.whole.structure_id, subject, shot.residue, scene, ligand

    def _belongs_elsewhere(self, shot: Shot, mark: Fingerprint) -> bool:
        """Whether a picture of a complex that was moved and turned is the other role's to show.

        A complex is drawn for its own items and, as a reference, for those of another. Each possible
        picture is given to one of the two by lot, so that no file ever stands in both; as a reference
        one picture is needed and four as options, hence the odds.
        """
        if {command.split()[0] for command in shot.commands} != {"move", "roll"}:
            return False
        lot = hashlib.sha256(f"{self.seed} {mark}".encode()).digest()[0]
        return (lot % 5 == 0) != (shot.subject == "partner")


@lru_cache(maxsize=16)
def _plain_views(pivot: Triple) -> frozenset[tuple[float, ...]]:
    return frozenset(_rounded(placed(pivot, commands)) for commands in VIEWS.values())


def _rounded(placement: Placement) -> tuple[float, ...]:
    numbers = [*(number for row in placement.rotation for number in row), *placement.shift, *placement.pivot]
    return tuple(round(number, 6) + 0.0 for number in numbers)
