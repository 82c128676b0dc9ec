"""Hydrogen bonds as people and models write them: the reader of bonds, and of No and Yes."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

# Names taken for residues in the middle of a sentence too: the twenty, their protonation states
# as force fields name them, common modified ones, nucleotides, water.
KNOWN_RESIDUES = (
    *("ALA", "ARG", "ASN", "ASP", "CYS", "GLN", "GLU", "GLY", "HIS", "ILE"),
    *("LEU", "LYS", "MET", "PHE", "PRO", "SER", "THR", "TRP", "TYR", "VAL"),
    *("ASH", "GLH", "HID", "HIE", "HIP", "HSD", "HSE", "HSP", "CYX", "CYM", "LYN", "TYM"),
    *("MSE", "SEP", "TPO", "PTR", "CSO", "KCX", "LLP", "PCA", "HYP", "SEC", "PYL", "CME", "OCS", "MLY"),
    *("DA", "DC", "DG", "DT", "HOH", "WAT"),
)
# Words that stand where a name could: never a residue, an atom or a chain.
_WORDS = frozenset(
    (
        *("also", "an", "and", "are", "at", "atom", "atoms", "between", "binds", "bond", "bonds", "both"),
        *("but", "by", "chain", "close", "far", "first", "for", "from", "i", "in", "is", "it", "its"),
        *("last", "lig", "ligand", "maybe", "near", "nearest", "no", "none", "nor", "not", "of", "on"),
        *("one", "only", "or", "other", "possibly", "residue", "second", "see", "so", "that", "the"),
        *("then", "there", "these", "third", "this", "to", "too", "two", "we", "which", "with", "yes"),
    )
)

_ATOM = r"[A-Z0-9]{1,5}(?:_[A-Z0-9]{1,3})?['*]{0,2}[A-Z0-9]{0,2}(?: ?#[0-9]{1,3})?"
_REST = (
    rf"(?:(?P<number>-?[0-9]{{1,6}}[A-Z]?)[ _])?(?:atom )?(?P<atom>{_ATOM})(?: atom)?"
    rf"(?: (?:in |of )?(?:chain )?(?P<chain>[A-Z0-9]{{1,4}}))?"
    rf" ?, ?(?:the )?(?:(?:ligand|lig|unl) )?(?:atom )?(?P<ligand_atom>{_ATOM})"
    # Where a name goes on in a way that no name is written, it is none: O-1, O(1), O1+, O1/O2.
    r"(?![\w'*#+(\[]|[-/.:@][A-Z0-9]|-(?:$|[ ,;]))"
)
# ARG 221, ARG221 and ARG-221 are one residue; A:ARG 221 is that of chain A.
_KNOWN = re.compile(
    rf"(?<![\w'])(?<!\b[A-Z]:)(?:(?P<front>[A-Z]):)?"
    rf"(?P<residue>{'|'.join(KNOWN_RESIDUES)})(?:[ _]|-?(?=[0-9])){_REST}",
    re.IGNORECASE,
)
_ANY = re.compile(
    rf"(?P<front>)(?P<residue>[A-Z]{{3}}(?=-?[0-9])|[A-Z0-9]{{1,5}}(?= ))(?: |-?(?=[0-9])){_REST}",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[A-Z]", re.IGNORECASE)
_LEFT_OUT = re.compile(r"(?!and\b)\b\w", re.IGNORECASE)
_DIGIT_OR_PRIME = re.compile(r"[0-9'*]")
# The elements whose atoms make bonds: a chain may be named by one of these letters, an atom of one must be.
_ELEMENTS = "CNOSPHF"

_OPENING = " -:([{"
_CLOSING = " .:,!)]}"
_YES = re.compile(r"yes\b[ .,:;!-]*", re.IGNORECASE)
_TO_BOTH = r"(?: ?[,/;.&|] ?| or | and | )"
_YES_AND_NO = re.compile(rf"yes{_TO_BOTH}no(?= ?[^\w ,]| ?$)|no(?:ne)?{_TO_BOTH}yes\b", re.IGNORECASE)
# How a sentence that says No begins, and how it may end: "Hydrogen bonds: none", "There are none found."
_BEFORE_NO = (
    r"(?:(?:final|result|conclusion|verdict)(?: answer)?(?: ?[:=]| is) ?"
    r"|(?:hydrogen |h[ -]?)?(?:bonds?|bonding)(?: is| are)? ?[:=-]? ?"
    r"|(?:it|this|that|there) (?:is|are|was|were) |(?:so|thus|hence|therefore),? ){0,2}"
)
_SEEN = r"(?:present|found|detected|observed|visible|seen|formed|identified|at all|here)"
_NO = re.compile(
    rf"{_BEFORE_NO}(?:(?:no(?!\. of\b)|none)(?:(?: {_SEEN})? ?[.,:;!?()\[\]}}]| ?[—–-] |(?: {_SEEN})? ?$)"
    rf"|no bonds?(?: (?:are |were )?{_SEEN})?[ .!]*$)",
    re.IGNORECASE,
)
_NO_BONDS = re.compile(
    r"(?:\bno|(?:\bnot|n'?t)(?: (?:form|make|have|show|see))? any)"
    r"(?: (?:direct|clear|visible|obvious|apparent|significant|strong|real|true|possible|specific)){0,2}"
    r" (?:hydrogen|h)[ -]?bond(?:s|ing)?\b(?! (?:other|except|besides|beyond)\b)",
    re.IGNORECASE,
)


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


def find_words(text: str) -> tuple[list[Word], str]:
    """The No and the Yes that a line begins with, No first, and what stands behind the Yes."""
    text = text.lstrip(_OPENING)
    if _YES_AND_NO.match(text):
        return [Word.NO, Word.YES], text
    yes = _YES.match(text)
    said = text[yes.end() :] if yes else text
    words = [Word.NO] if _NO.match(said) or _NO_BONDS.search(said) else []
    return [*words, Word.YES] if yes else words, said


def find_bonds(text: str) -> Iterator[Bond]:
    """Every bond in a line: any residue where a bond stands alone, the known ones inside a sentence too."""
    for segment in _segments(text):
        known = [bond for _, bond in _known_bonds(segment)]
        yield from known or _unknown_bond(segment)


def without_bonds(text: str) -> str:
    """The line without the bonds of known residues that it names in full."""
    parts, position = [], 0
    for (start, end), _ in _known_bonds(text):
        parts.append(text[position:start])
        position = end
    return " ".join([*parts, text[position:]])


def is_read_whole(text: str) -> bool:
    """Whether a line of bonds, without its Yes, holds nothing that the reader passes over."""
    left = [without_bonds(segment) for segment in _segments(text) if not _unknown_bond(segment)]
    return not _LEFT_OUT.search(" ".join(left))


def _segments(text: str) -> list[str]:
    """The parts of a line between semicolons, without what stands around them."""
    return [segment.lstrip(_OPENING).rstrip(_CLOSING) for segment in _as_row(text).split(";")]


def _known_bonds(segment: str) -> Iterator[tuple[tuple[int, int], Bond]]:
    found = _KNOWN.search(segment)
    while found:
        bond = _bond(found)
        if bond:
            yield found.span(), bond
        # What only looked like a bond may have swallowed the start of one.
        found = _KNOWN.search(segment, found.end() if bond else found.start() + 1)


def _unknown_bond(segment: str) -> list[Bond]:
    found = _ANY.fullmatch(segment)
    bond = _bond(found) if found else None
    if not bond or bond.residue in KNOWN_RESIDUES or bond.residue.lower() in _WORDS:
        return []
    return [bond] if _LETTER.search(bond.residue) else []


def _as_row(text: str) -> str:
    """A row of a Markdown table as a bond: its last cell is the ligand atom."""
    if "|" not in text:
        return text
    cells = [cell.strip() for cell in text.strip("| ").split("|")]
    if "," in text or len(cells) < 2:
        return " ".join(cells)
    return f"{' '.join(cells[:-1])}, {cells[-1]}"


def _bond(found: re.Match[str]) -> Bond | None:
    """The bond that was found, or None where one of its names is none, or could be another."""
    residue, number, atom, chain, ligand_atom = found.group(
        "residue", "number", "atom", "chain", "ligand_atom"
    )
    loud = residue.isupper()
    if chain and len(atom) == 1 and atom.upper() not in _ELEMENTS:
        atom, chain = chain, atom
    elif chain and len(atom) == 1 and len(chain) > 2 and chain[0].upper() in _ELEMENTS:
        return None  # "C NH2": the chain may stand before the atom, or behind it
    chains = {name for name in (chain, found["front"]) if name}
    if len(chains) > 1 or not all(_is_name(name, loud) for name in (atom, ligand_atom)):
        return None
    if any(name.lower() in _WORDS or (name.islower() and len(name) > 2) for name in chains):
        return None
    return Bond(residue.upper(), _number(number or ""), _atom(atom), "".join(chains), _atom(ligand_atom))


def _is_name(said: str, loud: bool) -> bool:
    """Whether a word may be an atom's name. `loud`: the residue beside it is in capitals, so it is too."""
    if not _LETTER.search(said) or said.lower() in _WORDS or said.upper() in KNOWN_RESIDUES:
        return False
    if len(said) == 1:
        return said.upper() in _ELEMENTS
    return bool(_DIGIT_OR_PRIME.search(said)) or said.isupper() or (len(said) <= 4 and not loud)


def _atom(said: str) -> str:
    """In capitals; old files write O5* for O5', and pictures show the prime."""
    return said.upper().replace(" ", "").replace("*", "'")


def _number(said: str) -> str:
    """Without leading zeros, its insertion code a capital."""
    digits = said.rstrip(string.ascii_letters)
    return f"{int(digits)}{said[len(digits) :].upper()}" if digits else ""
