"""JSON lines: one object a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from benchmark.formats.json_lines import read_json_lines
from benchmark.formats.rows import LONGEST_LINE, Problem, Row, row_from

TITLE = "JSON lines"


def fits(head: bytes) -> bool:
    return head.startswith(b"{")


def read(file: BinaryIO) -> Iterator[Row | Problem]:
    for number, fields, problem in read_json_lines(file, LONGEST_LINE):
        if problem:
            yield Problem(number, "line", problem)
        elif isinstance(fields, dict):
            yield row_from(number, fields)
        else:
            yield Problem(number, "line", "The line is JSON, but not an object in { }.")
