"""Files of model predictions. One reader per file format, found by looking in this folder.

A reader is a module with `TITLE`, `UNIT`, `fits(head)` and `read(file)`: docs/add-a-file-format.md has one.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from functools import cache
from typing import BinaryIO, Protocol, cast

from benchmark.formats.lines import BOM
from benchmark.formats.rows import Problem, Row, Sure, UnreadableFile

HEAD = 64 * 1024  # bytes looked at to tell what a file is

# What people bring instead, by its first bytes, and what to do about it.
_STRANGERS = {
    b"PK\x03\x04": "This is a zip file or an Excel workbook. Save the table as CSV.",
    b"\x1f\x8b": "This is a gzip file. Unpack it first.",
    b"\xff\xfe": "This text is UTF-16. Save it as UTF-8.",
    b"\xfe\xff": "This text is UTF-16. Save it as UTF-8.",
    b"[": "This is one JSON list. Write JSON lines: one object a line, without the brackets around all.",
}


class Reader(Protocol):
    """What a module of this folder offers."""

    TITLE: str  # as pages name the format
    UNIT: str  # what the places of rows and problems count, such as "line"

    def fits(self, head: bytes) -> Sure:
        """Whether a file that begins with `head` (no byte-order mark, no blank lines) is of this format."""

    def read(self, file: BinaryIO) -> Iterator[Row | Problem]:
        """The rows and problems from the file's first byte on, in its order, holding one record at a time.

        Raises UnreadableFile where no row could ever be read, such as for a missing column.
        """


@cache
def readers() -> tuple[Reader, ...]:
    """Every reader there is, in the order of the module names."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(cast(Reader, importlib.import_module(f"{__name__}.{name}")) for name in names)


def detect(head: bytes) -> Reader:
    """The reader for a file that begins with `head`: told by content, whatever the file is called."""
    start = head.removeprefix(BOM).lstrip()
    if not start:
        raise UnreadableFile("The file is empty.")
    answers = [(reader.fits(start), reader) for reader in readers()]
    surest = max(sure for sure, _ in answers)
    if surest == Sure.NO:
        raise UnreadableFile(_strange(start))
    first, *others = (reader for sure, reader in answers if sure == surest)
    if others:
        raise UnreadableFile(_undecided([first, *others]))
    return first


def _strange(start: bytes) -> str:
    """The sentence for a file that no reader takes."""
    for mark, sentence in _STRANGERS.items():
        if start.startswith(mark):
            return sentence
    return f"The file is not {_either(readers())}."


def _undecided(fitting: Sequence[Reader]) -> str:
    """The sentence for a file that several readers take for theirs: to guess could be to read it wrongly."""
    return (
        f"The file could be {_either(fitting)}: it fits them equally well. "
        "Save it in another format, or ask whoever runs this site to keep only one of these."
    )


def _either(named: Sequence[Reader]) -> str:
    return " or ".join(reader.TITLE for reader in named)


def reader_of(file: BinaryIO, title: str = "") -> Reader:
    """The reader with the title that was kept of a file; where none is called so, the content tells.

    Raises UnreadableFile where no reader, or more than one, takes the file.
    """
    titled = {reader.TITLE: reader for reader in readers()}
    if title in titled:
        return titled[title]
    file.seek(0)
    return detect(file.read(HEAD))


def read(reader: Reader, file: BinaryIO) -> Iterator[Row | Problem]:
    """The rows and problems of a file that can seek, from its beginning. Raises UnreadableFile on the way."""
    file.seek(0)
    return reader.read(file)
