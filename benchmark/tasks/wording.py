"""What all questions share, and the names that pages show: of pictures and of the parts of a bond.

One dictionary per language. A language that lacks a task's text, or a name, falls back to English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmark.tasks.scene import TURNS

_ROLE_NAMES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "front": "Front",
        "left": "Left",
        "top": "Top",
        "back": "Back",
        "right": "Right",
        "bottom": "Bottom",
        "after": "Front, after",
        "reference_front": "Reference: front",
        "reference_left": "Reference: left",
        "reference_top": "Reference: top",
        "reference_after": "Reference: front, after",
        "target_front": "Target: front",
        "target_left": "Target: left",
        "target_top": "Target: top",
        "pocket_front": "Pocket: front",
        "pocket_left": "Pocket: left",
        "pocket_top": "Pocket: top",
        "ligand_front": "Ligand: front",
        "ligand_left": "Ligand: left",
        "ligand_top": "Ligand: top",
        "both_front": "Pocket and ligand: front",
        "option_a": "Option A",
        "option_b": "Option B",
        "option_c": "Option C",
        "option_d": "Option D",
    }
}

_COLUMN_NAMES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "residue": "Residue",
        "number": "Number",
        "atom": "Atom",
        "chain": "Chain",
        "ligand_atom": "Ligand atom",
    }
}

# Said only where the facts hold the key.
_IF_GIVEN: Mapping[str, Mapping[str, str]] = {
    "en": {
        "structure_id": "PDB entry: {}.",
        "chains": "Chains in these pictures: {}.",
    }
}

_SHARED: Mapping[str, Mapping[str, str]] = {
    "en": {
        "pictures": "Pictures, in order: {}.",
        "turns": "The other views show what the front view would show after a turn: {}.",
        "axes": (
            "Axes, fixed to the front view: x points right, y points up, z points out of the screen towards "
            "you. Distances are in Å, angles in degrees. Turns follow the right-hand rule: the thumb along "
            "the axis, the fingers curl the way a positive angle turns. A positive move along z brings the "
            "molecule nearer, so that it grows."
        ),
        "colours": (
            "Oxygen is red, nitrogen blue, sulphur yellow, phosphorus orange, halogens green. Carbon is grey "
            "in the ligand, and purple or sand in the pocket, changing from one residue to the next. "
            "Hydrogen and water are not drawn."
        ),
    }
}


def role_name(role: str, language: str = "en") -> str:
    """The name of a picture's place for people: `after` is "Front, after". An unknown role names itself."""
    return _ROLE_NAMES.get(language, {}).get(role) or _ROLE_NAMES["en"].get(role, role)


def column_name(column: str, language: str = "en") -> str:
    """The name of a part of a bond for people: `ligand_atom` is "Ligand atom"."""
    return _COLUMN_NAMES.get(language, {}).get(column) or _COLUMN_NAMES["en"].get(column, column)


def question(text: str, roles: Sequence[str], facts: Mapping[str, Any], language: str) -> str:
    """The whole question: a paragraph a line. `text` is the task's own part, `{fact}` where a fact stands."""
    shared = _SHARED.get(language, _SHARED["en"])
    pictures = "; ".join(f"{place} {role_name(role, language)}" for place, role in enumerate(roles, 1))
    paragraphs = [
        *_given(facts, language),
        text.format_map(facts),
        shared["pictures"].format(pictures),
        shared["turns"].format(_turns(roles, language)),
        shared["axes"],
        shared["colours"],
    ]
    return "\n".join(paragraphs)


def _given(facts: Mapping[str, Any], language: str) -> list[str]:
    sentences = _IF_GIVEN.get(language, _IF_GIVEN["en"])
    return [sentence.format(_listed(facts[key])) for key, sentence in sentences.items() if facts.get(key)]


def _listed(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _turns(roles: Sequence[str], language: str) -> str:
    seen = {role.rpartition("_")[2] for role in roles}
    return ", ".join(
        f"{role_name(view, language).lower()} {turn}" for view, turn in TURNS.items() if view in seen
    )
