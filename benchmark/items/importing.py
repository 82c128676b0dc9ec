"""Brings item packages into the database, and shows or hides a version's results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.utils import timezone

from benchmark.common.actions import Action
from benchmark.common.audit import record
from benchmark.formats.packages.archive import Archive, Refused, open_archive
from benchmark.formats.packages.complaints import Complaints
from benchmark.formats.packages.pictures import CheckedPicture
from benchmark.formats.packages.reading import (
    Contents,
    content_sha256,
    read_contents,
    read_items,
    read_pictures,
)
from benchmark.formats.packages.records import ItemRecord, Manifest
from benchmark.items.picture_files import store, unsaved_row
from benchmark.models import (
    Benchmark,
    BenchmarkVersion,
    Item,
    ItemPicture,
    ItemStructure,
    Picture,
    Structure,
)

BATCH = 1_000  # rows
LONGEST_NAME = 100

# What is being done, how much of it is done, and how much there is.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The version that holds the package now, and whether this import made it."""

    version: BenchmarkVersion
    created: bool
    items: int = 0
    pictures: int = 0

    def sentence(self) -> str:
        if self.created:
            return f"{self.version}: {_counted(self.items, 'item')}, {_counted(self.pictures, 'picture')}."
        return f"{self.version} holds this package already. Nothing changed."


def import_package(
    path: Path, *, name: str, new_version: bool = False, who: Any = None, progress: Progress | None = None
) -> ImportResult:
    """Take the item package at `path`, a folder or a zip, as a version of the benchmark `name`.

    All or nothing: raises Refused, with every complaint, and then no row is left behind. The same package
    again changes nothing. Another package under the same name is refused unless `new_version`.
    """
    _check_name(name)
    with open_archive(path) as archive:
        content = content_sha256(archive)
        if there := _version_holding(name, content):
            return ImportResult(there, created=False)
        _check_wanted(name, new_version)
        contents, pictures = _check(archive, progress or _say_nothing)
        return _write(archive, content, contents, pictures, name=name, new_version=new_version, who=who)


@transaction.atomic
def show_results(version: BenchmarkVersion, *, who: Any) -> None:
    """Show everybody the results on this version; again changes nothing."""
    now = timezone.now()
    hidden = BenchmarkVersion.objects.filter(pk=version.pk, results_public_at__isnull=True)
    if hidden.update(results_public_at=now):
        record(who=who, what=Action.RESULTS_SHOWN, target=version, after={"results_public_at": f"{now}"})


@transaction.atomic
def hide_results(version: BenchmarkVersion, *, who: Any) -> None:
    """Take the results on this version back from the public; again changes nothing."""
    shown = BenchmarkVersion.objects.filter(pk=version.pk, results_public_at__isnull=False)
    since = shown.values_list("results_public_at", flat=True).first()
    if shown.update(results_public_at=None):
        record(who=who, what=Action.RESULTS_HIDDEN, target=version, before={"results_public_at": f"{since}"})


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _say_nothing(what: str, done: int, total: int) -> None:
    """For callers that watch no progress."""


def _check_name(name: str) -> None:
    try:
        validate_slug(name)
    except ValidationError:
        sentence = f"The name {name!r} may hold letters, digits, - and _ only."
        raise Refused.because(sentence) from None
    if len(name) > LONGEST_NAME:
        raise Refused.because(f"The name is longer than {LONGEST_NAME} characters.")


def _version_holding(name: str, content: str) -> BenchmarkVersion | None:
    versions = BenchmarkVersion.objects.with_names()
    return versions.filter(benchmark__name=name, content_sha256=content).first()


def _check_wanted(name: str, new_version: bool) -> None:
    latest = BenchmarkVersion.objects.with_names().filter(benchmark__name=name).first()
    if latest and not new_version:
        raise Refused.because(
            f"{latest} holds another content. Import this one as a new version (--new-version), "
            "or under another name."
        )


