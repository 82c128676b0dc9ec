"""Uploaded files: kept once under their hash, refused with nothing left behind."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmark.runs.uploads import RunRefused, Upload, store_upload, upload_path

LINE = b'{"key": "a", "answer": "move x 3"}\n'


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.UPLOADS_DIR = tmp_path / "uploads"
    return settings.UPLOADS_DIR


def files(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


def test_a_file_is_kept_under_the_hash_of_its_bytes(folder: Path) -> None:
    upload = store_upload([LINE[:10], LINE[10:]])
    assert upload == Upload(hashlib.sha256(LINE).hexdigest(), len(LINE), "JSON lines", "line")
    assert upload_path(upload.sha256).read_bytes() == LINE
    assert files(folder) == [upload.sha256]


def test_the_same_file_again_is_kept_once(folder: Path) -> None:
    assert store_upload([LINE]) == store_upload([LINE])
    assert len(files(folder)) == 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"key,answer\n", "The file holds no predictions."),
        (b"key,truth\na,x\n", "The first line names no column for the answer."),
        (b"PK\x03\x04\x14\x00", "This is a zip file or an Excel workbook."),
    ],
)
def test_a_file_that_no_reader_can_read_is_refused_and_not_kept(
    folder: Path, data: bytes, sentence: str
) -> None:
    with pytest.raises(RunRefused, match=sentence):
        store_upload([data])
    assert files(folder) == []


def test_a_file_above_the_limit_is_refused_while_it_comes_in(folder: Path, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 1024**2
    taken = 0

    def chunks() -> Iterator[bytes]:
        nonlocal taken
        for taken in range(1, 1000):  # noqa: B007  read after the refusal
            yield b"x" * 1024 * 512

    with pytest.raises(RunRefused, match="The file is larger than 1 MB, which is the limit of this site"):
        store_upload(chunks())
    assert (taken, files(folder)) == (3, [])


def test_a_connection_that_breaks_leaves_nothing(folder: Path) -> None:
    def chunks() -> Iterator[bytes]:
        yield LINE
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        store_upload(chunks())
    assert files(folder) == []
