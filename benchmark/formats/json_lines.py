"""Reads JSON lines as a stream. A line ends at a line feed byte and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import orjson

BOM = b"\xef\xbb\xbf"
LONGEST_LINE = 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A line's number, from 1, and its value; or the sentence that says why it has none."""

    number: int
    value: Any = None
    problem: str = ""


def read_json_lines(file: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[JsonLine]:
    """Every line that is not blank. A byte order mark and carriage returns are passed over.

    `str.splitlines` would also break records at U+2028 and U+0085, which JSON allows inside a string.
    """
    number = 0
    while line := file.readline(longest + 1):
        number += 1
        if len(line) > longest and not line.endswith(b"\n"):
            _skip_rest_of_line(file, longest)
            yield JsonLine(number, problem=f"The line is longer than {longest:,} bytes. Split or shorten it.")
            continue
        if number == 1:
            line = line.removeprefix(BOM)
        if line := line.strip():
            yield _parse(number, line)


def load_json(data: bytes) -> Any:
    """The value of a JSON text; ValueError with a sentence where it is none, or where it hides a NUL."""
    try:
        value = orjson.loads(data.removeprefix(BOM))
    except orjson.JSONDecodeError as error:
        raise ValueError(_reason(data, error)) from None
    if b"\\u0000" in data:  # PostgreSQL stores every character but this one
        raise ValueError("It holds the character \\u0000, which no text may hold. Remove it.")
    return value


def _parse(number: int, line: bytes) -> JsonLine:
    try:
        return JsonLine(number, load_json(line))
    except ValueError as error:
        return JsonLine(number, problem=str(error))


def _reason(data: bytes, error: orjson.JSONDecodeError) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        return f"Byte {wrong.start + 1} is not UTF-8. Save the file as UTF-8."
    return f"This is not JSON: {error.msg}."


def _skip_rest_of_line(file: BinaryIO, step: int) -> None:
    while (rest := file.readline(step)) and not rest.endswith(b"\n"):
        pass
