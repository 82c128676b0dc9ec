"""Making packages: the same bytes however they are made, and a sentence for everything left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmark.formats.packages.writing import PackageError
from benchmark.generation.packing import Report, generate_package
from benchmark.generation.planning import Recipe, Source, partners
from benchmark.molecules.molecule import StructureError
from benchmark.tasks import all_tasks
from tests.benchmark.generation.retelling import DEMO
from tests.benchmark.molecules.files import POCKET, glycine, pdb_atom, text

SLUGS = tuple(task.slug for task in all_tasks())


def recipe(*tasks: str, most: int | None = 2, split: str = "test", seed: int = 1) -> Recipe:
    return Recipe(split, seed, tasks or SLUGS, 64, 64, most_per_task=most)


def copy_demo(folder: Path, *names: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name in names:
        for part in ("pocket", "ligand"):
            (folder / f"{name}_{part}.pdb").write_bytes((DEMO / "test" / f"{name}_{part}.pdb").read_bytes())
    return folder


def write_complex(folder: Path, name: str, pocket: bytes, ligand: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}_pocket.pdb").write_bytes(pocket)
    (folder / f"{name}_ligand.pdb").write_bytes(ligand)
    return folder


def ligand(*places: tuple[float, float, float], element: str = "C") -> bytes:
    return text(
        pdb_atom(f"{element}{k}", place, "LIG", 1, "L", record="HETATM", serial=k)
        for k, place in enumerate(places, 1)
    )


def make(structures: Path, out: Path, what: Recipe | None = None) -> Report:
    return generate_package(structures, out, what or recipe(), name="made")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()]


def test_one_worker_and_two_write_the_same_bytes_and_another_seed_does_not(tmp_path):
    structures = copy_demo(tmp_path / "in", "1FMO", "1IA1")
    for name, workers, seed in (("one", 1, 5), ("two", 2, 5), ("other", 1, 6)):
        generate_package(structures, tmp_path / name, recipe(seed=seed), name="made", workers=workers)
    one, two, other = (contents(tmp_path / name) for name in ("one", "two", "other"))
    assert one == two
    assert {name for name in one if name.startswith("images/")} != {
        name for name in other if name.startswith("images/")
    }
    assert not set(map(str, (line["key"] for line in lines(tmp_path / "one")))) & set(
        map(str, (line["key"] for line in lines(tmp_path / "other")))
    )


def test_progress_counts_every_picture(tmp_path):
    told = []
    generate_package(
        copy_demo(tmp_path / "in", "1IA1"),
        tmp_path / "out",
        recipe("zooming"),
        name="made",
        progress=lambda *report: told.append(report),
    )
    assert told[0] == ("reading", 0, 1)
    assert ("planning", 1, 1) in told
    assert told[-1] == ("drawing", 5, 5)


def test_a_folder_that_holds_something_is_left_as_it_is(tmp_path):
    structures = copy_demo(tmp_path / "in", "1IA1")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.txt").write_text("mine")
    with pytest.raises(PackageError, match="out exists and is not an empty folder; name another one"):
        make(structures, tmp_path / "out")
    assert contents(tmp_path / "out") == {"notes.txt": b"mine"}


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "out").mkdir()
    make(copy_demo(tmp_path / "in", "1IA1"), tmp_path / "out", recipe("translation"))
    assert {line["task"] for line in lines(tmp_path / "out")} == {"translation"}


def test_a_folder_without_complexes_leaves_nothing_behind(tmp_path):
    (tmp_path / "in").mkdir()
    with pytest.raises(StructureError, match="holds no complex"):
        make(tmp_path / "in", tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_what_cannot_be_read_is_named_and_the_others_are_made(tmp_path):
    structures = copy_demo(tmp_path / "in", "1IA1")
    write_complex(structures, "9BAD", b"", ligand((0, 0, 0)))
    report = make(structures, tmp_path / "out", recipe("translation"))
    assert report.counts == {"translation": {"": 2}}
    assert report.left_out == ("9BAD: 9BAD_pocket.pdb holds no atoms besides water.",)
    assert json.loads((tmp_path / "out" / "benchmark.json").read_text())["left_out"] == list(report.left_out)


def test_where_nothing_can_be_made_there_is_no_package_and_the_reasons_are_told(tmp_path):
    structures = write_complex(tmp_path / "in", "9BAD", b"", ligand((0, 0, 0)))
    with pytest.raises(PackageError, match=r"(?s)No item could be made.*9BAD_pocket\.pdb holds no atoms"):
        make(structures, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_a_single_complex_has_no_reference_and_says_so(tmp_path):
    report = make(
        copy_demo(tmp_path / "in", "1IA1"), tmp_path / "out", recipe("translation_rotation", "zooming")
    )
    assert report.left_out == (
        "1IA1, translation_rotation: it needs a second complex as its reference, and there is no other.",
    )
    assert set(report.counts) == {"zooming"}


def test_a_complex_without_hydrogen_bonds_answers_no(tmp_path):
    structures = write_complex(tmp_path / "in", "1ABC", POCKET, ligand((0, -4, 0.5), (1.5, -4, 0.5)))
    report = make(
        structures, tmp_path / "out", recipe("residue_ligand", "interaction_location", "pocket_ligand")
    )
    assert report.counts == {"pocket_ligand": {"none": 1}, "residue_ligand": {"negative": 1}}
    assert report.left_out == ("1ABC, interaction_location: it has no hydrogen bond.",)
    assert {line["answer"] for line in lines(tmp_path / "out")} == {"No"}


def test_a_complex_that_leaves_the_view_at_every_depth_has_no_zooming_item(tmp_path):
    """A ring: whatever the depth, nothing stands in the middle."""
    pocket = text([*glycine(1, x=-30.0), *glycine(2, x=-34.0), *glycine(3, x=30.0), *glycine(4, x=34.0)])
    structures = write_complex(tmp_path / "in", "1ABC", pocket, ligand((30, -4, 0.5), (31.5, -4, 0.5)))
    report = make(structures, tmp_path / "out", recipe("zooming", "translation"))
    assert set(report.counts) == {"translation"}
    assert report.left_out == (
        "1ABC, zooming: fewer than a fifth of the heavy atoms stay in view at every depth from 40 to 60 Å.",
    )


def test_depths_are_drawn_from_those_that_leave_enough_in_view(tmp_path):
    make(copy_demo(tmp_path / "in", "1FMO"), tmp_path / "out", recipe("zooming", most=None, split="train"))
    shares = [line["difficulty"]["share_in_view"] for line in lines(tmp_path / "out")]
    assert len(shares) == 4
    assert min(shares) >= 0.2


def test_a_cap_takes_items_from_every_structure_and_stratum_first(tmp_path):
    structures = copy_demo(tmp_path / "in", "1FMO", "1IA1", "1HPV")
    report = make(structures, tmp_path / "out", recipe("residue_ligand", "rotation", most=6))
    assert report.counts == {"residue_ligand": {"negative": 3, "positive": 3}, "rotation": {"": 6}}
    made = {(line["stratum"], line["structures"][0]["id"]) for line in lines(tmp_path / "out")}
    assert len(made) == 9


def test_each_complex_is_the_reference_of_exactly_one_other():
    sources = [Source(name, Path(name), Path(name)) for name in "abcdefg"]
    ring = partners(sources, 3)
    assert sorted(other.structure_id for other in ring.values()) == list("abcdefg")
    assert all(name != other.structure_id for name, other in ring.items())
    assert partners(sources[::-1], 3) == ring != partners(sources, 4)
