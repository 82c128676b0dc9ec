"""Small item packages with real pictures, whole or broken on purpose."""

import hashlib
import io
import json
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from benchmark.tasks import all_tasks, get_task
from tests.factories import sha

# An answer, and what a question needs to know, for each task.
EXAMPLES: Mapping[str, tuple[str, dict[str, Any]]] = {
    "translation": ("move x 3", {}),
    "rotation": ("roll y -15", {}),
    "zooming": ("move z 47", {}),
    "residue_ligand": ("Yes: ARG NH2, O22; ARG N, O23", {"residue": "ARG", "number": 221}),
    "translation_rotation": ("B", {}),
    "rotation_rotation": ("C", {}),
    "docking": ("roll x 75, move x -14", {}),
    "interaction_location": (
        "D",
        {"residue": "ARG", "number": "221", "atom": "NH2", "chain": "A", "ligand_atom": "O22"},
    ),
    "pocket_ligand": ("ARG 221 NH2 A, O22", {}),
}
SHIFTS = {letter: f"move x {x}, move y {-x}" for letter, x in zip("ABCD", (1, 2, 3, 4), strict=True)}


def picture_bytes(name: str, size: tuple[int, int] = (12, 9)) -> bytes:
    """A PNG whose colour depends on `name`."""
    file = io.BytesIO()
    Image.new("RGB", size, f"#{sha(name)[:6]}").save(file, "PNG")
    return file.getvalue()


def picture_file(data: bytes, extension: str = "png") -> str:
    return f"images/{hashlib.sha256(data).hexdigest()}.{extension}"


def options_for(task: str) -> dict[str, str]:
    kind = get_task(task).option_kind
    if kind == "pictures":
        return {letter: f"option_{letter.lower()}" for letter in "ABCD"}
    return dict(SHIFTS) if kind else {}


def package_item(task: str = "translation", key: str = "aa01", **changes: Any) -> dict[str, Any]:
    """One object of `items.jsonl`; its pictures are those that `make_package` paints for its key."""
    answer, facts = EXAMPLES[task]
    answer = changes.pop("answer", answer)
    two = any(role.startswith("target") for role in get_task(task).images)
    item: dict[str, Any] = {
        "key": key,
        "task": task,
        "stratum": get_task(task).stratum(answer),
        "structures": [
            {"id": f"1H{role[0].upper()}V", "sha256": sha(role), "role": role}
            for role in (("reference", "target") if two else ("complex",))
        ],
        "facts": facts,
        "question": get_task(task).question(facts),
        "images": [
            {"role": role, "file": picture_file(picture_bytes(f"{key}/{role}"))}
            for role in get_task(task).images
        ],
        "answer": answer,
        "difficulty": {"atoms": 536},
    }
    if options := options_for(task):
        item["options"] = options
    return item | changes


def one_of_each() -> list[dict[str, Any]]:
    return [package_item(task.slug, f"item-{task.order}") for task in all_tasks()]


def make_package(folder: Path, items: Sequence[dict[str, Any]] | None = None, **manifest: Any) -> Path:
    """Write a package: whole as long as `items` and `manifest` are left alone."""
    items = one_of_each() if items is None else items
    (folder / "images").mkdir(parents=True)
    for item in items:
        for image in item["images"]:
            data = picture_bytes(f"{item['key']}/{image['role']}")
            if image["file"] == picture_file(data):
                (folder / image["file"]).write_bytes(data)
    write_items(folder, items)
    counts: dict[str, dict[str, int]] = {}
    for (task, stratum), count in Counter((item["task"], item["stratum"]) for item in items).items():
        counts.setdefault(task, {})[stratum] = count
    whole = {
        "format": "misi-item-package",
        "format_version": 1,
        "name": "small",
        "split": "test",
        "counts": counts,
        "seed": 1,
        "bond_definition": {"name": "distance and angle", "distance": 3.9},
        "drawing_version": "1",
        "scorer_version": "1",
        "sources": [],
        "picture_size": {"width": 12, "height": 9},
    }
    (folder / "benchmark.json").write_text(json.dumps(whole | manifest))
    return folder


def write_items(folder: Path, items: Sequence[dict[str, Any]]) -> None:
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))


def make_zip(folder: Path, path: Path, top: str = "") -> Path:
    """The package of a folder as a zip, below `top` where that is given."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for member in sorted(folder.rglob("*")):
            if member.is_file():
                file.write(member, top + str(member.relative_to(folder)))
    return path
