"""A package for each test that wants one, and a folder for its pictures."""

from pathlib import Path
from typing import Any

import pytest

from tests.packages import make_package


@pytest.fixture
def own_pictures(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path / "pictures"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_package(tmp_path / "package")
