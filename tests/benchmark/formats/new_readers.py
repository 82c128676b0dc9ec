"""Readers that a test brings along: put into a folder of their own, and found as those of the house are."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmark.formats import predictions

# Puts a module of this name and source where readers are looked for.
AddReader = Callable[[str, str], None]


@pytest.fixture
def add_reader(tmp_path: Path) -> Iterator[AddReader]:
    folder = tmp_path / "readers"
    folder.mkdir()
    predictions.__path__.append(str(folder))

    def add(name: str, source: str) -> None:
        (folder / f"{name}.py").write_text(source)
        predictions.readers.cache_clear()

    yield add
    predictions.__path__.remove(str(folder))
    predictions.readers.cache_clear()
    for file in folder.glob("*.py"):
        sys.modules.pop(f"{predictions.__name__}.{file.stem}", None)
        vars(predictions).pop(file.stem, None)
