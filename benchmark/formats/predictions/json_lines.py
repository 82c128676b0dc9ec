"""JSON lines: one object a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import orjson

from benchmark.formats.rows import Line, Problem, Row, holds_nul, row_from

TITLE = "JSON lines"

_NOT_A_NUMBER = re.compile(rb"[:,\[]\s*-?(NaN|Infinity)\b")
_POSITION = re.compile(r": line 1 column (\d+) \(char \d+\)$")


def fits(head: bytes) -> bool:
    return head.startswith(b"{")


def read(lines: Iterator[Line]) -> Iterator[Row | Problem]:
    for number, line in lines:
        if isinstance(line, Problem):
            yield line
        elif not line.isspace():
            yield _record(number, line)


def _record(number: int, line: bytes) -> Row | Problem:
    try:
        fields = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return _what_is_wrong(number, line, error)
    if not isinstance(fields, dict):
        return Problem(number, "not-an-object", "The line is JSON, but not an object in { }.")
    if b"\\u0000" in line and holds_nul(fields):
        return Problem(number, "nul", "The line holds the character U+0000, which cannot be stored.")
    return row_from(number, fields)


def _what_is_wrong(number: int, line: bytes, error: orjson.JSONDecodeError) -> Problem:
    try:
        line.decode()
    except UnicodeDecodeError as undecodable:
        return Problem(number, "not-utf8", f"Byte {undecodable.start + 1} of the line is not UTF-8.")
    if found := _NOT_A_NUMBER.search(line):
        name = found[1].decode()
        return Problem(
            number, "nan", f'{name} is not JSON. Write null for no answer, or "{name}" for the text.'
        )
    why = _POSITION.sub(r", at column \1", str(error))
    return Problem(number, "not-json", f"The line is not one whole JSON object: {why}.")
