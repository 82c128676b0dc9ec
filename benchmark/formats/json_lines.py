"""Reads JSON lines as a stream."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

import orjson

from benchmark.formats.lines import BOM, not_utf8, numbered_lines

LONGEST_LINE = 1024 * 1024  # bytes

_NOT_A_NUMBER = re.compile(rb"[:,\[]\s*-?(NaN|Infinity)\b")


class JsonLine(NamedTuple):
    """A line's number, from 1, and its value; or the sentence that says why it has none."""

    number: int
    value: Any = None
    problem: str = ""


def read_json_lines(file: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[JsonLine]:
    """Every line that is not blank. A byte order mark and carriage returns are passed over."""
    for number, line, problem in numbered_lines(file, longest):
        if problem:
            yield JsonLine(number, problem=problem)
        elif not line.isspace():
            yield _parse(number, line.rstrip())  # or a text cut short would end in a second line


def load_json(data: bytes) -> Any:
    """The value of a JSON text; ValueError with a sentence where it is none, or where it hides a NUL."""
    try:
        value = orjson.loads(data.removeprefix(BOM))
    except orjson.JSONDecodeError as error:
        raise ValueError(_reason(data, error)) from None
    if b"\\u0000" in data and _holds_nul(value):  # PostgreSQL stores every character but this one
        raise ValueError("It holds the character \\u0000, which no text may hold. Remove it.")
    return value


def _parse(number: int, line: bytes) -> JsonLine:
    try:
        return JsonLine(number, load_json(line))
    except ValueError as error:
        return JsonLine(number, problem=str(error))


def _reason(data: bytes, error: orjson.JSONDecodeError) -> str:
    if sentence := not_utf8(data):
        return sentence
    if found := _NOT_A_NUMBER.search(data):
        name = found[1].decode()
        return f'{name} is not JSON. Write null where there is no value, or "{name}" for the text.'
    where = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
    return f"This is not one whole JSON text: {error.msg}, at {where}."


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_holds_nul(part) for pair in value.items() for part in pair)
    return isinstance(value, list) and any(map(_holds_nul, value))
