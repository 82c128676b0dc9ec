"""Answers that are sets of hydrogen bonds: the reader, the set scores, and the kind of task."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar

from benchmark.tasks.base import Facts, Score, Task, Unparseable
from benchmark.tasks.scene import SceneBond

# Names taken for residues in the middle of a sentence too: the twenty, their protonation states
# as force fields name them, common modified ones, nucleotides, water.
KNOWN_RESIDUES = (
    *("ALA", "ARG", "ASN", "ASP", "CYS", "GLN", "GLU", "GLY", "HIS", "ILE"),
    *("LEU", "LYS", "MET", "PHE", "PRO", "SER", "THR", "TRP", "TYR", "VAL"),
    *("ASH", "GLH", "HID", "HIE", "HIP", "HSD", "HSE", "HSP", "CYX", "CYM", "LYN", "TYM"),
    *("MSE", "SEP", "TPO", "PTR", "CSO", "KCX", "LLP", "PCA", "HYP", "SEC", "PYL", "CME", "OCS", "MLY"),
    *("DA", "DC", "DG", "DT", "HOH", "WAT"),
)

_ATOM = r"[A-Z0-9]{1,5}['*]{0,2}[A-Z0-9]{0,2}(?: ?#[0-9]{1,3})?"
_REST = (
    rf"(?:(?P<number>-?[0-9]{{1,6}}[A-Z]?) )?(?P<atom>{_ATOM})(?: (?P<chain>[A-Z0-9]{{1,4}}))?"
    rf" ?, ?(?P<ligand_atom>{_ATOM})"
)
# ARG 221, ARG221 and ARG-221 are one residue.
_KNOWN = re.compile(
    rf"(?<![\w'])(?P<residue>{'|'.join(KNOWN_RESIDUES)})(?: |-?(?=[0-9])){_REST}(?![\w'*#])", re.IGNORECASE
)
_ANY = re.compile(
    rf"(?P<residue>[A-Z]{{3}}(?=-?[0-9])|[A-Z0-9]{{1,5}}(?= ))(?: |-?(?=[0-9])){_REST}", re.IGNORECASE
)
_GROUPS = ("residue", "number", "atom", "chain", "ligand_atom")
_DIGIT = re.compile(r"[0-9]")
_YES = re.compile(r"yes\b[ .,:;!-]*", re.IGNORECASE)
_NO = re.compile(r"(?:no(?!\. of\b)|none)(?: ?[.,:;!)\]}]| ?[—–-] |$)|no bonds?[ .!]*$", re.IGNORECASE)
_NO_BONDS = re.compile(
    r"\bno (?:hydrogen|h)[ -]?bond(?:s|ing)?\b(?! (?:other|except|besides|beyond)\b)", re.IGNORECASE
)
_OPENING = " -:([{"
_AROUND = _OPENING + ".,!)]}"


class Word(Enum):
    """What may stand in an answer beside bonds."""

    YES = "Yes"
    NO = "No"


@dataclass(frozen=True, slots=True)
class Bond:
    """One hydrogen bond as answers name it; a part that was not said is ""."""

    residue: str
    number: str  # with its insertion code: "221A"
    atom: str
    chain: str  # keeps its case
    ligand_atom: str

    def __str__(self) -> str:
        said = [part for part in (self.residue, self.number, self.atom, self.chain) if part]
        return f"{' '.join(said)}, {self.ligand_atom}"


@dataclass(frozen=True, slots=True)
class BondAnswer:
    """Bonds in the order they were given, each once; without bonds it is `No`, or a `Yes` that names none."""

    bonds: tuple[Bond, ...]
    bare_yes: bool = False


def find_bonds(text: str) -> Iterator[Bond]:
    """Every bond in a line: any residue where a bond stands alone, the known ones inside a sentence too."""
    for segment in _as_row(text).split(";"):
        alone = segment.strip(_AROUND)
        whole = _KNOWN.fullmatch(alone) or _ANY.fullmatch(alone)
        if whole and (_is_named(whole) or whole["residue"].upper() in KNOWN_RESIDUES):
            yield _bond(whole)
        else:
            yield from (_bond(found) for found in _KNOWN.finditer(segment) if _is_named(found))


def without_bonds(text: str) -> str:
    """The line without the bonds that it names in full."""
    return _KNOWN.sub(" ", text)


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


def _as_row(text: str) -> str:
    """A row of a Markdown table as a bond: its last cell is the ligand atom."""
    if "|" not in text:
        return text
    cells = [cell.strip() for cell in text.strip("| ").split("|")]
    if "," in text or len(cells) < 2:
        return " ".join(cells)
    return f"{' '.join(cells[:-1])}, {cells[-1]}"


def _is_named(found: re.Match[str]) -> bool:
    """Whether three words and a comma look like names, with a digit or in capitals, and not like prose."""
    return bool(_DIGIT.search(found[0])) or found[0].isupper()


def _bond(found: re.Match[str]) -> Bond:
    residue, number, atom, chain, ligand_atom = found.group(*_GROUPS)
    return Bond(residue.upper(), _number(number or ""), _atom(atom), chain or "", _atom(ligand_atom))


def _atom(said: str) -> str:
    """In capitals; old files write O5* for O5', and pictures show the prime."""
    return said.upper().replace(" ", "").replace("*", "'")


def _number(said: str) -> str:
    """Without leading zeros, its insertion code a capital."""
    digits = said.rstrip(string.ascii_letters)
    return f"{int(digits)}{said[len(digits) :].upper()}" if digits else ""


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
        text = text.lstrip(_OPENING)
        yes = _YES.match(text)
        said = text[yes.end() :] if yes else text
        bonds = [self.reduce(bond) for bond in find_bonds(said) if bond.number or not self.needs_number]
        words: list[Bond | Word] = [Word.YES] if yes else []
        if _NO.match(said) or _NO_BONDS.search(said):
            words.append(Word.NO)
        return words + bonds

    def joins(self, earlier: Sequence[Bond | Word], later: Sequence[Bond | Word]) -> bool:
        """Bonds join bonds. A line that begins with Yes and names bonds begins anew; No stands alone."""
        if Word.NO in (earlier[0], later[0]):
            return False
        return later[0] is not Word.YES or (len(later) == 1 and earlier[0] is not Word.YES)

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
        if answer.bare_yes:
            raise ValueError("A truth that says Yes names its bonds.")

    def check_truth(self, text: str, facts: Facts, options: Mapping[str, str]) -> None:
        super().check_truth(text, facts, options)
        read = len(self.read_truth(text).bonds)
        listed = sum(1 for part in text.split(";") if part.strip())
        if read and listed != read:
            raise ValueError(f"{text!r} lists {listed} bonds, but {read} different ones can be read in it.")
