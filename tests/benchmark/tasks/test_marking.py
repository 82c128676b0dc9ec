"""What holds for every answer of every task, whatever it says."""

import json
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmark.tasks import Status, UnknownTask, UnreadableTruth, all_tasks, get_task, mark
from benchmark.tasks.base import PASSAGE_LENGTH
from benchmark.tasks.reading.cleaning import LONGEST_READ
from tests.benchmark.tasks.strategies import ANSWERS, LONG_BONDS, PAIRS, TEXTS

TRUTHS = {
    "translation": "move x 3",
    "rotation": "roll y -15",
    "zooming": "move z 47",
    "residue_ligand": "Yes: ARG NH2, O22; ARG N, O23",
    "translation_rotation": "C",
    "rotation_rotation": "A",
    "docking": "roll x 75, move x -14",
    "interaction_location": "D",
    "pocket_ligand": "ARG 221 NH2 A, O22; ARG 221 N A, O23",
}
SLUGS = sorted(TRUTHS)
LENGTH = 200_000
# Each made nothing but trouble for readers that go over a text again and again.
PATTERNS = [
    *(
        "a",
        "3",
        " ",
        "\n",
        "*",
        "'",
        "`",
        "#",
        "- ",
        "|",
        "<",
        "<think",
        "<think>",
        "</think>",
        "answer: ",
        "answer:\n",
    ),
    *(
        "move x ",
        "move x 3 ",
        "move x 3\n",
        "roll x 15, move x 3\n",
        "A ",
        "ARG N, O2; ",
        "ARG 1 N A, O2\n",
        "Yes\n",
    ),
    *(
        "No ",
        "*a ",
        "a** ",
        "'a ",
        "\\boxed{",
        "— ",
        "\ufdfa",
        "<b>",
        "1. ",
        "(",
        ";",
        "ARG N, O2#",
        "\u2028",
        "\u0301\u0327",
        'a" ',
        "a_",
        "<|channel|>final<|message|>",
    ),
]


@given(PAIRS)
def test_the_truth_itself_scores_one_by_both_scores(pair: tuple[str, str, str]) -> None:
    task, truth, _ = pair
    marked = mark(task, truth, truth)
    assert (marked.status, marked.exact, marked.weighted) == (Status.OK, 1, 1.0)


@given(PAIRS)
def test_reading_a_canonical_answer_gives_the_answer_again(pair: tuple[str, str, str]) -> None:
    slug, text, _ = pair
    task = get_task(slug)
    answer = task.parse(text)
    assert task.canonical(answer) == text
    assert task.parse(task.canonical(answer)) == answer


@given(PAIRS)
def test_both_scores_stay_within_bounds_and_exact_is_never_above_weighted(pair: tuple[str, str, str]) -> None:
    task, answer, truth = pair
    marked = mark(task, answer, truth)
    assert marked.exact in (0, 1)
    assert marked.exact <= marked.weighted <= 1


@given(PAIRS)
def test_only_bonds_can_score_full_without_being_exact(pair: tuple[str, str, str]) -> None:
    task, answer, truth = pair
    marked = mark(task, answer, truth)
    assert get_task(task).widget == "bonds" or (marked.weighted == 1) == (marked.exact == 1)


@given(st.sampled_from(SLUGS), TEXTS)
@example("translation", "\ud800 move x 3")
@example("pocket_ligand", "ARG 000 N A, O1")
def test_any_text_gets_a_mark(task: str, text: str) -> None:
    marked = mark(task, text, TRUTHS[task])
    assert (marked.answer is None) == (marked.status != Status.OK) == bool(marked.reason)
    assert 0 <= marked.exact <= marked.weighted <= 1
    json.dumps(marked.details, allow_nan=False)


@given(st.sampled_from(SLUGS), TEXTS)
def test_what_was_read_from_any_text_can_be_read_again_from_its_canonical_form(task: str, text: str) -> None:
    first = mark(task, text, TRUTHS[task])
    if first.answer is not None:
        again = mark(task, first.answer, TRUTHS[task])
        assert (again.answer, again.exact, again.weighted) == (first.answer, first.exact, first.weighted)


@given(
    PAIRS, st.sampled_from(["**{}**", "`{}`", "```\n{}\n```", '"{}"', "Answer: {}", "<think>B, no</think>{}"])
)
def test_dressing_an_answer_up_changes_nothing(pair: tuple[str, str, str], dress: str) -> None:
    task, answer, truth = pair
    assert mark(task, dress.format(answer), truth).answer == answer


