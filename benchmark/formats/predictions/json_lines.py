"""JSON lines: one object a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from benchmark.formats.json_lines import load_json
from benchmark.formats.lines import numbered_lines
from benchmark.formats.rows import LONGEST_LINE, Problem, Row, Sure, row_from

TITLE = "JSON lines"
UNIT = "line"


def fits(head: bytes) -> Sure:
    return Sure.LIKELY if head.startswith(b"{") else Sure.NO


def read(file: BinaryIO) -> Iterator[Row | Problem]:
    for number, line, problem in numbered_lines(file, LONGEST_LINE):
        if problem:
            yield Problem(number, "line", problem)
        elif not line.isspace():
            yield _record(number, line)


def _record(number: int, line: bytes) -> Row | Problem:
    try:
        fields = load_json(line)
    except ValueError as error:
        return Problem(number, "line", str(error))
    if isinstance(fields, dict):
        return row_from(number, fields)
    return Problem(number, "line", "The line is JSON, but not an object in { }.")
