"""Reads an item package: `benchmark.json`, `items.jsonl` and `images/`, in a folder or a zip.

docs/item-package.md describes the format. Reading collects complaints instead of stopping at the first;
a package that has any is refused whole.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmark.formats.json_lines import JsonLine, load_json, read_json_lines
from benchmark.formats.packages.archive import DAMAGE, Archive, Refused, read_file
from benchmark.formats.packages.complaints import Complaints
from benchmark.formats.packages.pictures import LARGEST_FILE, CheckedPicture, check_picture
from benchmark.formats.packages.records import (
    PICTURE_FILE,
    ItemRecord,
    Manifest,
    make_item,
    make_manifest,
    what_is_wrong_with_item,
    what_is_wrong_with_manifest,
    what_is_wrong_with_shape,
)

MANIFEST = "benchmark.json"
ITEMS = "items.jsonl"
LARGEST_MANIFEST = 16 * 1024 * 1024  # bytes
CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Contents:
    """What a package holds, every item checked; its pictures are named but not looked at."""

    manifest: Manifest
    items: int
    pictures: dict[str, int]  # file name -> the first line that names it, in the order of the lines


def content_sha256(archive: Archive) -> str:
    """One hash of everything in a package, the same for a folder and a zip.

    Items name their pictures by the hash of the bytes, so hashing the two texts covers the pictures too.
    """
    digest = hashlib.sha256()
    for name in (MANIFEST, ITEMS):
        digest.update(_sha256_of_file(archive, name))
    return digest.hexdigest()


def read_contents(archive: Archive, complaints: Complaints) -> Contents | None:
    """Check the manifest and every item; None where the manifest or the items cannot be read at all."""
    manifest = _read_manifest(archive, complaints)
    counts: Counter[tuple[str, str]] = Counter()
    lines: dict[str, int] = {}
    pictures: dict[str, int] = {}
    for item in _checked_items(archive, complaints):
        counts[item.task, item.stratum] += 1
        if (first := lines.setdefault(item.key, item.line)) != item.line:
            complaints.add(f"The key {item.key!r} stands in line {first} already.", ITEMS, item.line)
        for file in _files_to_look_at(item):
            if pictures.setdefault(file, item.line) == item.line and file not in archive:
                complaints.add(f"The picture {file} is missing, or no plain file.", ITEMS, item.line)
    if manifest is None:
        return None
    if not complaints:
        _compare_counts(manifest, counts, complaints)
    there = {name: line for name, line in pictures.items() if name in archive}
    return Contents(manifest, counts.total(), there)


def read_items(archive: Archive) -> Iterator[ItemRecord]:
    """The items of a package that `read_contents` had no complaint about."""
    for line in _item_lines(archive):
        yield make_item(line.number, line.value)


def read_pictures(
    archive: Archive, pictures: dict[str, int], complaints: Complaints
) -> Iterator[tuple[str, CheckedPicture | None]]:
    """Every picture by its file name, checked one by one; None in place of one complained about."""
    for name, line in pictures.items():
        try:
            yield name, _read_picture(archive, name)
        except ValueError as error:
            complaints.add(f"The picture {name}: {error}", ITEMS, line)
            yield name, None


def _read_picture(archive: Archive, name: str) -> CheckedPicture:
    source = read_file(archive, name, LARGEST_FILE)
    if hashlib.sha256(source).hexdigest() not in name:
        raise ValueError(
            "Its name is not the hash of its bytes. It was changed, or cut short: write it again."
        )
    return check_picture(source)


def _read_manifest(archive: Archive, complaints: Complaints) -> Manifest | None:
    try:
        value: Any = load_json(read_file(archive, MANIFEST, LARGEST_MANIFEST))
    except ValueError as error:
        complaints.add(str(error), MANIFEST)
        return None
    if sentences := list(what_is_wrong_with_manifest(value)):
        for sentence in sentences:
            complaints.add(sentence, MANIFEST)
        return None
    return make_manifest(value)


def _checked_items(archive: Archive, complaints: Complaints) -> Iterator[ItemRecord]:
    """Every line that has the shape of an item, with complaints about it and about those that have not."""
    for line in _item_lines(archive):
        sentences = [line.problem] if line.problem else list(what_is_wrong_with_shape(line.value))
        item = None if sentences else make_item(line.number, line.value)
        for sentence in sentences if item is None else what_is_wrong_with_item(item):
            complaints.add(sentence, ITEMS, line.number)
        if item:
            yield item


def _files_to_look_at(item: ItemRecord) -> list[str]:
    """The picture files an item names, without names that could lead elsewhere (complained about apart)."""
    return [image.file for image in item.images if PICTURE_FILE.fullmatch(image.file)]


def _item_lines(archive: Archive) -> Iterator[JsonLine]:
    try:
        with archive.open(ITEMS) as file:
            yield from read_json_lines(file)
    except DAMAGE as error:
        raise Refused.because(f"It cannot be read ({error}). Make the package again.", ITEMS) from None


def _compare_counts(manifest: Manifest, found: Counter[tuple[str, str]], complaints: Complaints) -> None:
    if not found:
        complaints.add("There are no items.", ITEMS)
    said = {
        (task, stratum): count
        for task, strata in manifest.counts.items()
        for stratum, count in strata.items()
    }
    for kind in sorted(set(said) | set(found)):
        if said.get(kind, 0) != found[kind]:
            complaints.add(
                f"It counts {said.get(kind, 0):,} items of {' '.join(kind).strip()}; {ITEMS} has "
                f"{found[kind]:,}. The package may be cut short.",
                MANIFEST,
            )


def _sha256_of_file(archive: Archive, name: str) -> bytes:
    if name not in archive:
        raise Refused.because(f"{name} is missing. A package has {MANIFEST}, {ITEMS} and images/.")
    digest = hashlib.sha256()
    try:
        with archive.open(name) as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
    except DAMAGE as error:
        raise Refused.because(f"It cannot be read ({error}). Make the package again.", name) from None
    return digest.digest()
