"""T8: which shift brings one hydrogen bond to the middle of the screen?"""

import re
from collections.abc import Mapping, Sequence

from benchmark.tasks.base import Facts
from benchmark.tasks.bonds import Bond, without_bonds
from benchmark.tasks.letters import ChoiceTask

_SHIFT = re.compile(r"move x -?[0-9]+(?:\.[0-9]+)?, move y -?[0-9]+(?:\.[0-9]+)?")


class InteractionLocation(ChoiceTask):
    """Facts: the bond, as `residue`, `number`, `atom`, `chain` ("" where it has no name), `ligand_atom`;
    optional `structure_id`. The options are texts such as `move x 3, move y -5`.
    """

    slug, title, group, order = "interaction_location", "Interaction location", "composite", 8
    images = ("front", "left", "top", "back", "right", "bottom")
    needed_facts = ("residue", "number", "atom", "ligand_atom")
    option_kind = "texts"
    texts = {
        "en": (
            "The pictures show a protein pocket with its ligand from six sides. Residues carry their "
            "names and numbers, the ligand's atoms their names. One hydrogen bond joins these two atoms "
            "(residue type, number, atom, chain; ligand atom): {bond}. Which shift along x and y brings "
            "the point midway between the two atoms to the middle of the front picture?\n"
            "Answer with one letter: A, B, C or D."
        )
    }

    def names(self, facts: Facts) -> Facts:
        residue, number, atom, ligand_atom = (str(facts[name]) for name in self.needed_facts)
        return {**facts, "bond": str(Bond(residue, number, atom, str(facts.get("chain") or ""), ligand_atom))}

    def find(self, text: str) -> Sequence[str]:
        """The letters of a line, without the chains of bonds that it names."""
        return super().find(without_bonds(text))

    def check_options(self, options: Mapping[str, str]) -> None:
        for letter, text in options.items():
            if not _SHIFT.fullmatch(text):
                raise ValueError(f"Option {letter} is {text!r}; it should read like move x 3, move y -5.")
