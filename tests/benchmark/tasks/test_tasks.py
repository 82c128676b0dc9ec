"""What the tasks tell the rest of the project: names, pictures, questions, widgets, possible truths."""

import random
import re
from collections.abc import Iterator

import pytest

from benchmark.tasks import UnreadableTruth, all_tasks, get_task
from benchmark.tasks.base import Draft, Scene, Task
from benchmark.tasks.kinds.letters import ChoiceTask
from benchmark.tasks.wording import column_name, role_name

SIX_VIEWS = ("front", "left", "top", "back", "right", "bottom")
BOND = {"residue": "ARG", "number": 221, "atom": "NH2", "chain": "A", "ligand_atom": "O22"}
FOUR_TEXTS = {
    letter: f"move x {place}, move y -5" for letter, place in zip("ABCD", (3, -3, 0, 2.5), strict=True)
}
FOUR_PICTURES = {letter: f"option_{letter.lower()}" for letter in "ABCD"}


def options_of(slug: str) -> dict[str, str]:
    return {"texts": FOUR_TEXTS, "pictures": FOUR_PICTURES}.get(get_task(slug).option_kind, {})


class Chirality(ChoiceTask):
    """A tenth task, as it would stand in a file of its own."""

    slug, title, group, order = "chirality", "Chirality", "unit", 10
    images = ("front", "option_a", "option_b", "option_c", "option_d")
    option_kind = "pictures"
    texts = {"en": "Which option is the mirror image?", "zh-hans": "哪个选项是镜像？"}

    def generate(self, scene: Scene, rng: random.Random) -> Iterator[Draft]:
        yield Draft({}, rng.choice("ABCD"), ())


def test_the_nine_tasks_come_in_the_order_of_the_benchmark() -> None:
    assert [(task.order, task.slug, task.group) for task in all_tasks()] == [
        (1, "translation", "unit"),
        (2, "rotation", "unit"),
        (3, "zooming", "unit"),
        (4, "residue_ligand", "unit"),
        (5, "translation_rotation", "composite"),
        (6, "rotation_rotation", "composite"),
        (7, "docking", "composite"),
        (8, "interaction_location", "composite"),
        (9, "pocket_ligand", "composite"),
    ]


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.slug)
def test_a_task_stands_in_the_file_of_its_name(task: Task) -> None:
    assert type(task).__module__ == f"benchmark.tasks.{task.slug}"


@pytest.mark.parametrize(
    ("slug", "images"),
    [
        ("translation", ("front", "left", "top", "after")),
        ("rotation", ("front", "left", "top", "after")),
        ("zooming", ("front", "left", "top", "after")),
        ("residue_ligand", SIX_VIEWS),
        ("interaction_location", SIX_VIEWS),
        ("pocket_ligand", SIX_VIEWS),
        (
            "rotation_rotation",
            ("front", "left", "top", "after", "option_a", "option_b", "option_c", "option_d"),
        ),
    ],
)
def test_the_pictures_come_in_the_order_of_the_benchmark(slug: str, images: tuple[str, ...]) -> None:
    assert get_task(slug).images == images


def test_the_longer_picture_lists_begin_with_what_is_given_and_end_with_the_options() -> None:
    assert get_task("translation_rotation").images == (
        *("reference_front", "reference_left", "reference_top", "reference_after"),
        *("target_front", "target_left", "target_top", "option_a", "option_b", "option_c", "option_d"),
    )
    assert get_task("docking").images == (
        *(
            "pocket_front",
            "pocket_left",
            "pocket_top",
            "ligand_front",
            "ligand_left",
            "ligand_top",
            "both_front",
        ),
    )


def test_every_picture_and_every_part_of_a_bond_has_a_name_for_people() -> None:
    roles = {role for task in all_tasks() for role in task.images}
    assert all(role_name(role) != role for role in roles)
    assert (role_name("after"), role_name("left", "xx"), role_name("unheard_of")) == (
        "Front, after",
        "Left",
        "unheard_of",
    )
    columns = get_task("pocket_ligand").widget_options["columns"]
    assert [column_name(column) for column in columns] == [
        "Residue",
        "Number",
        "Atom",
        "Chain",
        "Ligand atom",
    ]


