"""Reads JSON lines as a stream."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

import orjson

from benchmark.formats.lines import BOM, not_utf8, numbered_lines

LONGEST_LINE = 1024 * 1024  # bytes
DEEPEST = 100  # lists and objects within each other: what writes them again gives up at 254

_NOT_A_NUMBER = re.compile(rb"[:,\[]\s*-?(NaN|Infinity)\b")
_TOO_DEEP = f"It is nested deeper than {DEEPEST} lists and objects. Flatten it."


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
    """The value of a JSON text; ValueError with a sentence where it is none, or must not be stored."""
    try:
        value = orjson.loads(data.removeprefix(BOM))
    except orjson.JSONDecodeError as error:
        raise ValueError(_reason(data, error)) from None
    if data.count(b"[") + data.count(b"{") > DEEPEST and _is_deep(value):
        raise ValueError(_TOO_DEEP)
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
    if "depth limit" in error.msg:
        return _TOO_DEEP
    if found := _NOT_A_NUMBER.search(data):
        name = found[1].decode()
        return f'{name} is not JSON. Write null where there is no value, or "{name}" for the text.'
    where = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
    return f"This is not one whole JSON text: {error.msg}, at {where}."


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [part for outer in level for part in _parts(outer)]
    return any(isinstance(part, dict | list) for part in level)


def _parts(value: Any) -> Iterable[Any]:
    """What stands directly in an object or a list."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_holds_nul(part) for pair in value.items() for part in pair)
    return isinstance(value, list) and any(map(_holds_nul, value))
