"""The writer that brings item packages into the database."""

from pathlib import Path
from typing import Any

import pytest

from benchmark.formats.packages.archive import Refused
from benchmark.items.importing import hide_results, import_package, show_results
from benchmark.models import (
    AuditEntry,
    Benchmark,
    BenchmarkVersion,
    Item,
    ItemPicture,
    ItemStructure,
    Picture,
    Structure,
)
from benchmark.tasks import all_tasks
from tests.factories import make_user, make_version
from tests.packages import make_package, make_zip, one_of_each, package_item, picture_bytes, write_items
from tests.threads import at_once

pytestmark = pytest.mark.django_db

TABLES = (Benchmark, BenchmarkVersion, Item, ItemPicture, ItemStructure, Picture, Structure, AuditEntry)


@pytest.fixture(autouse=True)
def own_pictures(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path / "pictures"


def row_counts() -> list[int]:
    return [table.objects.count() for table in TABLES]


def test_a_package_comes_in_with_all_nine_tasks(tmp_path: Path) -> None:
    result = import_package(make_package(tmp_path / "package"), name="small")
    assert (result.created, result.items, str(result.version)) == (True, 9, "small v1")
    items = result.version.items.all()
    assert {item.task for item in items} == {task.slug for task in all_tasks()}
    assert Item.objects.get(task="residue_ligand").stratum == "positive"
    assert Item.objects.get(task="interaction_location").options["A"] == "move x 1, move y -1"


def test_an_item_keeps_its_pictures_in_order_and_their_files_are_stored_as_they_came(tmp_path: Path) -> None:
    import_package(make_package(tmp_path / "package"), name="small")
    item = Item.objects.for_display().get(task="translation")
    placed = item.item_pictures.all()
    assert [(of.position, of.role) for of in placed] == [(1, "front"), (2, "left"), (3, "top"), (4, "after")]
    for of in placed:
        assert of.picture.path().read_bytes() == picture_bytes(f"{item.key}/{of.role}")


def test_results_are_resampled_by_the_target_where_there_is_one_and_by_the_only_complex_elsewhere(
    tmp_path: Path,
) -> None:
    import_package(make_package(tmp_path / "package"), name="small")
    clusters = ItemStructure.objects.filter(is_cluster=True)
    assert clusters.filter(item__task="translation_rotation").get().role == "target"
    assert clusters.filter(item__task="docking").get().role == "complex"
    assert clusters.count() == 9


def test_the_manifest_is_kept(tmp_path: Path) -> None:
    version = import_package(make_package(tmp_path / "package", seed=7), name="small").version
    version.refresh_from_db()
    assert version.manifest["seed"] == 7
    assert version.bond_definition["name"] == "distance and angle"
    assert (version.drawing_version, version.split) == ("1", "test")


def test_the_same_package_again_changes_nothing_also_as_a_zip(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package")
    first = import_package(folder, name="small")
    before = row_counts()
    for again in (
        folder,
        make_zip(folder, tmp_path / "small.zip"),
        make_zip(folder, tmp_path / "in.zip", "in/"),
    ):
        result = import_package(again, name="small")
        assert (result.version, result.created) == (first.version, False)
    assert row_counts() == before


def test_a_changed_package_is_refused_unless_it_is_to_be_a_new_version(tmp_path: Path) -> None:
    import_package(make_package(tmp_path / "one"), name="small")
    changed = make_package(tmp_path / "two", [package_item(answer="move x 4")])
    before = row_counts()
    with pytest.raises(Refused, match=r"small v1 holds another content\. Import this one as a new version"):
        import_package(changed, name="small")
    assert row_counts() == before
    assert import_package(changed, name="small", new_version=True).version.number == 2
    assert Item.objects.count() == 10


def test_versions_share_the_pictures_and_structures_they_have_in_common(tmp_path: Path) -> None:
    import_package(make_package(tmp_path / "one"), name="small")
    before = (Picture.objects.count(), Structure.objects.count())
    import_package(make_package(tmp_path / "two", one_of_each()[:3]), name="small", new_version=True)
    assert (Picture.objects.count(), Structure.objects.count()) == before


def test_one_bad_line_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package", [*one_of_each(), package_item(key="late", answer="move z 3")])
    before = row_counts()
    with pytest.raises(Refused, match=r"items\.jsonl, line 10: "):
        import_package(folder, name="small")
    assert row_counts() == before


def test_one_bad_picture_leaves_no_row_behind(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package")
    sorted(folder.glob("images/*"))[-1].write_bytes(b"not a picture")
    before = row_counts()
    with pytest.raises(Refused, match="Its name is not the hash of its bytes"):
        import_package(folder, name="small")
    assert row_counts() == before


@pytest.mark.parametrize("name", ["two words", "../up", "", "a" * 101])
def test_a_name_that_no_address_could_hold_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused, match=r"name"):
        import_package(make_package(tmp_path / "package"), name=name)


def test_an_import_leaves_its_trace(tmp_path: Path) -> None:
    admin = make_user("admin")
    version = import_package(make_package(tmp_path / "package"), name="small", who=admin).version
    entry = AuditEntry.objects.get(what="benchmark.imported")
    assert (entry.who, entry.target) == (admin, f"benchmark.benchmarkversion:{version.pk}")
    assert entry.after["items"] == 9


def test_progress_counts_the_pictures(tmp_path: Path) -> None:
    heard: list[tuple[str, int, int]] = []
    folder = make_package(tmp_path / "package", [package_item()])
    import_package(folder, name="small", progress=lambda *said: heard.append(said))
    assert heard == [("checking pictures", done, 4) for done in (1, 2, 3, 4)]


def test_a_package_that_changes_while_it_is_read_is_refused_whole(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package", [package_item()])

    def change(what: str, done: int, total: int) -> None:
        write_items(folder, [package_item(answer="move x 4")])

    before = row_counts()
    with pytest.raises(Refused, match="changed while it was read"):
        import_package(folder, name="small", progress=change)
    assert row_counts() == before


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_many_imports_of_one_package_at_once_one_makes_the_version(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package")
    results = at_once(lambda: import_package(folder, name="small"), threads=5)
    assert sorted(result.created for result in results) == [False] * 4 + [True]
    assert (BenchmarkVersion.objects.count(), Item.objects.count()) == (1, 9)


def test_results_are_shown_and_hidden_once_with_a_trace_of_each() -> None:
    version, admin = make_version(), make_user("admin")
    for _ in range(2):
        show_results(version, who=admin)
    assert BenchmarkVersion.objects.public().get() == version
    for _ in range(2):
        hide_results(version, who=admin)
    assert not BenchmarkVersion.objects.public().exists()
    assert [entry.what for entry in AuditEntry.objects.order_by("id")] == [
        "results.published",
        "results.hidden",
    ]
