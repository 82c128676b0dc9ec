"""Answers that are sets of hydrogen bonds: the set scores, and the kind of task."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from benchmark.tasks.base import Facts, Task
from benchmark.tasks.outcomes import Score, Unparseable, UnreadableTruth, shortened
from benchmark.tasks.reading.bonds import Bond, Word, find_bonds, find_words, is_read_whole
from benchmark.tasks.reading.cleaning import clean, tidy
from benchmark.tasks.scene import SceneBond


@dataclass(frozen=True, slots=True)
class BondAnswer:
    """Bonds in the order they were given, each once; without bonds it is `No`, or a `Yes` that names none."""

    bonds: tuple[Bond, ...]
    bare_yes: bool = False


def set_score(given: frozenset[Any], true: frozenset[Any]) -> float:
    """The weighted score, 0..1, of a set of bonds against the true set; either may be empty."""
    if given == true:
        return 1.0
    if len(given) > 2 * len(true) or not given:
        return 0.0
    return 0.5 if given > true else len(given & true) / len(given)


def set_details(given: frozenset[Any], true: frozenset[Any]) -> dict[str, Any]:
    """Precision, recall, F1 and the three counts. Two empty sets agree (1); a share of nothing else is 0."""
    common = len(given & true)
    if not given and not true:
        precision = recall = f1 = 1.0
    else:
        precision = common / len(given) if given else 0.0
        recall = common / len(true) if true else 0.0
        f1 = 2 * common / (len(given) + len(true))
    counts = {"given": len(given), "true": len(true), "common": common}
    return {"precision": precision, "recall": recall, "f1": f1, **counts}


def bond_widget(parts: tuple[str, ...], prefix: str = "") -> Mapping[str, Any]:
    """What a widget needs to know: the columns of a row, and how rows become the answer's text."""
    row = " ".join(f"{{{name}}}" for name in parts[:-1]) + f", {{{parts[-1]}}}"
    return {"columns": parts, "row": row, "prefix": prefix, "separator": "; ", "none": "No"}


class BondTask(Task):
    """A task whose answer is `No` or a set of bonds. Subclasses say which parts of a bond count."""

    widget = "bonds"
    parts: ClassVar[tuple[str, ...]]  # the parts of a bond that count, in order
    prefix: ClassVar[str] = ""  # stands before the bonds in canonical text
    needs_number: ClassVar[bool] = False

    @property
    def form(self) -> str:
        return f"No or bonds such as {self.prefix}{self.example}"

    @property
    def example(self) -> str:
        """One bond in this task's spelling."""
        return str(self.reduce(Bond("ARG", "221", "NH2", "A", "O22")))

    def reduce(self, bond: Bond) -> Bond:
        """The bond with only the parts that count."""
        return replace(bond, **{name: "" for name in ("number", "chain") if name not in self.parts})

    def truth_of(self, bonds: Sequence[SceneBond]) -> str:
        """The canonical truth for a complex, or a residue, with these bonds."""
        named = (Bond(b.residue, b.number, b.atom, b.chain, b.ligand_atom) for b in bonds)
        return self.canonical(BondAnswer(tuple(dict.fromkeys(self.reduce(bond) for bond in named))))

    def find(self, text: str) -> Sequence[Bond | Word]:
        words, said = find_words(text)
        bonds = [self.reduce(bond) for bond in find_bonds(said) if bond.number or not self.needs_number]
        return [*words, *bonds]

    def joins(self, earlier: Sequence[Bond | Word], later: Sequence[Bond | Word]) -> bool:
        """Bonds and Yes join each other; No stands alone, and comes first where it stands beside others."""
        return Word.NO not in (earlier[0], later[0])

    def read_truth(self, text: str) -> BondAnswer:
        """As everywhere, but nothing may be passed over, and a Yes must name its bonds."""
        answer: BondAnswer = super().read_truth(text)
        if answer.bare_yes:
            raise UnreadableTruth(f"{shortened(text)} is no answer to {self.slug}: a Yes names its bonds.")
        if answer.bonds and not self._is_whole(text):
            raise UnreadableTruth(f"{shortened(text)} is no answer to {self.slug}: some of it names no bond.")
        return answer

    def _is_whole(self, text: str) -> bool:
        """Whether everything in a truth is a bond of this task."""
        said = [find_words(tidy(line))[1] for line in clean(text) or ()]
        numbered = not self.needs_number or all(bond.number for line in said for bond in find_bonds(line))
        return numbered and all(map(is_read_whole, said))

    def settle(self, pieces: Sequence[Bond | Word]) -> BondAnswer | Unparseable:
        bonds = tuple(dict.fromkeys(piece for piece in pieces if isinstance(piece, Bond)))
        if Word.NO in pieces and (bonds or Word.YES in pieces):
            return Unparseable("This says both No and Yes.")
        return BondAnswer(bonds, bare_yes=not bonds and Word.YES in pieces)

    def canonical(self, answer: BondAnswer) -> str:
        if answer.bare_yes:
            return "Yes"
        return self.prefix + "; ".join(map(str, answer.bonds)) if answer.bonds else "No"

    def grade(self, answer: BondAnswer, truth: BondAnswer) -> Score:
        given, true = frozenset(answer.bonds), frozenset(truth.bonds)
        weighted = 0.0 if answer.bare_yes else set_score(given, true)
        details = set_details(given, true)
        if answer.bare_yes:
            details.update(precision=0.0, recall=0.0, f1=0.0)
        return Score(int(weighted == 1.0 and given == true), weighted, self.canonical(answer), details)

    def guess(self, rng: random.Random) -> str:
        """`No`: which bonds are possible stands in the pictures alone."""
        return "No"

    def check_legal(self, answer: BondAnswer) -> None:
        """Every set of bonds is legal."""

    def check_truth(self, text: str, facts: Facts, options: Mapping[str, str]) -> None:
        super().check_truth(text, facts, options)
        read = len(self.read_truth(text).bonds)
        listed = sum(1 for part in text.split(";") if part.strip())
        if read and listed != read:
            raise ValueError(f"{text!r} lists {listed} bonds, but {read} different ones can be read in it.")
