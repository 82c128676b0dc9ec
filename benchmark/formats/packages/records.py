"""The records of an item package, each checked by itself: its manifest and its items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchmark.formats.packages.writing import PACKAGE_FORMAT, PACKAGE_FORMAT_VERSION
from benchmark.tasks import UnknownTask, UnreadableTruth, all_columns, averaged_columns, get_task

SPLITS = ("train", "test")
KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
SHA256 = re.compile(r"[0-9a-f]{64}")
PICTURE_FILE = re.compile(r"images/([0-9a-f]{64})\.(?:png|jpg|jpeg|webp)")
# Which complexes an item may show: one, or one to learn from and one to answer for.
STRUCTURE_ROLES = ({"complex"}, {"reference", "target"})
CLUSTER_ROLES = ("target", "complex")  # the unit of resampling: the complex that is answered for

LONGEST_QUESTION = 20_000  # characters
LONGEST_ID = 64
LONGEST_VERSION = 32

ITEM_FIELDS: Mapping[str, type] = {
    "key": str,
    "task": str,
    "stratum": str,
    "structures": list,
    "facts": dict,
    "question": str,
    "images": list,
    "options": dict,
    "answer": str,
    "difficulty": dict,
}
OPTIONAL_ITEM_FIELDS = {"stratum", "facts", "options", "difficulty"}
MANIFEST_FIELDS: Mapping[str, type] = {
    "name": str,
    "split": str,
    "counts": dict,
    "bond_definition": dict,
    "drawing_version": str,
    "averaged_columns": list,
}
OPTIONAL_MANIFEST_FIELDS = {"bond_definition", "drawing_version", "averaged_columns"}
TYPE_NAMES: Mapping[type, str] = {str: "a text", list: "a list", dict: "an object"}


@dataclass(frozen=True, slots=True)
class StructureRecord:
    """A complex an item shows; `sha256` is of the files it was read from."""

    id: str
    sha256: str
    role: str

    @property
    def is_cluster(self) -> bool:
        return self.role in CLUSTER_ROLES


@dataclass(frozen=True, slots=True)
class ImageRecord:
    """A picture in its place: `file` is its name in the package."""

    role: str
    file: str

    @property
    def sha256(self) -> str:
        """What the file's name says the hash of its bytes is."""
        return self.file[len("images/") :].partition(".")[0]


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """One line of `items.jsonl`, whose shape is right."""

    line: int
    key: str
    task: str
    stratum: str
    structures: tuple[StructureRecord, ...]
    facts: dict[str, Any]
    question: str
    images: tuple[ImageRecord, ...]
    options: dict[str, str]
    answer: str
    difficulty: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `benchmark.json` says; `whole` is all of it, as it stands there."""

    split: str
    counts: dict[str, dict[str, int]]  # task -> stratum -> items
    bond_definition: dict[str, Any]
    drawing_version: str
    averaged_columns: list[str]  # those of MiSI-Bench where the package does not say
    whole: dict[str, Any]


def what_is_wrong_with_manifest(value: Any) -> Iterator[str]:
    """A sentence for everything in `value` that keeps it from being a manifest."""
    yield from _wrong_fields(value, MANIFEST_FIELDS, OPTIONAL_MANIFEST_FIELDS)
    if not isinstance(value, dict):
        return
    if (value.get("format"), value.get("format_version")) != (PACKAGE_FORMAT, PACKAGE_FORMAT_VERSION):
        yield f'It is not "format": "{PACKAGE_FORMAT}" with "format_version": {PACKAGE_FORMAT_VERSION}.'
    if isinstance(value.get("split"), str) and value["split"] not in SPLITS:
        yield f"The split is {value['split']!r}; it is train or test."
    if isinstance(value.get("drawing_version"), str) and len(value["drawing_version"]) > LONGEST_VERSION:
        yield f"The drawing version is longer than {LONGEST_VERSION} characters."
    if isinstance(value.get("counts"), dict) and not all(map(_are_counts, value["counts"].values())):
        yield "The counts are not whole numbers by task and stratum."
    yield from _wrong_columns(value.get("averaged_columns"))


def _wrong_columns(averaged: Any) -> Iterator[str]:
    """What is wrong with a list of the columns that the average goes over."""
    known = [column.name for column in all_columns()]
    if averaged == []:
        yield "averaged_columns is empty. Name the columns of the average, or leave the field out."
    for name in averaged if isinstance(averaged, list) else []:
        if name not in known:
            yield f"averaged_columns has {name!r}; the columns are: {', '.join(known)}."


def make_manifest(value: dict[str, Any]) -> Manifest:
    """The manifest in a value that nothing is wrong with."""
    return Manifest(
        split=value["split"],
        counts=value["counts"],
        bond_definition=value.get("bond_definition", {}),
        drawing_version=value.get("drawing_version", ""),
        averaged_columns=value.get("averaged_columns", averaged_columns()),
        whole=value,
    )


def what_is_wrong_with_shape(value: Any) -> Iterator[str]:
    """A sentence for everything in `value` that keeps it from being an item at all."""
    yield from _wrong_fields(value, ITEM_FIELDS, OPTIONAL_ITEM_FIELDS)
    if not isinstance(value, dict):
        return
    if unknown := sorted(set(value) - set(ITEM_FIELDS)):
        yield f"There is no field {unknown[0]!r}. The fields are: {', '.join(ITEM_FIELDS)}."
    yield from _wrong_entries(value.get("structures"), "structures", ("id", "sha256", "role"))
    yield from _wrong_entries(value.get("images"), "images", ("role", "file"))
    options = value.get("options")
    if isinstance(options, dict) and not all(isinstance(option, str) for option in options.values()):
        yield "The options are not texts by letter."


def make_item(line: int, value: dict[str, Any]) -> ItemRecord:
    """The item in a value whose shape is right."""
    return ItemRecord(
        line=line,
        key=value["key"],
        task=value["task"],
        stratum=value.get("stratum", ""),
        structures=tuple(StructureRecord(**entry) for entry in value["structures"]),
        facts=value.get("facts", {}),
        question=value["question"],
        images=tuple(ImageRecord(**entry) for entry in value["images"]),
        options=value.get("options", {}),
        answer=value["answer"],
        difficulty=value.get("difficulty", {}),
    )


def what_is_wrong_with_item(item: ItemRecord) -> Iterator[str]:
    """A sentence for everything that an item's fields say wrongly."""
    if not KEY.fullmatch(item.key):
        yield f"The key {item.key[:80]!r} is not 1 to 64 lower-case letters, digits, - and _."
    if not item.question.strip() or len(item.question) > LONGEST_QUESTION:
        yield f"The question is empty or longer than {LONGEST_QUESTION:,} characters."
    yield from _wrong_structures(item)
    yield from _wrong_pictures(item)
    try:
        get_task(item.task)
    except UnknownTask as error:
        yield str(error)
    else:
        yield from _wrong_for_its_task(item)


