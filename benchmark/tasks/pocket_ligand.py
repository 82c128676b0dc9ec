"""T9: which hydrogen bonds hold the ligand in its pocket?"""

import random
from collections.abc import Iterator

from benchmark.tasks.base import Column
from benchmark.tasks.kinds.bonds import BondTask, bond_widget
from benchmark.tasks.scene import Draft, Scene, views

_PARTS = ("residue", "number", "atom", "chain", "ligand_atom")


class PocketLigand(BondTask):
    """Facts: none but the optional `structure_id` and `chains`, the names of the pocket's chains."""

    slug, title, group, order = "pocket_ligand", "Pocket-ligand interaction", "composite", 9
    averaged = True
    images = ("front", "left", "top", "back", "right", "bottom")
    strata = ("bonds", "none")
    parts, needs_number = _PARTS, True
    widget_options = bond_widget(_PARTS)
    texts = {
        "en": (
            "The pictures show a protein pocket with its ligand from six sides. Residues carry their "
            "names, numbers and, where there are several, chains; the ligand's atoms carry their "
            "names. Which hydrogen bonds join the pocket and the ligand?\n"
            "Answer with every bond: residue type, number, the residue's atom, chain, a comma, the "
            "ligand's atom; a semicolon between bonds. A chain without a name is left out. Answer No "
            "where there is no bond. Example of the form: ARG 221 NH2 A, O22; ARG 221 N A, O23."
        )
    }

    def stratum(self, truth: str) -> str:
        return "bonds" if self.read_truth(truth).bonds else "none"

    def columns(self) -> tuple[Column, ...]:
        """All items, which count in the average, and those with a bond, for which the paper gives figures."""
        with_bonds = Column("pocket_ligand_bonds", f"{self.title}, with bonds only", self.slug, ("bonds",))
        return (*super().columns(), with_bonds)

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        facts = {"chains": list(scene.chains)}
        difficulty = {"bonds": len(scene.bonds), "residues": len(scene.residues)}
        yield Draft(facts, self.truth_of(scene.bonds), views(self.images), difficulty=difficulty)
