"""T4: which hydrogen bonds does one residue form with the ligand?"""

import random
from collections.abc import Iterator

from benchmark.tasks.base import Column, Facts
from benchmark.tasks.kinds.bonds import BondTask, bond_widget
from benchmark.tasks.scene import Draft, Scene, SceneResidue, views

_PARTS = ("residue", "atom", "ligand_atom")


class ResidueLigand(BondTask):
    """Facts: `residue` ("ARG"); optional `number` (221 or "221A"), `chain` and `structure_id`.

    Numbers and chains in an answer are ignored: only one residue is shown.
    """

    slug, title, group, order = "residue_ligand", "Residue-ligand interaction", "unit", 4
    images = ("front", "left", "top", "back", "right", "bottom")
    strata = ("positive", "negative")
    parts, prefix = _PARTS, "Yes: "
    widget_options = bond_widget(_PARTS, "Yes: ")
    needed_facts = ("residue",)
    texts = {
        "en": (
            "The pictures show one residue of a protein pocket, {name}, and the ligand, from six sides. "
            "Their atoms carry their names. Does the residue form hydrogen bonds with the ligand, and "
            "which?\n"
            "Answer No, or Yes and every bond: residue type, the residue's atom, a comma, the ligand's "
            "atom; a semicolon between bonds. Example of the form: Yes: ARG NH2, O22; ARG N, O23."
        )
    }

    def names(self, facts: Facts) -> Facts:
        return {**facts, "name": f"{facts['residue']} {facts.get('number') or ''}".strip()}

    def stratum(self, truth: str) -> str:
        return "positive" if self.read_truth(truth).bonds else "negative"

    def columns(self) -> tuple[Column, ...]:
        return (
            Column(f"{self.slug}_positive", f"{self.title}, with bonds", self.slug, ("positive",), True),
            Column(f"{self.slug}_negative", f"{self.title}, without bonds", self.slug, ("negative",), True),
        )

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        """Every residue with a bond, and as many without among the nearest: far ones would be too easy."""
        bonded = [residue for residue in scene.residues if residue.bonds]
        others = [residue for residue in scene.residues if not residue.bonds]
        wanted = max(len(bonded), 1)
        near = others[: 2 * wanted + 2]
        for residue in (*bonded, *rng.sample(near, min(wanted, len(near)))):
            yield self._item(residue)

    def _item(self, residue: SceneResidue) -> Draft:
        return Draft(
            {"residue": residue.name, "number": residue.number, "chain": residue.chain},
            self.truth_of(residue.bonds),
            views(self.images, residue=residue.index),
            difficulty={"bonds": len(residue.bonds), "distance": round(residue.distance, 2)},
        )
