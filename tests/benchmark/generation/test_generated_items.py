"""Items read back from `items.jsonl`, their truths applied by the second telling of the geometry."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from benchmark.generation.packing import generate_package
from benchmark.generation.planning import Planned, Recipe, Source, load, partners, plan
from benchmark.generation.shots import draw_shot, heavy_atoms, shot_coordinates
from benchmark.molecules.readers.complexes import find_complexes
from benchmark.tasks import all_tasks, get_task
from benchmark.tasks.scene import Shot
from tests.benchmark.generation.retelling import DEMO, Body, Retold

WIDTH, HEIGHT = 96, 72
IDS = ("1FMO", "1HPV")  # one chain, two chains
SLUGS = tuple(task.slug for task in all_tasks())
RECIPE = Recipe(split="train", seed=7, tasks=SLUGS, width=WIDTH, height=HEIGHT)
PLAIN_ROLES = {"front", "left", "top", "back", "right", "bottom"}
LEAST_PIXELS = 0.01 * WIDTH  # how far apart two options' atoms are on average, at least


@dataclass
class Told:
    """One line of the package, and what the generator planned for it."""

    line: dict[str, Any]
    planned: Planned

    def shot(self, role: str) -> Shot:
        return next(shot for shot in self.planned.draft.shots if shot.role == role)

    def structure(self, role: str) -> str:
        return next(entry["id"] for entry in self.line["structures"] if entry["role"] == role)


@pytest.fixture(scope="module")
def structures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("structures")
    for name in IDS:
        for part in ("pocket", "ligand"):
            (folder / f"{name}_{part}.pdb").symlink_to(DEMO / "test" / f"{name}_{part}.pdb")
    return folder


@pytest.fixture(scope="module")
def package(structures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("package") / "out"
    generate_package(structures, out, RECIPE, name="small")
    return out


@pytest.fixture(scope="module")
def lines(package: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (package / "items.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def sources(structures: Path) -> dict[str, Source]:
    return {found[0]: Source(*found) for found in find_complexes(structures)}


@pytest.fixture(scope="module")
def items(lines: list[dict[str, Any]], sources: dict[str, Source]) -> Callable[[str], list[Told]]:
    ring = partners(list(sources.values()), RECIPE.seed)
    planned = {
        item.key: item
        for source in sources.values()
        for item in plan(RECIPE, source, ring[source.structure_id]).items
    }

    def of_task(slug: str) -> list[Told]:
        found = [Told(line, planned[line["key"]]) for line in lines if line["task"] == slug]
        assert found
        return found

    return of_task


@pytest.fixture(scope="module")
def generated(sources: dict[str, Source]) -> Callable[[str, Shot], np.ndarray]:
    """Where the generator's picture of a shot puts the heavy atoms, in the camera's frame."""

    def coordinates(structure_id: str, shot: Shot) -> np.ndarray:
        stage = load(sources[structure_id], WIDTH, HEIGHT)
        return heavy_atoms(*shot_coordinates(stage, shot), stage.whole)

    return coordinates


@pytest.fixture(scope="module")
def retold() -> dict[str, Retold]:
    return {name: Retold(name, WIDTH, HEIGHT) for name in IDS}


def assert_same_picture(told: Retold, atoms: np.ndarray, others: np.ndarray) -> None:
    """Every atom that either picture shows stands within half a pixel in both."""
    one, other = told.on_screen(atoms), told.on_screen(others)
    seen = told.is_visible(one) | told.is_visible(other)
    assert seen.any()
    assert np.hypot(*(one - other)[seen].T).max() < 0.5


@pytest.mark.parametrize("slug", ["translation", "rotation", "zooming"])
def test_the_true_command_turns_the_first_picture_into_the_last(slug, items, generated, retold) -> None:
    for item in items(slug):
        told = retold[item.structure("complex")]
        after = told.complex.obey([item.line["answer"]])
        assert_same_picture(told, after.atoms, generated(item.structure("complex"), item.shot("after")))


@pytest.mark.parametrize("view", sorted(PLAIN_ROLES))
def test_each_view_is_the_roll_that_the_question_names(view, items, generated, retold) -> None:
    rolls = {"left": "y 90", "top": "x 90", "back": "y 180", "right": "y -90", "bottom": "x -90"}
    commands = [f"roll {rolls[view]}"] if view in rolls else []
    for item in items("pocket_ligand"):
        told = retold[item.structure("complex")]
        shown = generated(item.structure("complex"), item.shot(view))
        assert_same_picture(told, told.complex.obey(commands).atoms, shown)


def option_roles(item: Told) -> Iterator[tuple[bool, str]]:
    """(is it the truth, role) of each option."""
    return ((letter == item.line["answer"], role) for letter, role in item.line["options"].items())


def test_the_true_option_shows_on_the_target_what_was_done_to_the_reference(items, generated, retold) -> None:
    for item in items("translation_rotation"):
        commands = item.shot("reference_after").commands
        assert [command.split()[0] for command in commands] == ["move", "roll"]
        reference, target = retold[item.structure("reference")], retold[item.structure("target")]
        shown = generated(item.structure("reference"), item.shot("reference_after"))
        assert_same_picture(reference, reference.complex.obey(commands).atoms, shown)
        assert_one_option_is_right(item, target, target.complex.obey(commands), generated)


def test_the_true_option_applies_the_same_two_turns_to_what_they_made(items, generated, retold) -> None:
    for item in items("rotation_rotation"):
        first, second = item.shot("after").commands
        assert first.split()[:2] != second.split()[:2]
        told = retold[item.structure("complex")]
        after = told.complex.obey([first, second])
        assert_same_picture(told, after.atoms, generated(item.structure("complex"), item.shot("after")))
        assert_one_option_is_right(item, told, after.obey([first, second]), generated)


def assert_one_option_is_right(item: Told, told: Retold, truth: Body, generated: Any) -> None:
    structure_id = item.planned.structure_id
    right = told.on_screen(truth.atoms)
    for is_truth, role in option_roles(item):
        shown = told.on_screen(generated(structure_id, item.shot(role)))
        distance = np.hypot(*(shown - right).T)
        assert distance.max() < 0.5 if is_truth else distance.mean() >= LEAST_PIXELS - 0.5


def test_no_two_options_and_no_picture_before_them_look_alike(package, items) -> None:
    for slug in ("translation_rotation", "rotation_rotation"):
        for item in items(slug):
            files = {entry["role"]: package / entry["file"] for entry in item.line["images"]}
            options = {role: files[role] for role in item.line["options"].values()}
            others = {role: path for role, path in files.items() if role not in options}
            pairs = [*combinations(options.values(), 2)]
            pairs += [(option, other) for option in options.values() for other in others.values()]
            assert min(changed_pixels(one, other) for one, other in pairs) > 0.05


def changed_pixels(one: Path, other: Path) -> float:
    """The share of the pixels that are lit in either picture and differ clearly."""
    with Image.open(one) as first, Image.open(other) as second:
        a, b = (np.asarray(image).astype(int).max(axis=2) for image in (first, second))
    lit = (a > 30) | (b > 30)
    return float((np.abs(a - b) > 30)[lit].mean())


def test_each_decoy_is_made_by_one_of_the_three_schemes(items) -> None:
    seen = Counter()
    for slug, done in (("translation_rotation", "reference_after"), ("rotation_rotation", "after")):
        for item in items(slug):
            true = [command.split() for command in item.shot(done).commands]
            for is_truth, role in option_roles(item):
                if not is_truth:
                    decoy = [command.split() for command in item.shot(role).commands[-2:]]
                    seen[scheme(true, decoy)] += 1
    assert set(seen) == {"magnitudes", "sign", "axis"}


def scheme(true: list[list[str]], decoy: list[list[str]]) -> str:
    (verb, axis, number), (other_verb, other_axis, other_number) = true[0], decoy[0]
    assert verb == other_verb
    assert decoy[1][:2] == true[1][:2]
    assert int(decoy[1][2]) * int(true[1][2]) > 0
    assert decoy[1][2] != true[1][2]
    if axis != other_axis:
        assert number == other_number
        return "axis"
    assert number != other_number
    return "sign" if int(number) == -int(other_number) else "magnitudes"


def test_the_answer_brings_every_atom_of_a_displaced_ligand_back(items, generated, retold) -> None:
    for item in items("docking"):
        told = retold[item.structure("complex")]
        shown = generated(item.structure("complex"), item.shot("both_front"))
        ligand = shown[len(told.pocket.places) :]
        back = Body(ligand, ligand.mean(axis=0)).obey(item.line["answer"].split(", "))
        assert np.linalg.norm(back.atoms - told.ligand.places, axis=1).max() < 0.01
        assert np.abs(shown[: len(told.pocket.places)] - told.pocket.places).max() == 0


def test_a_displaced_ligand_stands_whole_at_an_edge_of_the_picture(items, generated, retold) -> None:
    for item in items("docking"):
        told = retold[item.structure("complex")]
        for role in ("ligand_front", "ligand_left", "ligand_top", "both_front"):
            shown = generated(item.structure("complex"), item.shot(role))
            pixels = told.on_screen(shown[len(told.pocket.places) :])
            assert told.is_visible(pixels).all()
        assert np.abs(pixels[:, 0] / WIDTH * 2 - 1).max() > 0.7


def test_the_true_shift_brings_the_bond_to_the_middle_and_no_other_does(items, retold) -> None:
    for item in items("interaction_location"):
        told, facts = retold[item.structure("complex")], item.line["facts"]
        names = (facts["residue"], facts["number"], facts["chain"], facts["atom"])
        atom = told.pocket.places[told.pocket.names.index(names)]
        partner = next(
            place
            for place, name in zip(told.ligand.places, told.ligand.names, strict=True)
            if name[3] == facts["ligand_atom"]
        )
        middle = Body(((atom + partner) / 2)[None], told.centre)
        for letter, text in item.line["options"].items():
            off = np.abs(middle.obey(text.split(", ")).atoms[0] - told.centre)[:2].max()
            assert off <= 0.501 if letter == item.line["answer"] else off > 1.4


def test_bonds_named_by_residues_are_the_bonds_of_the_whole_pocket(items) -> None:
    by_residue = defaultdict(set)
    for item in items("residue_ligand"):
        facts, answer = item.line["facts"], item.line["answer"]
        bonds = [] if answer == "No" else answer.removeprefix("Yes: ").split("; ")
        assert item.line["stratum"] == ("positive" if bonds else "negative")
        for bond in bonds:
            atom, ligand_atom = bond.split(" ", 1)[1].split(", ")
            named = (facts["residue"], facts["number"], atom, facts["chain"])
            by_residue[item.structure("complex")].add(f"{' '.join(named)}, {ligand_atom}")
    for item in items("pocket_ligand"):
        assert set(item.line["answer"].split("; ")) == by_residue[item.structure("complex")]


def test_about_as_many_residues_without_a_bond_as_with_one(items) -> None:
    strata = Counter(item.line["stratum"] for item in items("residue_ligand"))
    assert strata["positive"] == strata["negative"]


def test_a_residue_is_shown_alone_with_the_ligand(package, items) -> None:
    whole = {item.structure("complex"): item for item in items("pocket_ligand")}
    for item in items("residue_ligand")[:6]:
        for role in get_task("residue_ligand").images:
            alone, among = (
                lit_pixels(package, one, role) for one in (item, whole[item.structure("complex")])
            )
            assert 0 < alone < 0.7 * among


def lit_pixels(package: Path, item: Told, role: str) -> int:
    file = next(entry["file"] for entry in item.line["images"] if entry["role"] == role)
    with Image.open(package / file) as image:
        return int((np.asarray(image).max(axis=2) > 20).sum())


def test_train_gives_the_counts_of_the_benchmark(lines) -> None:
    counts = Counter(line["task"] for line in lines)
    per_complex = {slug: counts[slug] / len(IDS) for slug in counts}
    expected = {"translation": 4, "rotation": 6, "zooming": 4, "docking": 6, "pocket_ligand": 1}
    expected |= {"translation_rotation": 6, "rotation_rotation": 6}
    assert {slug: per_complex[slug] for slug in expected} == expected


def test_every_truth_is_legal_for_its_task_and_spelled_in_its_one_way(lines) -> None:
    for line in lines:
        task = get_task(line["task"])
        task.check_truth(line["answer"], line["facts"], line.get("options", {}))
        assert task.canonical(task.read_truth(line["answer"])) == line["answer"] != ""


def test_each_picture_is_what_its_shot_draws_and_is_named_by_its_bytes(package, items, sources) -> None:
    for slug in SLUGS:
        item = items(slug)[0]
        for entry, shot in list(zip(item.line["images"], item.planned.draft.shots, strict=True))[-2:]:
            content = (package / entry["file"]).read_bytes()
            stage = load(sources[item.planned.structure_id], WIDTH, HEIGHT)
            assert entry["role"] == shot.role
            assert content == draw_shot(stage, shot)
            assert entry["file"] == f"images/{hashlib.sha256(content).hexdigest()}.png"


def test_the_folder_holds_exactly_the_pictures_that_items_show(package, lines) -> None:
    named = {entry["file"] for line in lines for entry in line["images"]}
    assert {f"images/{path.name}" for path in (package / "images").iterdir()} == named


def test_items_share_plain_views_and_no_other_picture(lines) -> None:
    users = defaultdict(set)
    for line in lines:
        for entry in line["images"]:
            users[entry["file"]].add((line["key"], entry["role"].rpartition("_")[2]))
    for shared in (entries for entries in users.values() if len({key for key, _ in entries}) > 1):
        # A turn by a right angle is a plain view too.
        assert {view for _, view in shared} & PLAIN_ROLES


def test_lines_have_their_fields_in_order_and_are_sorted_by_opaque_keys(lines) -> None:
    fields = [
        "key",
        "task",
        "stratum",
        "structures",
        "facts",
        "question",
        "images",
        "options",
        "answer",
        "difficulty",
    ]
    for line in lines:
        assert list(line) == [name for name in fields if name != "options" or "options" in line]
        assert ("options" in line) == (get_task(line["task"]).option_kind != "")
        assert set(line["key"]) <= set("0123456789abcdef")
        assert len(line["key"]) <= 64
        assert [entry["role"] for entry in line["images"]] == list(get_task(line["task"]).images)
    keys = [line["key"] for line in lines]
    assert keys == sorted(set(keys))


def test_the_order_of_the_lines_says_nothing_about_the_answers(lines) -> None:
    """Neighbours share an axis no more often than any two lines do."""
    axes = [line["answer"].split()[1] for line in lines if line["task"] == "rotation"]
    together = sum(one == other for one, other in pairwise(axes))
    assert together < 0.75 * len(axes)


def test_questions_name_the_entry_only_when_asked(lines, structures, tmp_path) -> None:
    assert not any(name in line["question"] for line in lines for name in IDS)
    shown = Recipe("test", 7, ("translation", "translation_rotation"), 64, 64, True, 3)
    generate_package(structures, tmp_path / "out", shown, name="shown")
    for text in (tmp_path / "out" / "items.jsonl").read_text().splitlines():
        line = json.loads(text)
        assert all(entry["id"] in line["question"] for entry in line["structures"])


def test_the_manifest_says_how_the_package_was_made(package, lines) -> None:
    manifest = json.loads((package / "benchmark.json").read_text())
    assert manifest["name"] == "small"
    assert (manifest["split"], manifest["seed"]) == ("train", 7)
    assert manifest["picture_size"] == {"width": WIDTH, "height": HEIGHT}
    assert [source["id"] for source in manifest["sources"]] == list(IDS)
    assert {entry["sha256"] for line in lines for entry in line["structures"]} == {
        source["sha256"] for source in manifest["sources"]
    }
    counted = Counter((line["task"], line["stratum"]) for line in lines)
    assert counted == {
        (task, stratum): number
        for task, strata in manifest["counts"].items()
        for stratum, number in strata.items()
    }


def test_letters_are_used_evenly(sources) -> None:
    ring = partners(list(sources.values()), 0)
    letters = Counter(
        item.draft.truth
        for seed in range(3)
        for source in sources.values()
        for item in plan(
            Recipe(
                "train",
                seed,
                ("translation_rotation", "rotation_rotation", "interaction_location"),
                WIDTH,
                HEIGHT,
            ),
            source,
            ring[source.structure_id],
        ).items
    )
    share = {letter: number / letters.total() for letter, number in letters.items()}
    assert set(share) == set("ABCD")
    assert all(0.15 < part < 0.35 for part in share.values())