@pytest.mark.parametrize(
    ("slug", "widget", "offered"),
    [
        ("translation", "axis_number", [("move", "xyz", "Å")]),
        ("rotation", "axis_number", [("roll", "xyz", "°")]),
        ("zooming", "axis_number", [("move", "z", "Å")]),
        ("docking", "roll_move", [("roll", "xyz", "°"), ("move", "x", "Å")]),
    ],
)
def test_a_command_widget_knows_verb_axes_and_unit(slug: str, widget: str, offered: list[object]) -> None:
    task = get_task(slug)
    parts = [(part["verb"], "".join(part["axes"]), part["unit"]) for part in task.widget_options["parts"]]
    assert (task.widget, parts) == (widget, offered)


@pytest.mark.parametrize("slug", ["residue_ligand", "pocket_ligand"])
def test_a_bond_widget_writes_what_the_task_reads(slug: str) -> None:
    task = get_task(slug)
    options = task.widget_options
    text = options["prefix"] + options["separator"].join([options["row"].format(**BOND)] * 2)
    assert task.canonical(task.parse(text)) == options["prefix"] + options["row"].format(**BOND)
    assert task.canonical(task.parse(options["none"])) == options["none"]


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.slug)
def test_a_question_says_pictures_axes_and_format_but_no_range(task: Task) -> None:
    question = task.question(BOND)
    pictures = "; ".join(f"{place} {role_name(role)}" for place, role in enumerate(task.images, 1))
    assert f"Pictures, in order: {pictures}." in question
    assert "x points right, y points up, z points out of the screen" in question
    assert "right-hand rule" in question
    assert "left roll y 90, top roll x 90" in question
    assert "Answer " in question
    assert not task.answer_range or task.answer_range not in question
    assert "{" not in question


@pytest.mark.parametrize("slug", ["translation", "rotation", "zooming"])
def test_a_question_gives_examples_that_read(slug: str) -> None:
    task = get_task(slug)
    for text in task.examples:  # type: ignore[attr-defined]
        assert text in task.question({})
        task.check_truth(text, {}, {})


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.slug)
def test_the_structure_is_named_only_where_the_facts_hold_it(task: Task) -> None:
    assert "PDB" not in task.question(BOND)
    assert task.question({**BOND, "structure_id": "1HSG"}).startswith("PDB entry: 1HSG.\n")


def test_a_question_names_its_facts() -> None:
    assert "ARG 221, and the ligand" in get_task("residue_ligand").question(BOND)
    assert "pocket, ARG, and the ligand" in get_task("residue_ligand").question({"residue": "ARG"})
    assert ": ARG 221 NH2 A, O22." in get_task("interaction_location").question(BOND)
    assert ": ARG 0 NH2, O22." in get_task("interaction_location").question(
        {**BOND, "chain": "", "number": 0}
    )
    assert "Chains in these pictures: A, B." in get_task("pocket_ligand").question({"chains": ["A", "B"]})


def test_a_question_without_its_facts_is_refused() -> None:
    with pytest.raises(ValueError, match="facts of interaction_location need atom, ligand_atom"):
        get_task("interaction_location").question({"residue": "ARG", "number": 221})


def test_a_question_comes_in_the_language_asked_for_or_else_in_english() -> None:
    assert Chirality().question({}, "zh-hans").startswith("哪个选项是镜像？")
    assert Chirality().question({}, "fi").startswith("Which option is the mirror image?")


def test_a_tenth_task_needs_nothing_but_its_own_class() -> None:
    task = Chirality()
    assert task.grade(task.parse("Answer: B"), task.read_truth("B")).exact == 1
    task.check_truth("B", {}, FOUR_PICTURES)


@pytest.mark.parametrize(
    ("slug", "truth", "stratum"),
    [
        ("residue_ligand", "No", "negative"),
        ("residue_ligand", "Yes: ARG N, O23", "positive"),
        ("pocket_ligand", "No", "none"),
        ("pocket_ligand", "ARG 221 N A, O23", "bonds"),
        ("translation", "move x 3", ""),
        ("docking", "roll x 75, move x -14", ""),
    ],
)
def test_the_stratum_follows_from_the_truth(slug: str, truth: str, stratum: str) -> None:
    task = get_task(slug)
    assert task.stratum(truth) == stratum
    assert stratum in task.strata


