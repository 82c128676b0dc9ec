"""Writes an item package: `benchmark.json`, `items.jsonl` and `images/`. docs/item-package.md describes it.

A package appears whole or not at all: everything is written into a folder beside the wanted one, which
takes its name at the end.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PACKAGE_FORMAT, PACKAGE_FORMAT_VERSION = "misi-item-package", 1
IMAGES = "images"


class PackageError(Exception):
    """A package that cannot be written; the message says where and what to do."""


@dataclass(frozen=True, slots=True)
class PackageItem:
    """One line of `items.jsonl`."""

    key: str
    task: str
    stratum: str
    structures: tuple[Mapping[str, str], ...]  # {"id", "sha256", "role"}
    facts: Mapping[str, Any]
    question: str
    images: tuple[tuple[str, str], ...]  # (role, file name within images/)
    options: Mapping[str, str]
    answer: str
    difficulty: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {
            "key": self.key,
            "task": self.task,
            "stratum": self.stratum,
            "structures": list(self.structures),
            "facts": dict(self.facts),
            "question": self.question,
            "images": [{"role": role, "file": f"{IMAGES}/{name}"} for role, name in self.images],
        }
        if self.options:
            line["options"] = dict(self.options)
        return {**line, "answer": self.answer, "difficulty": dict(self.difficulty)}


@contextmanager
def package_folder(out: Path) -> Iterator[Path]:
    """A folder to write a package into, which becomes `out` if nothing goes wrong, and vanishes otherwise.

    Raises PackageError where `out` holds something already, or is no folder.
    """
    out = out.absolute()
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise PackageError(f"{out} exists and is not an empty folder; name another one, or remove it first.")
    unfinished = out.with_name(f".{out.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        (unfinished / IMAGES).mkdir(parents=True)
        yield unfinished
        unfinished.replace(out)
    except OSError as problem:
        raise PackageError(f"{out} cannot be written: {problem.strerror}.") from problem
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def write_image(folder: Path, content: bytes) -> str:
    """Stores a picture under the hash of its bytes and returns its name; the same bytes are stored once."""
    name = f"{hashlib.sha256(content).hexdigest()}.png"
    path = folder / IMAGES / name
    if not path.exists():
        path.write_bytes(content)
    return name


def write_items(folder: Path, items: Sequence[PackageItem]) -> None:
    """`items.jsonl`, by key: the order of the lines says nothing about them."""
    with (folder / "items.jsonl").open("w", encoding="utf-8", newline="\n") as file:
        for item in sorted(items, key=lambda item: item.key):
            file.write(json.dumps(item.as_json(), ensure_ascii=False, separators=(",", ":")) + "\n")


def write_manifest(folder: Path, name: str, items: Sequence[PackageItem], about: Mapping[str, Any]) -> None:
    """`benchmark.json`: the name, how many items of each task and stratum, and `about` how they were made."""
    content = {
        "format": PACKAGE_FORMAT,
        "format_version": PACKAGE_FORMAT_VERSION,
        "name": name,
        "counts": counts(items),
        **about,
    }
    text = json.dumps(content, ensure_ascii=False, indent=2)
    (folder / "benchmark.json").write_text(text + "\n", encoding="utf-8", newline="\n")


def counts(items: Sequence[PackageItem]) -> dict[str, dict[str, int]]:
    """task -> stratum -> number of items, by name."""
    found = Counter((item.task, item.stratum) for item in items)
    tasks = sorted({task for task, _ in found})
    return {
        task: {stratum: number for (t, stratum), number in sorted(found.items()) if t == task}
        for task in tasks
    }
