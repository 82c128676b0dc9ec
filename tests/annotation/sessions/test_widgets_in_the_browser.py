"""Each kind of answer in a real browser, by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.annotation.pages import (
    TYPED,
    answered,
    press,
    ready,
    submit,
    translate,
)

pytestmark = pytest.mark.browser


def test_axis_and_number_by_keyboard(at_work: Any) -> None:
    page = at_work("rotation")
    ready(page)
    press(page, "a", "ArrowDown", "Tab")
    page.keyboard.type("-15")
    expect(page.locator("[data-command]")).to_have_text("roll y -15")
    press(page, "Enter")
    assert answered()[0].raw == "roll y -15"


def test_a_single_axis_is_not_asked_for(at_work: Any) -> None:
    page = at_work("zooming")
    ready(page)
    press(page, "a")
    page.keyboard.type("47")
    press(page, "Enter")
    assert answered()[0].raw == "move z 47"


def test_roll_and_move_by_keyboard(at_work: Any) -> None:
    page = at_work("docking")
    ready(page)
    press(page, "a", "Space", "Tab")
    page.keyboard.type("75")
    press(page, "Tab")
    page.keyboard.type("-14")
    press(page, "Enter")
    assert answered()[0].raw == "roll x 75, move x -14"


@pytest.mark.parametrize("task", ["rotation_rotation", "interaction_location"])
def test_a_choice_by_keyboard(at_work: Any, task: str) -> None:
    page = at_work(task)
    ready(page)
    press(page, "a", "ArrowDown", "ArrowDown")
    expect(page.locator("[data-command]")).to_have_text("C")
    press(page, "Enter")
    assert answered()[0].raw == "C"


def test_text_options_stand_beside_their_letters(at_work: Any) -> None:
    page = at_work("interaction_location")
    expect(page.get_by_role("radio", name="B move x -3, move y -5")).to_be_visible()


@pytest.mark.parametrize(
    ("task", "fields", "text"),
    [
        ("residue_ligand", ("ARG", "NH2", "O22"), "Yes: ARG NH2, O22; ARG NH2, O22"),
        ("pocket_ligand", ("ARG", "221", "NH2", "A", "O22"), "ARG 221 NH2 A, O22; ARG 221 NH2 A, O22"),
        ("pocket_ligand", ("ARG", "221", "NH2", "", "O22"), "ARG 221 NH2, O22; ARG 221 NH2, O22"),
    ],
)
def test_bonds_by_keyboard(at_work: Any, task: str, fields: tuple[str, ...], text: str) -> None:
    page = at_work(task)
    ready(page)
    press(page, "a", "Tab")
    for row in range(2):
        for field in fields:
            page.keyboard.type(field)
            press(page, "Tab")
        if not row:
            expect(page.get_by_role("button", name="Add a bond")).to_be_focused()
            press(page, "Enter")
    expect(page.locator("[data-command]")).to_have_text(text)
    press(page, "Shift+Tab", "Enter")
    assert answered()[0].raw == text


def test_no_bond_is_an_answer(at_work: Any) -> None:
    page = at_work("pocket_ligand")
    ready(page)
    press(page, "a", "Space")
    expect(page.get_by_label("Residue")).to_be_disabled()
    press(page, "Enter")
    assert answered()[0].raw == "No"


def test_a_bond_that_is_removed_leaves_the_focus_on_its_neighbour(at_work: Any) -> None:
    page = at_work("residue_ligand")
    expect(page.get_by_role("button", name="Remove this bond")).to_have_count(0)
    page.get_by_role("button", name="Add a bond").click()
    page.get_by_role("button", name="Remove this bond").first.click()
    expect(page.get_by_role("group", name="Bond 1").get_by_label("Residue")).to_be_focused()
    expect(page.get_by_role("group", name="Bond 2")).to_have_count(0)


@pytest.mark.parametrize("missing", ["residue", "atom", "ligand_atom"])
def test_a_bond_with_a_gap_cannot_be_sent(at_work: Any, missing: str) -> None:
    page = at_work("residue_ligand")
    for name in {"residue", "atom", "ligand_atom"} - {missing}:
        page.locator(f"[data-rows] [data-part={name}]").fill(TYPED[name])
    expect(page.get_by_role("button", name="Submit")).to_be_disabled()
    page.locator(f"[data-rows] [data-part={missing}]").fill(TYPED[missing])
    expect(page.get_by_role("button", name="Submit")).to_be_enabled()


def test_submit_waits_for_a_complete_answer(at_work: Any) -> None:
    page = at_work("translation")
    button = page.get_by_role("button", name="Submit")
    expect(button).to_be_disabled()
    page.get_by_role("radio", name="y").check()
    expect(button).to_be_disabled()
    page.get_by_label("distance").fill("2.5")
    expect(button).to_be_enabled()
    page.get_by_label("distance").fill("")
    expect(button).to_be_disabled()


def test_what_is_sent_is_what_was_typed(at_work: Any) -> None:
    page = at_work("translation")
    translate(page, "-0.50")
    submit(page)
    response = answered()[0]
    assert (response.raw, response.answer) == ("move x -0.50", "move x -0.5")


def test_a_word_too_many_in_a_bond_is_said_at_its_field(at_work: Any) -> None:
    page = at_work("residue_ligand")
    for name, text in (("residue", "ARG 221"), ("atom", "NH2"), ("ligand_atom", "O22")):
        page.locator(f"[data-rows] [data-part={name}]").fill(text)
    submit(page)
    expect(page.get_by_label("Residue")).to_be_focused()
    assert page.get_by_label("Residue").evaluate("(field) => field.validity.patternMismatch")
