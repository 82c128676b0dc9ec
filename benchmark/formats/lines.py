"""The lines of a file, as a stream. A line ends at a line feed byte and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

BOM = b"\xef\xbb\xbf"


# A line's number, from 1, and its bytes with the line end; or no bytes and the sentence that says why.
Line = tuple[int, bytes, str]


def numbered_lines(file: BinaryIO, longest: int) -> Iterator[Line]:
    """Every line, without the byte order mark. No more than `longest` bytes are held at once.

    `str.splitlines` would also break lines at U+2028 and U+0085, which may stand inside a text.
    """
    number = 0
    while line := file.readline(longest + 1):
        number += 1
        if len(line) > longest and not line.endswith(b"\n"):
            _skip_rest_of_line(file, longest)
            sentence = f"The line is longer than {longest:,} bytes. Split or shorten it."
            yield number, b"", sentence
        else:
            yield number, line.removeprefix(BOM) if number == 1 else line, ""


def not_utf8(data: bytes) -> str:
    """The sentence for bytes that are not UTF-8, which names the first bad one; empty for good ones."""
    try:
        data.decode()
    except UnicodeDecodeError as wrong:
        return f"Byte {wrong.start + 1} is not UTF-8. Save the file as UTF-8."
    return ""


def _skip_rest_of_line(file: BinaryIO, step: int) -> None:
    while (rest := file.readline(step)) and not rest.endswith(b"\n"):
        pass
