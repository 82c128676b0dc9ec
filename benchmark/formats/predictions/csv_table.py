"""CSV, TSV and the semicolon kind: a header, then one record a row; quoted cells may hold line ends."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import BinaryIO

from benchmark.formats.lines import Line, not_utf8, numbered_lines
from benchmark.formats.rows import (
    ANSWER_NAMES,
    KEY_NAMES,
    LONGEST_LINE,
    Problem,
    Row,
    Sure,
    UnreadableFile,
    row_from,
)

TITLE = "CSV"
UNIT = "line"  # where a record begins

DELIMITERS = ",\t;"

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")

# The standard library's own limit, 128 KB, is shorter than an answer may be.
csv.field_size_limit(LONGEST_LINE)


def fits(head: bytes) -> Sure:
    """Text that does not begin like JSON; no text has control characters in its first line.

    Never more than a fallback: nearly every text could be a table.
    """
    first_line = head.split(b"\n", 1)[0]
    is_table = head[:1] not in (b"{", b"[") and not _CONTROL.search(first_line)
    return Sure.FALLBACK if is_table else Sure.NO


def read(file: BinaryIO) -> Iterator[Row | Problem]:
    lines = numbered_lines(file, LONGEST_LINE)
    for number, line, problem in lines:
        if problem or not line.isspace():
            delimiter, columns = _header(number, line, problem)
            yield from _Records(lines, number, delimiter, columns)
            return


def _header(number: int, line: bytes, problem: str) -> tuple[str, list[str]]:
    """The delimiter and the columns. Sniffed from this line alone: answers are full of commas."""
    if problem := problem or not_utf8(line):
        raise UnreadableFile(f"The columns cannot be read from line {number}. {problem}")
    text = line.decode()
    guesses = [(mark, _names(text, mark)) for mark in DELIMITERS]
    delimiter, columns = max(guesses, key=lambda guess: (_has_both(guess[1]), len(guess[1])))
    _check_columns(columns)
    return delimiter, columns


def _names(text: str, delimiter: str) -> list[str]:
    try:
        cells = next(csv.reader([text], delimiter=delimiter))
    except csv.Error as error:
        raise UnreadableFile(f"The columns cannot be read from the first line. {_reason(error)}") from None
    return [cell.strip().lower() for cell in cells]


def _reason(error: csv.Error) -> str:
    """The csv module's complaint, in words for whoever made the file."""
    if "new-line character" in str(error):
        return "A carriage return stands alone, outside quotes. End lines with a line feed."
    if "field limit" in str(error):
        return f"A cell is longer than {LONGEST_LINE:,} characters: a quote may not be closed."
    return f"The quotes do not add up: {error}."


def _has_both(columns: list[str]) -> bool:
    return all(any(name in columns for name in names) for names in (KEY_NAMES, ANSWER_NAMES))


def _check_columns(columns: list[str]) -> None:
    found = ", ".join(name or "(no name)" for name in columns)
    for wanted, names in (("item key", KEY_NAMES), ("answer", ANSWER_NAMES)):
        if not any(name in columns for name in names):
            sentence = f"The first line names no column for the {wanted}."
            raise UnreadableFile(f"{sentence} Wanted: {' or '.join(names)}. Found: {found[:500]}.")
    twice = {name for name in columns if columns.count(name) > 1}
    if twice:
        raise UnreadableFile(f"The first line names a column twice: {', '.join(sorted(twice))}.")


class _Records:
    """The records below a header. The csv module pulls lines from here, and so we know where it is."""

    def __init__(self, lines: Iterator[Line], header_line: int, delimiter: str, columns: list[str]) -> None:
        self.lines, self.columns = lines, columns
        self.line = header_line  # the last one handed out
        self.refused: list[Problem] = []  # in the lines of the record being read
        self.reader = csv.reader(self._texts(), delimiter=delimiter, strict=True)

    def __iter__(self) -> Iterator[Row | Problem]:
        while True:
            begins = self.line + 1
            self.refused.clear()
            try:
                cells = next(self.reader, None)
            except csv.Error as error:
                yield Problem(begins, "line", _reason(error))
                continue
            if self.refused:
                yield from self.refused
            elif cells is None:
                return
            elif any(cells):
                yield self._row(begins, cells)

    def _texts(self) -> Iterator[str]:
        for number, line, problem in self.lines:
            self.line = number
            if problem := problem or not_utf8(line):
                self.refused.append(Problem(number, "line", problem))
            yield line.decode(errors="replace")

    def _row(self, line: int, cells: list[str]) -> Row | Problem:
        if len(cells) != len(self.columns):
            sentence = f"The record has {len(cells)} cells, the first line names {len(self.columns)} columns."
            return Problem(line, "line", sentence)
        if any("\0" in cell for cell in cells):
            return Problem(line, "line", "It holds the character \\u0000, which no text may hold. Remove it.")
        return row_from(line, dict(zip(self.columns, cells, strict=True)))
