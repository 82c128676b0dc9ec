"""T8: which shift brings one hydrogen bond to the middle of the screen?"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from benchmark.tasks.base import Facts
from benchmark.tasks.kinds.letters import LETTERS, ChoiceTask
from benchmark.tasks.reading.bonds import Bond, without_bonds
from benchmark.tasks.scene import Draft, LeftOut, Scene, SceneBond, views

Shift = tuple[int, int]

# Å, of a decoy's parts: as true ones spread in twelve complexes with 59 bonds, so that neither the smallest
# nor the largest shift is the likelier.
SPREAD = 2.5
LEAST_DIFFERENCE = 2  # Å between two options, along x or along y

_SHIFT = re.compile(r"move x -?[0-9]+(?:\.[0-9]+)?, move y -?[0-9]+(?:\.[0-9]+)?")


class InteractionLocation(ChoiceTask):
    """Facts: the bond, as `residue`, `number`, `atom`, `chain` ("" where it has no name), `ligand_atom`;
    optional `structure_id`. The options are texts such as `move x 3, move y -5`.
    """

    slug, title, group, order = "interaction_location", "Interaction location", "composite", 8
    averaged = True
    images = ("front", "left", "top", "back", "right", "bottom")
    needed_facts = ("residue", "number", "atom", "ligand_atom")
    option_kind = "texts"
    texts = {
        "en": (
            "The pictures show a protein pocket with its ligand from six sides. Residues carry their "
            "names, numbers and, where there are several, chains; the ligand's atoms carry their "
            "names. One hydrogen bond joins these two atoms (residue type, number, atom, chain; ligand "
            "atom): {bond}. Which shift along x and y brings the point midway between the two atoms to the "
            "middle of the front picture?\n"
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

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        """One item per bond."""
        if not scene.bonds:
            raise LeftOut("it has no hydrogen bond")
        for bond in scene.bonds:
            yield self._item(bond, rng)

    def _item(self, bond: SceneBond, rng: random.Random) -> Draft:
        true = (-round(bond.offset[0]), -round(bond.offset[1]))
        shifts = _with_decoys(true, rng)
        letters = rng.sample(LETTERS, len(LETTERS))
        texts = dict(zip(letters, (f"move x {x}, move y {y}" for x, y in shifts), strict=True))
        return Draft(
            facts={
                "residue": bond.residue,
                "number": bond.number,
                "atom": bond.atom,
                "chain": bond.chain,
                "ligand_atom": bond.ligand_atom,
            },
            truth=letters[0],
            shots=views(self.images),
            options={letter: texts[letter] for letter in LETTERS},
            difficulty={"distance": max(map(abs, true)), "nearest": min(_apart(true, s) for s in shifts[1:])},
        )


def _with_decoys(true: Shift, rng: random.Random) -> list[Shift]:
    """The true shift first, then three decoys.

    Two values for x and two for y, each with each: read alone, the four texts don't tell which one the
    others were made from.
    """
    x, y = true
    other_x, other_y = _changed(x, rng), _changed(y, rng)
    return [true, (other_x, y), (x, other_y), (other_x, other_y)]


def _changed(part: int, rng: random.Random) -> int:
    """Another value: another sign, another magnitude, or both."""
    while True:
        other = round(rng.gauss(0, SPREAD))
        if abs(other - part) >= LEAST_DIFFERENCE:
            return other


def _apart(one: Shift, other: Shift) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
