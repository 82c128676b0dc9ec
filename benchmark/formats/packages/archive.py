"""A package as named files, whether it came as a folder or as a zip. Nothing is ever unpacked to disk."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Protocol

from benchmark.formats.packages.complaints import Complaints

MOST_MEMBERS = 2_000_000
# Text packs to about a twentieth; what packs to a thousandth is a bomb. Small files may pack well.
HIGHEST_RATIO = 200
RATIO_COUNTS_FROM = 1024 * 1024  # bytes, unpacked
PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What a desktop adds to a zip of its own accord.
LITTER = ("__MACOSX/", ".DS_Store", "Thumbs.db")
DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError)


class Refused(Exception):
    """A package that cannot be taken, with every complaint about it."""

    def __init__(self, complaints: Complaints) -> None:
        super().__init__("\n".join(complaints.sentences()))
        self.complaints = complaints

    @classmethod
    def because(cls, text: str, file: str = "") -> Refused:
        complaints = Complaints()
        complaints.add(text, file)
        return cls(complaints)


class Archive(Protocol):
    """Files by their names inside the package, such as `images/ab….png`."""

    def __contains__(self, name: object) -> bool: ...

    def open(self, name: str) -> BinaryIO: ...


class Folder:
    """A package that lies open. A name leads to a plain file below the folder or to nothing."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __contains__(self, name: object) -> bool:
        try:
            return stat.S_ISREG((self.root / str(name)).lstat().st_mode)
        except (OSError, ValueError):
            return False

    def open(self, name: str) -> BinaryIO:
        return (self.root / name).open("rb")


class Zip:
    """A package in a zip; `top` is the one folder everything lies in, where there is one."""

    def __init__(self, file: zipfile.ZipFile, top: str = "") -> None:
        self.file = file
        self.top = top
        self.names = frozenset(info.filename for info in file.infolist() if not info.is_dir())

    def __contains__(self, name: object) -> bool:
        return f"{self.top}{name}" in self.names

    def open(self, name: str) -> BinaryIO:
        return self.file.open(f"{self.top}{name}")  # type: ignore[return-value]


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """The package at `path`. Raises Refused where there is none, or a zip that is damaged or unsafe."""
    if path.is_dir():
        yield Folder(path)
    elif path.is_file():
        with _open_zip(path) as file:
            _check_members(file, path.stat().st_size)
            yield Zip(file, _top(file))
    else:
        raise Refused.because(f"There is no file or folder {path}. Check the path.")


def read_file(archive: Archive, name: str, most: int) -> bytes:
    """A whole file of at most `most` bytes; ValueError, with a sentence, where that cannot be."""
    try:
        with archive.open(name) as file:
            data = file.read(most + 1)
    except DAMAGE as error:
        raise ValueError(f"It cannot be read ({error}). Make the package again.") from None
    if len(data) > most:
        raise ValueError(f"It is larger than {most:,} bytes.")
    return data


def _open_zip(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except DAMAGE:
        sentence = "This is not a whole zip file. It may be cut short: copy it again, or give the folder."
        raise Refused.because(sentence) from None


def _check_members(file: zipfile.ZipFile, packed_size: int) -> None:
    complaints = Complaints()
    members = file.infolist()
    if len(members) > MOST_MEMBERS:
        complaints.add(f"The zip lists {len(members):,} files; at most {MOST_MEMBERS:,} are taken.")
    # A bomb may let many members share the same packed bytes: each looks harmless, the sum does not.
    if _is_bomb(sum(info.file_size for info in members), packed_size):
        complaints.add("The zip would unpack to far more than its files can hold. Make it again.")
    seen: set[str] = set()
    for info in members:
        if sentence := _what_is_unsafe(info, seen):
            complaints.add(sentence, info.orig_filename[:200])
        seen.add(info.filename)
    if complaints:
        raise Refused(complaints)


def _what_is_unsafe(info: zipfile.ZipInfo, seen: set[str]) -> str:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if not _is_plain_name(info.orig_filename):
        return "The name leads out of the package. Names are relative, with / and without .. in them."
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "It is a symbolic link or a device. Put the file itself into the zip."
    if info.flag_bits & 1:
        return "It is encrypted. Make the zip without a password."
    if info.compress_type not in PLAIN_METHODS:
        return "It is packed by an unusual method. Make the zip with the ordinary one (deflate)."
    if _is_bomb(info.file_size, info.compress_size):
        return f"It unpacks to more than {HIGHEST_RATIO} times its size. Make the zip again."
    return "The zip holds this name twice. Make it again." if info.filename in seen else ""


def _is_plain_name(name: str) -> bool:
    path = PurePosixPath(name)
    strange = "\\" in name or ":" in name or not name.isprintable()
    return not (strange or path.is_absolute() or ".." in path.parts)


def _is_bomb(size: int, packed_size: int) -> bool:
    return size > RATIO_COUNTS_FROM and size > HIGHEST_RATIO * packed_size


def _top(file: zipfile.ZipFile) -> str:
    """The folder that people get into a zip by packing the folder instead of what is in it."""
    names = [name for name in file.namelist() if not any(litter in name for litter in LITTER)]
    tops = {name.partition("/")[0] for name in names}
    inside = all("/" in name for name in names)
    return f"{tops.pop()}/" if len(tops) == 1 and inside else ""
