"""Runs `manage.py import_items` on a package, and gives back what it says."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from benchmark.models import Benchmark, Item, Picture
from tests.packages import make_package, package_item, picture_file


def run(path: Path, *options: str) -> str:
    out = StringIO()
    call_command("import_items", str(path), "--name", "small", *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def complaints(path: Path) -> str:
    """What the command says about a package it refuses, having left nothing behind."""
    with pytest.raises(CommandError) as caught:
        run(path)
    assert (Benchmark.objects.count(), Item.objects.count(), Picture.objects.count()) == (0, 0, 0)
    first, _, rest = str(caught.value).partition("\n")
    assert first == "Nothing was imported."
    return rest


def with_picture(folder: Path, data: bytes, extension: str = "png") -> Path:
    """The package with `data` as the first picture of its only item."""
    item = package_item()
    item["images"][0]["file"] = picture_file(data, extension)
    make_package(folder, [item])
    (folder / item["images"][0]["file"]).write_bytes(data)
    return folder