def _check(archive: Archive, progress: Progress) -> tuple[Contents, dict[str, CheckedPicture]]:
    """Check all of a package and store its pictures' files, as long as there is nothing to complain about.

    The pictures come back by their names in the package, without their bytes.
    """
    complaints = Complaints()
    contents = read_contents(archive, complaints)
    checked: dict[str, CheckedPicture] = {}
    named = contents.pictures if contents else {}
    for done, (name, picture) in enumerate(read_pictures(archive, named, complaints), 1):
        progress("checking pictures", done, len(named))
        if picture and not complaints:
            store(picture)
            checked[name] = replace(picture, data=b"")
    if complaints or contents is None:
        raise Refused(complaints)
    return contents, checked


@transaction.atomic
def _write(
    archive: Archive,
    content: str,
    contents: Contents,
    pictures: dict[str, CheckedPicture],
    *,
    name: str,
    new_version: bool,
    who: Any,
) -> ImportResult:
    """Every row of a package, in one transaction: nobody sees half a version."""
    benchmark, _ = Benchmark.objects.get_or_create(name=name)
    Benchmark.objects.select_for_update().get(pk=benchmark.pk)  # two imports take turns
    if there := _version_holding(name, content):
        return ImportResult(there, created=False)
    _check_wanted(name, new_version)
    version = _make_version(benchmark, content, contents.manifest)
    for batch in _batches(iter(pictures.values())):
        Picture.objects.bulk_create([unsaved_row(picture) for picture in batch], ignore_conflicts=True)
    _write_items(archive, version, pictures)
    if content_sha256(archive) != content:
        raise Refused.because("The package changed while it was read. Import it again.")
    after = {"content_sha256": content, "items": contents.items, "pictures": len(pictures)}
    record(who=who, what=Action.BENCHMARK_IMPORTED, target=version, after={"version": str(version)} | after)
    return ImportResult(version, created=True, items=contents.items, pictures=len(pictures))


def _make_version(benchmark: Benchmark, content: str, manifest: Manifest) -> BenchmarkVersion:
    latest = benchmark.versions.order_by("-number").first()
    return BenchmarkVersion.objects.create(
        benchmark=benchmark,
        number=latest.number + 1 if latest else 1,
        content_sha256=content,
        split=manifest.split,
        bond_definition=manifest.bond_definition,
        drawing_version=manifest.drawing_version,
        manifest=manifest.whole,
        averaged_columns=manifest.averaged_columns,
    )


def _write_items(archive: Archive, version: BenchmarkVersion, pictures: dict[str, CheckedPicture]) -> None:
    structures: dict[tuple[str, str], Structure] = {}
    for records in _batches(read_items(archive)):
        _find_structures(records, structures)
        items = Item.objects.bulk_create([_unsaved_item(version, item) for item in records])
        pairs = list(zip(items, records, strict=True))
        ItemStructure.objects.bulk_create(
            ItemStructure(
                item=item,
                structure=structures[shown.id, shown.sha256],
                role=shown.role,
                is_cluster=shown.is_cluster,
            )
            for item, of in pairs
            for shown in of.structures
        )
        ItemPicture.objects.bulk_create(
            (
                ItemPicture(
                    item=item,
                    position=position,
                    role=image.role,
                    picture_id=pictures[image.file].pixel_sha256,
                )
                for item, of in pairs
                for position, image in enumerate(of.images, 1)
            ),
            batch_size=BATCH,
        )


def _find_structures(records: list[ItemRecord], structures: dict[tuple[str, str], Structure]) -> None:
    """Add the structures that these items show and `structures` lacks, made where they are new."""
    shown = {(structure.id, structure.sha256) for item in records for structure in item.structures}
    for source_id, sha256 in sorted(shown - set(structures)):
        structures[source_id, sha256], _ = Structure.objects.get_or_create(source_id=source_id, sha256=sha256)


def _unsaved_item(version: BenchmarkVersion, item: ItemRecord) -> Item:
    return Item(
        version=version,
        key=item.key,
        task=item.task,
        stratum=item.stratum,
        split=version.split,
        facts=item.facts,
        question=item.question,
        options=item.options,
        truth=item.answer,
        difficulty=item.difficulty,
    )


def _batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    while batch := list(islice(rows, BATCH)):
        yield batch
