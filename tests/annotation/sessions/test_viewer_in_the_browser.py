"""Enlarging pictures in a real browser, and the keys."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.annotation.pages import (
    answered,
    press,
    ready,
    submit,
)

pytestmark = pytest.mark.browser


def scale_of(page: Page) -> float:
    return page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('#viewer img')).transform).a")


def test_a_picture_is_enlarged_zoomed_and_left_by_keyboard(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    page.locator("[data-enlarge]").nth(1).focus()
    press(page, "Enter")
    name = page.get_by_role("dialog").get_by_role("heading")
    expect(name).to_have_text("2 Left")
    press(page, "+", "+", "ArrowRight")
    zoomed = page.locator("#viewer img").get_attribute("style")
    assert scale_of(page) == pytest.approx(1.25**2)
    press(page, "4")
    expect(name).to_have_text("4 Front, after")
    assert page.locator("#viewer img").get_attribute("style") == zoomed
    press(page, "b")
    expect(name).to_have_text("2 Left")
    press(page, "0")
    assert scale_of(page) == 1
    press(page, "Escape")
    expect(page.locator("[data-enlarge]").nth(1)).to_be_focused()


def test_the_wheel_zooms_about_the_pointer_and_dragging_moves(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    page.locator("[data-enlarge]").first.click()
    page.mouse.move(200, 300)
    page.mouse.wheel(0, -200)
    expect(page.locator("#viewer img")).to_have_attribute("style", re.compile("scale"))
    before = page.locator("#viewer img").bounding_box()
    page.mouse.down()
    page.mouse.move(190, 290)
    page.mouse.up()
    after = page.locator("#viewer img").bounding_box()
    assert before
    assert after
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((-10, -10))


def test_two_fingers_zoom(at_work: Any) -> None:
    page = at_work("translation", has_touch=True, viewport={"width": 390, "height": 844})
    ready(page)
    page.locator("[data-enlarge]").first.tap()
    screen = page.context.new_cdp_session(page)
    for kind, places in (("touchStart", (150, 250)), ("touchMove", (100, 300)), ("touchEnd", ())):
        fingers = [{"x": x, "y": 400, "id": number} for number, x in enumerate(places)]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    expect(page.locator("#viewer img")).to_have_attribute("style", re.compile(r"scale\(2\)"))


def test_enlarging_an_option_does_not_choose_it(at_work: Any) -> None:
    page = at_work("rotation_rotation")
    ready(page)
    press(page, "6")
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("6 Option B")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    page.get_by_role("radio", name="B").check()
    submit(page)
    assert answered()[0].aids == {"enlarged": 1}


def test_a_study_without_zoom_has_pictures_that_stay_as_they_are(at_work: Any) -> None:
    page = at_work("translation", design={"aids": []})
    ready(page)
    press(page, "1")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("img", name="Picture 1, Front")).to_be_visible()


def test_the_keys_are_listed_and_can_be_switched_off(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    press(page, "?")
    page.get_by_label("Use keys that are one character").uncheck()
    page.get_by_role("button", name="Close").click()
    press(page, "1")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    ready(page)
    press(page, "?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_label("Use keys that are one character")).not_to_be_checked()


def test_a_digit_typed_into_an_answer_is_a_digit(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    page.get_by_label("distance").press_sequentially("3")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_label("distance")).to_have_value("3")
