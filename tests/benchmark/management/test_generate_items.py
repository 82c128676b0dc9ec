"""`python manage.py generate_items`, as people type it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.benchmark.generation.retelling import DEMO


def generate(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[str, str]:
    call_command("generate_items", *map(str, arguments))
    return capsys.readouterr()


@pytest.fixture
def structures(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for part in ("pocket", "ligand"):
        (tmp_path / "in" / f"1IA1_{part}.pdb").symlink_to(DEMO / "test" / f"1IA1_{part}.pdb")
    return tmp_path / "in"


def test_it_writes_a_package_and_says_what_it_holds_and_what_it_lacks(structures, tmp_path, capsys):
    out, error = generate(
        *(capsys, "--structures", structures, "--out", tmp_path / "mine", "--split", "test"),
        *("--size", "80x64", "--tasks", "zooming,translation_rotation"),
    )
    assert out.splitlines() == ["zooming: 2", f"2 items, 5 pictures: {tmp_path / 'mine'}"]
    assert "drawing: 5 of 5" in error
    assert error.splitlines()[-1].startswith(
        "Left out: 1IA1, translation_rotation: it needs a second complex"
    )
    manifest = json.loads((tmp_path / "mine" / "benchmark.json").read_text())
    assert manifest["name"] == "mine"
    assert manifest["picture_size"] == {"width": 80, "height": 64}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--size", "800"), "'800' is no picture size; write it as 800x600, each side 64 to 4096."),
        (("--size", "20000x600"), "'20000x600' is no picture size"),
        (("--tasks", "zooming,flying"), "There is no task 'flying'. The tasks are: translation, rotation,"),
        (("--workers", "0"), "'0' is no whole number from 1."),
        (("--most-per-task", "x"), "'x' is no whole number from 1."),
        (("--split", "dev"), "invalid choice: 'dev'"),
        (("--seed", "one"), "invalid int value: 'one'"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(structures, tmp_path, capsys, arguments, sentence):
    with pytest.raises(CommandError, match=re.escape(sentence)):
        generate(capsys, "--structures", structures, "--out", tmp_path / "out", "--split", "test", *arguments)
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_not_there_is_named(tmp_path, capsys):
    with pytest.raises(CommandError, match="nowhere is no folder"):
        generate(capsys, "--structures", tmp_path / "nowhere", "--out", tmp_path / "out", "--split", "test")
    assert list(tmp_path.iterdir()) == []