def _wrong_structures(item: ItemRecord) -> Iterator[str]:
    roles = [structure.role for structure in item.structures]
    if set(roles) not in STRUCTURE_ROLES or len(set(roles)) < len(roles):
        yield f"The structures' roles are {roles}; they are complex, or reference and target."
    for structure in item.structures:
        if not 0 < len(structure.id) <= LONGEST_ID:
            yield f"The structure id {structure.id[:80]!r} is not 1 to {LONGEST_ID} characters."
        if not SHA256.fullmatch(structure.sha256):
            yield f"The sha256 of structure {structure.id[:80]!r} is not 64 hexadecimal digits."


def _wrong_pictures(item: ItemRecord) -> Iterator[str]:
    for image in item.images:
        if not PICTURE_FILE.fullmatch(image.file):
            yield (
                f"The picture {image.role!r} is the file {image.file[:120]!r}; "
                "name it images/<hash of its bytes>.png (or .jpg, .webp)."
            )
    file_of = {image.role: image.file for image in item.images}
    options = [file_of[option] for option in item.options.values() if option in file_of]
    if len(set(options)) < len(options):
        yield "Two options show the same picture."


def _wrong_for_its_task(item: ItemRecord) -> Iterator[str]:
    task = get_task(item.task)
    roles = tuple(image.role for image in item.images)
    if roles != task.images:
        yield f"The pictures are {', '.join(roles)}; {task.slug} has, in order, {', '.join(task.images)}."
    try:
        task.question(item.facts)
        task.check_truth(item.answer, item.facts, item.options)
        stratum = task.stratum(item.answer)
    except (ValueError, UnreadableTruth) as error:
        yield str(error)
    else:
        if item.stratum != stratum:
            yield f"The stratum is {item.stratum!r}, but the answer makes it {stratum!r}."


def _are_counts(strata: Any) -> bool:
    return isinstance(strata, dict) and all(type(count) is int for count in strata.values())


def _wrong_fields(value: Any, fields: Mapping[str, type], optional: set[str]) -> Iterator[str]:
    if not isinstance(value, dict):
        yield "This is JSON, but not an object in { }."
        return
    if missing := [name for name in fields if name not in value and name not in optional]:
        yield f"Missing: {', '.join(missing)}."
    for name, kind in fields.items():
        if name in value and not isinstance(value[name], kind):
            yield f"{name} is not {TYPE_NAMES[kind]}."


def _wrong_entries(entries: Any, name: str, keys: tuple[str, ...]) -> Iterator[str]:
    """Whether a list holds objects of exactly these texts; a list that is none was reported already."""
    for place, entry in enumerate(entries if isinstance(entries, list) else [], 1):
        texts = isinstance(entry, dict) and all(isinstance(text, str) for text in entry.values())
        if not texts or set(entry) != set(keys):
            yield f"Entry {place} of {name} is not an object of the texts {', '.join(keys)}."
