"""What passes between a task and the drawing: what a task may ask of a complex, and what it wants drawn.

Tasks import nothing of molecules: `benchmark.generation.scenes` hands them what they need.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

# How each view follows from the front view: as pictures are drawn, as questions say it, as decoys use it.
TURNS: Mapping[str, str] = MappingProxyType(
    {
        "left": "roll y 90",
        "top": "roll x 90",
        "back": "roll y 180",
        "right": "roll y -90",
        "bottom": "roll x -90",
    }
)


class LeftOut(Exception):
    """Why a task has no item, or no more items, for a complex: the end of a sentence that names both."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to draw: who is in it, how it stands, and from where it is seen.

    `role` names its place in the item (`front`, `left`, `after`, `option_a`, ...);
    `subject` is `complex`, `pocket`, `ligand` or `partner` (the second complex of an item);
    `commands` move the molecule, in order, before `view` turns it.
    """

    role: str
    subject: str = "complex"
    view: str = "front"
    commands: tuple[str, ...] = ()
    ligand_commands: tuple[str, ...] = ()  # move the ligand alone, first (docking)
    residue: int | None = None  # draw only this residue and the ligand, with the residue's atoms named


@dataclass(frozen=True, slots=True)
class Draft:
    """One item as a task makes it, before anything is drawn."""

    facts: dict[str, Any]
    truth: str
    shots: tuple[Shot, ...]
    options: dict[str, str] = field(default_factory=dict)  # letter -> text, or the role of a picture
    difficulty: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SceneBond:
    """One hydrogen bond between the pocket and the ligand."""

    residue: str  # "ARG"
    number: str  # with its insertion code: "221A"
    atom: str
    chain: str  # "" where the file leaves it blank
    ligand_atom: str
    offset: tuple[float, float]  # Å to the right of and above the front view's middle: the bond's midpoint


@dataclass(frozen=True, slots=True)
class SceneResidue:
    """One residue of the pocket."""

    index: int  # as `Shot.residue` names it
    name: str
    number: str
    chain: str
    distance: float  # Å between the nearest heavy atoms of the residue and the ligand
    bonds: tuple[SceneBond, ...]


class Scene(Protocol):
    """What a generator may ask of a complex. Lengths in ångström, angles in degrees."""

    @property
    def structure_id(self) -> str: ...

    @property
    def split(self) -> str:
        """`test` or `train`"""
        ...

    @property
    def bonds(self) -> Sequence[SceneBond]: ...

    @property
    def residues(self) -> Sequence[SceneResidue]:
        """The nearest to the ligand first."""
        ...

    @property
    def chains(self) -> Sequence[str]:
        """The pocket's chains that have a name."""
        ...

    @property
    def has_partner(self) -> bool:
        """Whether there is a second complex to draw."""
        ...

    def share_in_view(self, commands: Sequence[str]) -> float:
        """The share, 0..1, of the complex's heavy atoms that the front view shows after `commands`."""
        ...

    def separation(self, one: Sequence[str], other: Sequence[str]) -> float:
        """How differently two sequences of commands place the complex in the front view: the mean
        distance across the picture between the two places of each heavy atom, in picture widths."""
        ...

    def reach(self, roll: str, side: int) -> int:
        """How far along x the ligand, turned about its own centre, can go to the right (`side` 1) or
        left (-1) and still be seen whole: whole Å, signed, 0 where it cannot go at all."""
        ...

    def claim(self, *shots: Shot) -> bool:
        """Whether no other item shows one of these pictures; if so, they are taken from now on.

        Plain views belong to everybody.
        """
        ...


def views(names: Sequence[str], prefix: str = "", subject: str = "complex", **where: Any) -> tuple[Shot, ...]:
    """Plain views of a subject, each with the role `prefix` + view."""
    return tuple(Shot(f"{prefix}{view}", subject, view, **where) for view in names)


Counts = Mapping[str, int]  # split -> items of one kind that one complex gives
