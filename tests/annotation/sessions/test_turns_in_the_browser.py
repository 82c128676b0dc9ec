"""From one item to the next in a real browser, and what can happen in between."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.annotation.pages import (
    TYPED,
    answered,
    ready,
    spans,
    submit,
    translate,
)

pytestmark = pytest.mark.browser


def test_after_an_answer_the_focus_is_on_the_next_heading_and_saved_is_said(at_work: Any) -> None:
    page = at_work("translation")
    translate(page)
    submit(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    expect(page.get_by_text("Saved")).to_be_visible()


def test_a_whole_study_from_the_front_page_to_the_thanks(open_study: Any, open_page: Any) -> None:
    open_study("translation", "zooming", per_task=1)
    page = open_page(path="/")
    page.get_by_role("link", name="A study").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="I agree to take part").click()
    page.get_by_label("Your field").fill("Chemistry")
    page.get_by_label("Your level").select_option("Master")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Begin this block").click()
    translate(page)
    submit(page)
    expect(page.get_by_role("heading", name="Zooming")).to_be_focused()
    page.get_by_role("button", name="Begin this block").click()
    page.get_by_label("distance").fill("47")
    submit(page)
    expect(page.get_by_role("heading", name="Thank you")).to_be_focused()
    assert [response.exact for response in answered(2)] == [1, 1]


def test_a_double_click_makes_one_response(at_work: Any) -> None:
    page = at_work("translation")
    translate(page)
    page.get_by_role("button", name="Submit").dblclick()
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    assert len(answered()) == 1


def test_back_and_reload_lead_to_the_same_item(at_work: Any) -> None:
    page = at_work("translation")
    translate(page)
    submit(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    page.goto("/")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    assert len(answered()) == 1


def test_a_second_tab_is_led_on(at_work: Any) -> None:
    page = at_work("translation")
    other = page.context.new_page()
    other.goto(page.url)
    for tab, number in ((page, "3"), (other, "1")):
        translate(tab, number)
        submit(tab)
        expect(tab.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    expect(other.get_by_text("the first answer counts")).to_be_visible()
    assert [response.raw for response in answered()] == ["move x 3"]


def test_an_answer_that_cannot_be_read_is_corrected_in_place(at_work: Any, trouble: list[str]) -> None:
    page = at_work("pocket_ligand")
    ready(page)
    for name, text in (TYPED | {"residue": "??", "atom": "?"}).items():
        page.locator(f"[data-rows] [data-part={name}]").fill(text)
    submit(page)
    expect(page.get_by_role("alert")).to_contain_text("This cannot be read as an answer.")
    expect(page.get_by_role("button", name="Send it as it is")).to_be_visible()
    page.locator("[data-rows] [data-part=residue]").fill("ARG")
    page.locator("[data-rows] [data-part=atom]").fill("NH2")
    submit(page)
    response = answered()[0]
    assert response.raw == "ARG 221 NH2 A, O22"
    assert response.response_time_ms is not None
    assert [span.ended_by for span in spans(2)] == ["submit", "submit"]
    trouble.clear()  # the browser's own note on the status 422


def test_an_answer_outlives_a_lost_connection(at_work: Any, trouble: list[str]) -> None:
    page = at_work("translation", design={"per_task": 3})
    ready(page)
    translate(page)
    submit(page)
    expect(page.get_by_text("Saved")).to_be_visible()
    ready(page)
    translate(page, "4")
    page.context.set_offline(True)
    submit(page)
    expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
    expect(page.get_by_text("Saved", exact=True)).to_have_count(0)
    expect(page.get_by_label("distance")).to_have_value("4")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 3 of 3")
    assert answered(2)[1].raw == "move x 4"
    assert len(spans(2)) == 2
    trouble.clear()  # the browser's own notes on the lost connection


def test_an_answer_outlives_a_server_that_fails(at_work: Any, trouble: list[str]) -> None:
    page = at_work("translation")
    translate(page)
    page.route("**/turn/", lambda route: route.fulfill(status=503))
    submit(page)
    expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
    page.unroute("**/turn/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    assert len(answered()) == 1
    trouble.clear()


def test_without_script_a_text_field_takes_the_answer(at_work: Any, trouble: list[str]) -> None:
    page = at_work("translation", java_script_enabled=False)
    expect(page.get_by_role("radio")).to_have_count(0)
    page.get_by_label("Your answer").fill("to the left")
    submit(page)
    expect(page.get_by_text("This cannot be read as an answer.")).to_be_visible()
    expect(page.get_by_label("Your answer")).to_have_value("to the left")
    page.get_by_label("Your answer").fill("move x 3")
    submit(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    response = answered()[0]
    assert (response.raw, response.timing_flags) == ("move x 3", ["no_timing"])
    trouble.clear()  # the browser's own note on the status 422