@pytest.mark.parametrize(
    ("slug", "truth"),
    [
        *(("translation", f"move {axis} {value}") for axis in "xy" for value in (-4, -1, 1, 4)),
        *(("rotation", f"roll {axis} {value}") for axis in "xyz" for value in (-90, -15, 15, 90)),
        *(("zooming", f"move z {value}") for value in (40, 47, 60)),
        ("residue_ligand", "No"),
        ("residue_ligand", "Yes: ARG NH2, O22; ARG N, O23"),
        ("translation_rotation", "A"),
        ("rotation_rotation", "D"),
        ("interaction_location", "B"),
        ("docking", "roll x 75, move x -14"),
        ("docking", "roll z -90, move x 1"),
        ("pocket_ligand", "No"),
        ("pocket_ligand", "ARG 221 NH2 A, O22; ARG 221A N, O23#2"),
    ],
)
def test_a_possible_truth_passes(slug: str, truth: str) -> None:
    get_task(slug).check_truth(truth, {}, options_of(slug))


@pytest.mark.parametrize(
    ("slug", "truth", "sentence"),
    [
        ("translation", "move x 5", "move x 5 is outside the bins: multiples of 1 from -4 to 4, not 0."),
        ("translation", "move x 0", "move x 0 is outside the bins"),
        ("translation", "move x 2.5", "move x 2.5 is outside the bins"),
        ("translation", "move z 3", "move z 3 has an axis that translation lacks; its axes are x, y."),
        ("translation", "roll x 15", "'roll x 15' is no answer to translation: roll x 15 is a roll"),
        ("translation", "", "'' is no answer to translation: There is no answer."),
        ("rotation", "roll x 20", "roll x 20 is outside the bins: multiples of 15 from -90 to 90, not 0."),
        ("rotation", "roll x 105", "roll x 105 is outside the bins"),
        ("rotation", "roll x 0", "roll x 0 is outside the bins"),
        ("zooming", "move z 39", "move z 39 is outside the bins: whole Å from 40 to 60."),
        ("zooming", "move z 61", "move z 61 is outside the bins"),
        ("zooming", "move z 40.5", "move z 40.5 is outside the bins"),
        ("zooming", "move x 40", "move x 40 has an axis that zooming lacks; its axes are z."),
        ("residue_ligand", "Yes", "'Yes' is no answer to residue_ligand: a Yes names its bonds."),
        (
            "residue_ligand",
            "Yes: ARG N, O2; ARG N, O2",
            "lists 2 bonds, but 1 different ones can be read in it.",
        ),
        (
            "pocket_ligand",
            "ARG 1 N A, O2; ARG N A, O2",
            "'ARG 1 N A, O2; ARG N A, O2' is no answer to pocket_ligand: some of it names no bond.",
        ),
        ("pocket_ligand", "ARG N, O2", "'ARG N, O2' is no answer to pocket_ligand"),
        ("translation_rotation", "E", "'E' is no answer to translation_rotation"),
        ("docking", "roll x 75", "roll x 75 is only half an answer: docking needs a roll and a move."),
        ("docking", "move x 3", "move x 3 is only half an answer"),
        ("docking", "roll x 20, move x 3", "roll x 20 is outside the bins"),
        ("docking", "roll x 15, move x 0", "move x 0 is outside the bins: axis x, whole Å, not 0."),
        ("docking", "roll x 15, move y 3", "move y 3 is outside the bins"),
        ("docking", "roll x 15, move x 3.5", "move x 3.5 is outside the bins"),
    ],
)
def test_an_impossible_truth_is_refused_with_a_sentence(slug: str, truth: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        get_task(slug).check_truth(truth, {}, options_of(slug))


@pytest.mark.parametrize(
    ("slug", "options", "sentence"),
    [
        ("translation", FOUR_TEXTS, "translation has no options, but 4 are given."),
        (
            "rotation_rotation",
            {**FOUR_PICTURES, "E": "option_e"},
            "rotation_rotation has four options, A, B, C and D; here are 5: A, B, C, D, E.",
        ),
        ("rotation_rotation", {}, "rotation_rotation has four options, A, B, C and D; here are 0"),
        (
            "rotation_rotation",
            {**FOUR_PICTURES, "B": "option_a"},
            "Two options of this rotation_rotation item",
        ),
        ("rotation_rotation", {**FOUR_PICTURES, "B": "option_x"}, "Option B names the picture 'option_x'"),
        (
            "interaction_location",
            {**FOUR_TEXTS, "C": "left"},
            "Option C is 'left'; it should read like move x 3",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(slug: str, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        get_task(slug).check_truth("B" if options_of(slug) else "move x 3", {}, options)


def test_a_stratum_of_nothing_readable_is_an_error() -> None:
    with pytest.raises(UnreadableTruth):
        get_task("residue_ligand").stratum("hm")
