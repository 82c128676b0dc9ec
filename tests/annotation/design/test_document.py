"""The design document of a study."""

from typing import Any

import pytest

from annotation.design.document import BACKGROUND, Design, DesignError, read_design

TASKS = ("rotation", "zooming")


def test_a_design_needs_no_more_than_its_tasks() -> None:
    design = read_design({"tasks": ["rotation"]}, TASKS)
    assert design == Design(tasks=("rotation",))
    assert design.background == BACKGROUND
    assert "voluntary" in design.consent["en"]


def test_a_design_survives_its_document() -> None:
    design = Design(tasks=TASKS, items_per_task=50, show_range=True, examples="demo-train")
    assert read_design(design.document, TASKS) == design
    assert read_design(design.document, TASKS).sha256 == design.sha256


def test_another_design_has_another_hash() -> None:
    assert Design(tasks=TASKS).sha256 != Design(tasks=TASKS, seed=2).sha256


def test_consent_falls_back_to_the_language_there_is() -> None:
    design = read_design({"tasks": ["rotation"], "consent": {"zh-hans": "文"}}, TASKS)
    assert design.consent_in("en") == ("文", "zh-hans")


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ([], "A design is a JSON object."),
        ({}, "'tasks' of a design is a list of at least one task."),
        ({"tasks": []}, "'tasks' of a design is a list of at least one task."),
        ({"tasks": "rotation"}, "'tasks' of a design is a list of at least one task."),
        ({"tasks": [1]}, "'tasks' of a design is a list of at least one task."),
        ({"tasks": ["juggling"]}, "There is no task 'juggling'; the tasks are: rotation, zooming."),
        ({"tasks": ["rotation", "rotation"]}, "'tasks' of a design is a list without repetitions."),
        ({"tasks": ["rotation"], "colour": 1}, "A design has no 'colour'; it has: aids,"),
        (
            {"tasks": ["rotation"], "items_per_task": 0},
            "'items_per_task' of a design is a whole number from 1",
        ),
        ({"tasks": ["rotation"], "items_per_task": True}, "'items_per_task' of a design is a whole number"),
        (
            {"tasks": ["rotation"], "answers_per_item": 3},
            "'answers_per_item' of a design is null: a fixed number cannot be kept to yet",
        ),
        ({"tasks": ["rotation"], "order": "random"}, "'order' of a design is one of: balanced, fixed."),
        ({"tasks": ["rotation"], "seed": -1}, "'seed' of a design is a whole number, not negative."),
        ({"tasks": ["rotation"], "show_range": "yes"}, "'show_range' of a design is true or false."),
        ({"tasks": ["rotation"], "aids": ["oracle"]}, "'aids' of a design is a list of: zoom."),
        ({"tasks": ["rotation"], "aids": "zoom"}, "'aids' of a design is a list of: zoom."),
        (
            {"tasks": ["rotation"], "examples": 3},
            "'examples' of a design is the name of a benchmark, or null.",
        ),
        ({"tasks": ["rotation"], "consent": {}}, "'consent' of a design is an object of language and text"),
        ({"tasks": ["rotation"], "consent": {"en": " "}}, "'consent' of a design is an object of language"),
        ({"tasks": ["rotation"], "background": {}}, "'background' of a design is a list of questions."),
        (
            {"tasks": ["rotation"], "background": [{"name": "a b", "label": "x"}]},
            "'background' of a design is",
        ),
        ({"tasks": ["rotation"], "background": [{"name": "a", "label": "x", "why": 1}]}, "'background' of a"),
        (
            {"tasks": ["rotation"], "background": [{"name": "a", "label": "x", "kind": "choice"}]},
            "The background question 'a' needs choices exactly when its kind is choice.",
        ),
        (
            {"tasks": ["rotation"], "background": [{"name": "a", "label": "x"}] * 2},
            "'background' of a design is a list of questions without repeated names.",
        ),
    ],
)
def test_a_design_that_makes_no_study_says_what_is_wrong(document: Any, sentence: str) -> None:
    with pytest.raises(DesignError) as complaint:
        read_design(document, TASKS)
    assert str(complaint.value).startswith(sentence)
