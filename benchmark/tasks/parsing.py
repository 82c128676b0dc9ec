"""From a raw answer to the place in it that is read: rules 1 to 3 of docs/scoring.md.

Every step takes time in proportion to the text, whatever the text is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

# What a keyboard or a model writes for an apostrophe, a prime or a degree sign. Mapped before NFKC, which
# would turn some of them into a space and an accent. Characters without width are dropped.
_LOOKALIKES = str.maketrans(
    {**dict.fromkeys("‘’‛′´ʹʼ", "'"), **dict.fromkeys("º˚", "°"), "″": "''"}
    | dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\u0000", "")
)
_DASH_BEFORE_NUMBER = re.compile(r"[\u2212\u2010-\u2015](?=\s*\.?[0-9])")
_PLAIN = re.compile(r"[A-Za-z0-9 ,;:.+()-]*")

_REASONING = re.compile(
    r"<(?P<close>/?)(?P<name>think|thinking|thoughts?|reasoning|reason|analysis|reflection|scratchpad|seed:think)"
    r"(?:\s[^<>\n]{0,80})?>"
    r"|[◁\[](?P<shut>/?)think[▷\]]"
    r"|<\|(?:begin|(?P<end>end))_of_thought\|>",
    re.IGNORECASE,
)
_OPENS_REASONING = re.compile(r"[<◁\[]")  # what every such mark begins with
_BREAK_TAG = re.compile(r"</answer\s*>|<br\s*/?>", re.IGNORECASE)
_ANSWER_TAG = re.compile(r"<answer\s*>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,15}\s?/?>|<\|[^|<>\s]{0,40}\|>")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})(?:[\w+-]{2,20})?[ \t]*$", re.MULTILINE)
_LATEX = re.compile(r"\\[A-Za-z]+|[\\{}$^]")
_DELETED = str.maketrans({**dict.fromkeys('`"“”„«»'), "_": " "})
_LINE_START = re.compile(r"(?:(?:[>•·*+-]|#{1,6}|[0-9]{1,3}[.)])(?:\s+|$))+")
_STARS_AND_QUOTES = re.compile(r"\*+|'+")

# "Answer:", "Final answer:", "the answer is", and a heading that says no more than that.
_ANSWER_MARK = re.compile(
    r"\banswers?(?: (?:choice|option|letter|command))?(?: ?\([^()]{0,40}\))?(?: is)? ?[:=]"
    r"|\banswer (?:is|would be)\b|^(?:(?:my|the|your) )?(?:final )?answer$",
    re.IGNORECASE,
)
# Whether the pieces of one or more lines and those of the next lines make one answer.
Joins = Callable[[Sequence[Any], Sequence[Any]], bool]

_NOTHING = " \t.*_#>~|'-"


class Chunk(NamedTuple):
    """A line, or the part of a line before or after an answer mark."""

    text: str
    after_mark: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer stands: the pieces found there, and the text they stand in."""

    pieces: list[Any]
    text: str


def clean(text: str) -> list[str] | None:
    """The lines of an answer without reasoning and its marks; None if its reasoning never ends.

    What a line looks like inside, `find_place` and `is_empty` tidy up.
    """
    if _PLAIN.fullmatch(text):
        return [text]
    text = _unify(text)
    said = _outside_reasoning(text)
    if said is None:
        return None
    if "<" in said:
        said = _ANSWER_TAG.sub("\nAnswer: ", _BREAK_TAG.sub("\n", said))
        said = _TAG.sub(" ", said)
    if "```" in said or "~~~" in said:
        said = _FENCE.sub("", said)
    lines = _LATEX.sub(" ", said).translate(_DELETED).replace("~~", "").splitlines()
    return [line for line in lines if line and not line.isspace()]


def is_empty(lines: Sequence[str]) -> bool:
    """Whether nothing is left but marks that never matter."""
    return not any(_tidy(line).strip(_NOTHING) for line in lines)


def find_place(
    lines: Sequence[str],
    find: Callable[[str], Sequence[Any]],
    joins: Joins,
) -> Place | None:
    """What stands after the last answer mark that something readable follows, else the last readable line.

    `find` gives the pieces of an answer that a text holds; `joins` says whether the pieces of one line and
    those of the next make one answer. Goes from the end: most of a long answer is never looked at.
    """
    found = _Found(find)
    seen: list[Chunk] = []  # the last one first
    readable = False
    for chunk in _backwards(lines):
        seen.append(chunk)
        readable = readable or bool(found[chunk.text])
        if readable and chunk.after_mark:
            break
    if not readable:
        return None
    chunks = seen[::-1]
    if chunks[0].after_mark:
        first = next(index for index, chunk in enumerate(chunks) if found[chunk.text])
        run, pieces = _run_starting_at(first, chunks, found, joins)
    else:
        after = next(index for index, chunk in enumerate(seen) if found[chunk.text])
        run, pieces = _run_ending_at(len(chunks) - 1 - after, chunks, found, joins)
    return Place(pieces, "\n".join(chunks[index].text.strip() for index in run))


