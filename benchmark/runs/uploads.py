"""Uploaded files, kept under the hash of their bytes."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from benchmark.formats.predictions import Reader, read, reader_of
from benchmark.formats.rows import UnreadableFile


class RunRefused(ValueError):
    """What was asked of a run cannot be done; the message is a sentence for whoever asked."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A stored file."""

    sha256: str
    size: int  # bytes
    format: str  # the title of its format
    unit: str  # what the places in it count


def upload_path(sha256: str) -> Path:
    """Where the file with this content stands, whether or not it is there."""
    return Path(settings.UPLOADS_DIR) / sha256[:2] / sha256


def above_limit() -> str:
    """The sentence for a file that is too large."""
    limit = settings.MAX_UPLOAD_BYTES // 1024**2
    return f"The file is larger than {limit} MB, which is the limit of this site."


def store_upload(chunks: Iterable[bytes]) -> Upload:
    """Write a file of predictions to disk as it comes in, and look at its beginning.

    Raises RunRefused for a file that is too large or that no reader can read; then nothing is kept.
    """
    folder = Path(settings.UPLOADS_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
        try:
            sha256, size = _write(chunks, file)  # type: ignore[arg-type]
            reader = _reader_of(file)  # type: ignore[arg-type]
            target = upload_path(sha256)
            target.parent.mkdir(exist_ok=True)
            Path(file.name).replace(target)  # of the same file sent twice at once, either will do
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
    return Upload(sha256, size, reader.TITLE, reader.UNIT)


def _write(chunks: Iterable[bytes], file: BinaryIO) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        size += len(chunk)
        if size > settings.MAX_UPLOAD_BYTES:
            raise RunRefused(above_limit())
        digest.update(chunk)
        file.write(chunk)
    file.flush()
    os.fsync(file.fileno())
    return digest.hexdigest(), size


def _reader_of(file: BinaryIO) -> Reader:
    """The reader of a file. It is asked for the first record: a file without any is refused at once."""
    try:
        reader = reader_of(file)
        if next(read(reader, file), None) is None:
            raise UnreadableFile("The file holds no predictions.")
    except UnreadableFile as error:
        raise RunRefused(str(error)) from error
    return reader
