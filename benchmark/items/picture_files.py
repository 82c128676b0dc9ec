"""Puts picture files into the data folder: each under the hash of its bytes, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from benchmark.formats.packages.pictures import CheckedPicture
from benchmark.models import Picture

READABLE_BY_ALL = 0o644  # nginx sends the files and runs as somebody else


def unsaved_row(picture: CheckedPicture) -> Picture:
    return Picture(
        pixel_sha256=picture.pixel_sha256,
        source_sha256=picture.source_sha256,
        file_sha256=picture.file_sha256,
        format=picture.format,
        width=picture.width,
        height=picture.height,
    )


def store(picture: CheckedPicture) -> None:
    """Write the file unless it stands there already. A file that no row names does no harm."""
    path = unsaved_row(picture).path()
    if path.is_file() and path.stat().st_size == len(picture.data):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    _write_whole(path, picture.data)


def _write_whole(path: Path, data: bytes) -> None:
    """Other readers see the old file or the new one; a crash leaves no half file under this name."""
    descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(READABLE_BY_ALL)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
