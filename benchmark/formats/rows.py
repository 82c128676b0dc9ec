"""What every file of predictions comes down to: rows, each of one answer, and problems, each of one place.

Standard library only, no Django: a reader is tested on bytes.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

# Longer lines, and longer cells of a table, are not read: no answer may fill the memory.
LONGEST_LINE = 2 * 1024 * 1024  # bytes
MOST_SAMPLES = 32_767  # what the column holds

# The names under which a file may hold each field; the first one is the one we write.
KEY_NAMES = ("key", "item", "id")
ANSWER_NAMES = ("answer", "raw", "text", "prediction", "response")
_ANSWERS = frozenset(ANSWER_NAMES)
SAMPLE_NAME = "sample"
REASONING_NAME = "reasoning"


class Row(NamedTuple):
    """One answer of a model. `text` is None where the file says that there is none (JSON's null)."""

    place: int  # where it begins, from 1, in the reader's UNIT; several rows may share one
    key: str
    text: str | None
    sample: int  # tells repeated answers to one item apart
    reasoning: str
    extra: dict[str, Any]  # the fields we have no column for


class Problem(NamedTuple):
    """A place that gave no row, why in a sentence, and a code that tells the kinds apart."""

    place: int
    code: str
    text: str


class Sure(IntEnum):
    """How sure a reader is that a file is of its format. The surest one reads."""

    NO = 0
    FALLBACK = 1  # it could try, where nobody knows better
    LIKELY = 2  # the file begins as files of this format do
    CERTAIN = 3  # it says what it is: a mark, the names of columns


class UnreadableFile(ValueError):
    """The file as a whole cannot be read; the message is a sentence for whoever brought it."""


def row_from(place: int, fields: dict[str, Any]) -> Row | Problem:
    """A row from named values of any type, or what is wrong with them. Takes what it uses out of `fields`."""
    try:
        key = _key(fields)
        text = _answer(fields)
        sample = _sample(fields) if SAMPLE_NAME in fields else 0
        reasoning = _reasoning(fields) if REASONING_NAME in fields else ""
    except _BadField as error:
        return Problem(place, error.code, str(error))
    return Row(place, key, text, sample, reasoning, fields)


class _BadField(ValueError):
    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def _key(fields: dict[str, Any]) -> str:
    for name in KEY_NAMES:
        if name in fields:
            return _key_text(fields.pop(name), name)
    raise _BadField("no-key", f'The item key is missing: a field named "{KEY_NAMES[0]}".')


def _key_text(key: Any, name: str) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key)
    raise _BadField("no-key", f'"{name}" must be the key of an item, a text.')


def _answer(fields: dict[str, Any]) -> str | None:
    names = _ANSWERS.intersection(fields)
    if len(names) == 1:
        (name,) = names
        return _text(fields.pop(name), name)
    if not names:
        raise _BadField("no-answer", f'The answer is missing: a field named "{ANSWER_NAMES[0]}".')
    # Many files hold the right answer beside the model's: to guess would be to score the truth.
    both = " and ".join(f'"{name}"' for name in ANSWER_NAMES if name in names)
    raise _BadField("two-answers", f"{both} could each be the model's answer. Keep the one that is.")


def _text(value: Any, name: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    kind = {dict: "an object", list: "a list", bool: "true or false"}[type(value)]
    raise _BadField("bad-value", f'"{name}" must be a text, not {kind}.')


def _reasoning(fields: dict[str, Any]) -> str:
    return _text(fields.pop(REASONING_NAME), REASONING_NAME) or ""


def _sample(fields: dict[str, Any]) -> int:
    value = fields.pop(SAMPLE_NAME)
    if value is None or value == "":
        return 0
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value.lstrip("0")[:6] or "0")
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_SAMPLES:
        return value
    raise _BadField("bad-sample", f'"{SAMPLE_NAME}" must be a whole number from 0 to {MOST_SAMPLES}.')