def _unify(text: str) -> str:
    """NFKC, one apostrophe, one degree sign, one minus sign."""
    if text.isascii():
        return text.replace("\0", "")
    text = unicodedata.normalize("NFKC", text.translate(_LOOKALIKES))
    return _DASH_BEFORE_NUMBER.sub("-", text)


def _outside_reasoning(text: str) -> str | None:
    """What was said outside reasoning marks; None if the last one never closes.

    A closing mark without an opening one ends reasoning that began in the prompt's template, so all
    before it goes too.
    """
    if not _OPENS_REASONING.search(text):
        return text
    said: list[str] = []
    opened, position = "", 0
    for found in _REASONING.finditer(text):
        closes = bool(found["close"] or found["shut"] or found["end"])
        name = (found["name"] or found[0][0]).lower()
        if opened:
            if closes and name == opened:
                opened, position = "", found.end()
        elif closes:
            said, position = [], found.end()
        else:
            said.append(text[position : found.start()])
            opened = name
    return None if opened else "\n".join([*said, text[position:]])


def _tidy(line: str) -> str:
    """One line without Markdown, its spaces single."""
    line = " ".join(line.split())
    start = _LINE_START.match(line)
    if start:
        line = line[start.end() :]
    return _without_emphasis(line) if "*" in line or "'" in line else line


def _without_emphasis(line: str) -> str:
    """The line without stars and single quotes that come in pairs.

    What closes nothing and stands behind a letter or digit stays: it belongs to an atom name (O5', O5*).
    """
    opened: dict[str, list[int]] = {"*": [], "'": []}
    parts, position = [], 0
    for found in _STARS_AND_QUOTES.finditer(line):
        start, end = found.span()
        before, after = line[start - 1 : start] or " ", line[end : end + 1] or " "
        parts += [line[position:start], _kept(found[0], before, after, opened[found[0][0]])]
        position = end
    return " ".join("".join([*parts, line[position:]]).split())


def _kept(marks: str, before: str, after: str, opened: list[int]) -> str:
    """What of a run of equal marks between two characters is no emphasis; `opened` is brought up to date."""
    left = len(marks)
    while before != " " and opened and opened[-1] <= left:
        left -= opened.pop()
    if before.isalnum():
        stray = left > 2 or (marks == "**" and not after.isalnum())
        return "" if stray else marks[:left]
    if left == len(marks) and after != " ":
        opened.append(left)
    return ""


class _Found(dict[str, Sequence[Any]]):
    """The pieces that texts hold, each text looked at once and only if somebody asks."""

    def __init__(self, find: Callable[[str], Sequence[Any]]) -> None:
        self.find = find

    def __missing__(self, text: str) -> Sequence[Any]:
        self[text] = pieces = self.find(text)
        return pieces


def _backwards(lines: Sequence[str]) -> Iterator[Chunk]:
    for line in reversed(lines):
        yield from reversed(_chunks(_tidy(line)))


def _chunks(line: str) -> list[Chunk]:
    if "answer" not in line.lower():  # much faster than to look for the marks
        return [Chunk(line, False)]
    chunks: list[Chunk] = []
    position = 0
    for mark in _ANSWER_MARK.finditer(line):
        chunks.append(Chunk(line[position : mark.start()], bool(chunks)))
        position = mark.end()
    return [*chunks, Chunk(line[position:], bool(chunks))]


def _is_blank(text: str) -> bool:
    return not any(character.isalnum() for character in text)


def _run_starting_at(
    first: int, chunks: Sequence[Chunk], found: _Found, joins: Joins
) -> tuple[list[int], list[Any]]:
    run, pieces = [first], list(found[chunks[first].text])
    for index in range(first + 1, len(chunks)):
        more = found[chunks[index].text]
        if more and joins(pieces, more):
            run.append(index)
            pieces.extend(more)
        elif not _is_blank(chunks[index].text):
            break
    return run, pieces


def _run_ending_at(
    last: int, chunks: Sequence[Chunk], found: _Found, joins: Joins
) -> tuple[list[int], list[Any]]:
    run, pieces = [last], deque(found[chunks[last].text])
    for index in range(last - 1, -1, -1):
        more = found[chunks[index].text]
        if more and joins(more, pieces):
            run.append(index)
            pieces.extendleft(reversed(more))
        elif not _is_blank(chunks[index].text):
            break
    return run[::-1], list(pieces)