@given(
    st.lists(LONG_BONDS, min_size=1, max_size=6), st.lists(LONG_BONDS, min_size=1, max_size=6), st.randoms()
)
def test_order_and_repetition_of_bonds_change_no_score(
    given_bonds: list[str], true_bonds: list[str], chance: random.Random
) -> None:
    shuffled = [*given_bonds, chance.choice(given_bonds)]
    chance.shuffle(shuffled)
    first = mark("pocket_ligand", "; ".join(given_bonds), "; ".join(true_bonds))
    second = mark("pocket_ligand", "\n".join(shuffled), "; ".join(reversed(true_bonds)))
    assert (first.exact, first.weighted, first.details) == (second.exact, second.weighted, second.details)


@pytest.mark.parametrize("task", ["translation", "docking", "interaction_location", "pocket_ligand"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_long_text_of_anything_is_read_in_time_that_grows_with_its_length(task: str, pattern: str) -> None:
    marked = mark(task, pattern * (LENGTH // len(pattern)), TRUTHS[task])
    assert len(marked.passage) <= PASSAGE_LENGTH


def test_a_megabyte_of_talk_hides_no_answer_that_stands_near_its_end() -> None:
    talk = "First I look at the front view, where a carbonyl moves to the right.\n" * 15_000
    end = talk[: LONGEST_READ - 100]
    assert mark("translation", f"{talk}Answer: move x 3\n{end}", "move x 3").exact == 1
    assert mark("translation", f"Answer: move x 3\n{end}{end}", "move x 3").status == Status.UNREADABLE


def test_reasoning_of_any_length_is_left_out() -> None:
    thoughts = "Perhaps move x 1?\n" * 60_000
    assert mark("translation", f"<think>{thoughts}</think>move x 3", "move x 3").exact == 1
    assert mark("translation", f"<think>{thoughts}", "move x 3").delivery_truncated


def test_the_piece_that_was_read_is_kept() -> None:
    assert (
        mark("translation", "I think.\n**Answer:** move x 3 Å\nBecause.", "move x 3").passage == "move x 3 Å"
    )


def test_reasoning_that_never_ends_counts_as_a_truncated_delivery() -> None:
    assert mark("translation", "<think>move x 3", "move x 3").delivery_truncated
    assert not mark("translation", "<think>a</think>", "move x 3").delivery_truncated
    assert not mark("translation", "", "move x 3").delivery_truncated


@pytest.mark.parametrize(
    ("task", "text", "reason"),
    [
        ("translation", "", "There is no answer."),
        ("translation", "<think>", "The reasoning never ends, so there is no answer."),
        ("translation", "left", "Nothing here reads as a command such as move x 1."),
        ("translation", "move x 3 or move y 2", "Two different commands: move x 3 and move y 2."),
        ("translation", "roll x 3", "roll x 3 is a roll; this task asks for a move."),
        ("translation", "move x 2-3", "The number of this command is not one plain number: move x 2-3"),
        ("rotation_rotation", "A or B", "Several letters: A and B."),
        ("rotation_rotation", "E", "Nothing here reads as one letter: A, B, C or D."),
        ("residue_ligand", "hm", "Nothing here reads as No or bonds such as Yes: ARG NH2, O22."),
        ("pocket_ligand", "hm", "Nothing here reads as No or bonds such as ARG 221 NH2 A, O22."),
        ("pocket_ligand", "No: ARG 221 N A, O2", "This says both No and Yes."),
        ("docking", "hm", "Nothing here reads as two commands such as roll y -60, move x 12."),
    ],
)
def test_an_answer_that_is_none_gets_a_sentence(task: str, text: str, reason: str) -> None:
    assert mark(task, text, TRUTHS[task]).reason == reason


DETAILS = [
    ("translation", "move x 1", {"axis_correct": True, "signed_error": -2.0}),
    ("translation", "move y 1", {"axis_correct": False, "signed_error": None}),
    ("rotation", "roll y 7.5", {"axis_correct": True, "signed_error": 22.5}),
    ("zooming", "move z 50", {"axis_correct": True, "signed_error": 3.0}),
    ("translation_rotation", "B", {}),
    (
        "docking",
        "roll x 60, move x -21",
        {
            "roll": {"exact": 0, "weighted": 10 / 11, "axis_correct": True, "signed_error": -15.0},
            "move": {"exact": 0, "weighted": 0.5, "axis_correct": True, "signed_error": -7.0},
        },
    ),
    (
        "docking",
        "move x -14",
        {
            "roll": {"exact": 0, "weighted": 0.0, "axis_correct": False, "signed_error": None},
            "move": {"exact": 1, "weighted": 1.0, "axis_correct": True, "signed_error": 0.0},
        },
    ),
    (
        "residue_ligand",
        "Yes: ARG N, O23; ARG N, O1; ARG N, O2",
        {"precision": 1 / 3, "recall": 1 / 2, "f1": 2 / 5, "given": 3, "true": 2, "common": 1},
    ),
    (
        "residue_ligand",
        "No",
        {"precision": 0.0, "recall": 0.0, "f1": 0.0, "given": 0, "true": 2, "common": 0},
    ),
    (
        "residue_ligand",
        "Yes",
        {"precision": 0.0, "recall": 0.0, "f1": 0.0, "given": 0, "true": 2, "common": 0},
    ),
    (
        "pocket_ligand",
        "ARG 221 N A, O23",
        {"precision": 1.0, "recall": 0.5, "f1": 2 / 3, "given": 1, "true": 2, "common": 1},
    ),
]


@pytest.mark.parametrize(("task", "text", "details"), DETAILS, ids=str)
def test_a_score_keeps_its_details(task: str, text: str, details: dict[str, object]) -> None:
    assert mark(task, text, TRUTHS[task]).details == details


def test_no_and_no_agree_fully_while_a_bare_yes_finds_nothing() -> None:
    agreed = {"precision": 1.0, "recall": 1.0, "f1": 1.0, "given": 0, "true": 0, "common": 0}
    assert mark("residue_ligand", "No", "No").details == agreed
    assert mark("residue_ligand", "Yes", "No").details == agreed | {
        "precision": 0.0,
        "recall": 0.0,
        "f1": 0.0,
    }


@pytest.mark.parametrize("task", SLUGS)
def test_a_truth_that_cannot_be_read_is_an_error_and_no_score(task: str) -> None:
    with pytest.raises(UnreadableTruth, match=f"'hm' is no answer to {task}: Nothing here reads as"):
        mark(task, "B", "hm")


@pytest.mark.parametrize(
    ("task", "truth"),
    [
        ("residue_ligand", "Yes"),
        ("residue_ligand", "Yes: ARG N"),
        ("residue_ligand", "Yes: ARG N, O1; foo"),
        ("residue_ligand", "Yes: ARG N, O1; ARG N"),
        ("residue_ligand", "Yes: ARG N, O1 and O2"),
        ("residue_ligand", "Yes: ARG N, O-1"),
        ("residue_ligand", "No; ARG N, O1"),
        ("pocket_ligand", "Yes"),
        ("pocket_ligand", "ARG 221 N A, O1; ARG"),
        ("pocket_ligand", "ARG 221 N A, O1; ARG N, O2"),
        ("docking", "roll x 75"),
        ("docking", "move x -14"),
    ],
)
def test_a_truth_that_says_half_or_more_than_bonds_is_refused(task: str, truth: str) -> None:
    with pytest.raises(UnreadableTruth, match=r"is no answer to|is only half an answer"):
        mark(task, truth, truth)


@pytest.mark.parametrize(
    ("task", "truth"),
    [
        ("translation", "move x 7"),
        ("translation", "move z 3"),
        ("rotation", "roll x 7"),
        ("docking", "roll x 7, move y 3"),
        ("residue_ligand", "Yes: ARG NH2, O22, and ARG N, O23."),
        ("residue_ligand", "ARG N, O1\nXYZ N, O2"),
        ("pocket_ligand", "Yes: | ARG | 221 | N | A | O1 |"),
    ],
)
def test_a_truth_of_the_right_form_is_taken_even_outside_the_bins(task: str, truth: str) -> None:
    assert mark(task, truth, truth).exact == 1


def test_a_long_truth_and_a_long_task_are_quoted_in_part() -> None:
    with pytest.raises(UnreadableTruth, match=r"^'z{77}…' is no answer to translation"):
        mark("translation", "move x 3", "z" * 1000)
    with pytest.raises(UnknownTask, match=r"^There is no task 'z{77}…'\. The tasks are: "):
        mark("z" * 1000, "move x 3", "move x 3")


def test_an_unknown_task_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownTask, match=r"There is no task 'folding'. The tasks are: translation, "):
        mark("folding", "B", "B")


def test_every_task_has_a_truth_and_random_answers_here() -> None:
    assert SLUGS == sorted(ANSWERS) == sorted(task.slug for task in all_tasks())
