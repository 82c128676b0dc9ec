"""From the lines of an answer to the place in them that is read: rule 3 of docs/scoring.md.

Every step takes time in proportion to the text, whatever the text is.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.tasks.reading.cleaning import tidy

# "Answer:", "Final answer:", "the answer is", and a heading that says no more than that.
_ANSWER_MARK = re.compile(
    r"(?<![^\W_])answers?(?: (?:choice|option|letter|command))?(?: ?\([^()]{0,40}\))?(?: is)? ?[:=]"
    r"|(?<![^\W_])answer (?:is|would be)\b|^(?:(?:my|the|your) )?(?:final[ _])?answer$",
    re.IGNORECASE,
)
# Whether the pieces of one or more lines and those of the next lines make one answer.
Joins = Callable[[Sequence[Any], Sequence[Any]], bool]

_NOTHING = " \t.*_#>~|'-"


class Chunk:
    """A line, or the part of a line before or after an answer mark; put in order once somebody reads it."""

    __slots__ = ("_is_tidy", "_text", "after_mark")

    def __init__(self, text: str, *, after_mark: bool = False, is_tidy: bool = False) -> None:
        self._text, self._is_tidy, self.after_mark = text, is_tidy, after_mark

    @property
    def text(self) -> str:
        if not self._is_tidy:
            self._text, self._is_tidy = tidy(self._text), True
        return self._text


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer stands: the pieces found there, and the text they stand in."""

    pieces: list[Any]
    text: str
    after_mark: bool  # what stands before the place could not have changed it


def is_empty(lines: Sequence[str]) -> bool:
    """Whether nothing is left but marks that never matter."""
    return not any(tidy(line).strip(_NOTHING) for line in lines)


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
    text = "\n".join(chunks[index].text.strip() for index in run)
    return Place(pieces, text, chunks[0].after_mark)


class _Found(dict[str, Sequence[Any]]):
    """The pieces that texts hold, each text looked at once and only if somebody asks."""

    def __init__(self, find: Callable[[str], Sequence[Any]]) -> None:
        self.find = find

    def __missing__(self, text: str) -> Sequence[Any]:
        self[text] = pieces = self.find(text)
        return pieces


def _backwards(lines: Sequence[str]) -> Iterator[Chunk]:
    for line in reversed(lines):
        if _may_hold_a_mark(line):
            yield from reversed(_chunks(tidy(line)))
        else:
            yield Chunk(line)


def _may_hold_a_mark(line: str) -> bool:
    """Whether marks are worth looking for, which takes ten times as long; `tidy` drops stars and quotes."""
    return "answer" in line.replace("*", "").replace("'", "").lower()


def _chunks(line: str) -> list[Chunk]:
    chunks: list[Chunk] = []
    position = 0
    for mark in _ANSWER_MARK.finditer(line):
        text = line[position : mark.start()]
        chunks.append(Chunk(text, after_mark=bool(chunks), is_tidy=True))
        position = mark.end()
    return [*chunks, Chunk(line[position:], after_mark=bool(chunks), is_tidy=True)]


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
