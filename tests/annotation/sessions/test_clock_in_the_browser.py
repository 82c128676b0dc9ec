"""The clock of an item in a real browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.annotation.pages import (
    PICTURES,
    SECONDS,
    answered,
    hide,
    hold,
    ready,
    spans,
    submit,
    translate,
)
from tests.annotation.visitors import Visitor
from tests.waiting import wait_until

pytestmark = pytest.mark.browser


def test_the_clock_starts_when_the_last_picture_is_shown(open_study: Any, open_page: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    held = hold(page, "**/items/0/pictures/3/")
    page.goto(visitor.address, wait_until="commit")
    translate(page)
    wait_until(lambda: page.wait_for_timeout(1) or held, SECONDS, "the last picture is asked for")
    assert page.locator("[data-ready]").count() == 0
    assert not page.locator(".view img").first.is_visible()
    released = page.evaluate("performance.now()")
    held[0].continue_()
    ready(page)
    submitted = page.evaluate("performance.now()")
    submit(page)
    span = spans(1)[0]
    assert released < (span.began_monotonic_ms or 0) <= submitted <= span.ended_monotonic_ms
    assert answered()[0].timing_flags == []


def test_pictures_take_up_no_new_room_when_they_come(open_study: Any, open_page: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    held = hold(page, "**/items/0/pictures/**")
    page.goto(visitor.address, wait_until="domcontentloaded")
    wait_until(lambda: page.wait_for_timeout(1) or len(held) == 4, SECONDS, "all pictures are asked for")
    boxes = "[...document.querySelectorAll('.view, .panel *')].map((part) => part.getBoundingClientRect())"
    boxes = f"JSON.stringify({boxes})"
    before = page.evaluate(boxes)
    for route in held:
        route.continue_()
    ready(page)
    assert page.evaluate(boxes) == before


def test_hidden_time_is_counted_apart(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    hide(page, True)
    assert spans(1)[0].ended_by == "hide"
    hide(page, False)
    translate(page)
    submit(page)
    response, (first, second) = answered()[0], spans(2)
    assert (first.load_key, first.sequence) == (second.load_key, second.sequence - 1)
    assert first.ended_monotonic_ms == second.began_monotonic_ms
    assert 0 < second.hidden_ms <= second.ended_monotonic_ms - second.began_monotonic_ms
    whole = second.ended_monotonic_ms - first.began_monotonic_ms
    assert response.response_time_ms == round(whole - second.hidden_ms)
    assert response.timing_flags == ["hidden"]


def test_time_hidden_before_the_pictures_were_shown_is_no_part_of_the_time(
    open_study: Any, open_page: Any
) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    held = hold(page, "**/items/0/pictures/3/")
    page.goto(visitor.address, wait_until="commit")
    translate(page)
    wait_until(lambda: page.wait_for_timeout(1) or held, SECONDS, "the last picture is asked for")
    hide(page, True)
    assert spans(1)[0].began_monotonic_ms is None
    hide(page, False)
    held[0].continue_()
    ready(page)
    submit(page)
    response, (_, looked) = answered()[0], spans(2)
    assert looked.hidden_ms == 0
    assert response.response_time_ms == round(looked.ended_monotonic_ms - (looked.began_monotonic_ms or 0))
    assert response.timing_flags == []


def test_a_reload_is_a_span_of_its_own(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    page.reload()
    assert spans(1)[0].ended_by == "leave"
    ready(page)
    translate(page)
    submit(page)
    response, (first, second) = answered()[0], spans(2)
    assert first.load_key != second.load_key
    assert [first.ended_by, second.ended_by] == ["leave", "submit"]
    assert response.timing_flags == ["several_loads"]


def test_an_answer_before_the_pictures_came_has_no_time(open_study: Any, open_page: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    hold(page, PICTURES)
    page.goto(visitor.address, wait_until="commit")
    translate(page)
    submit(page)
    response = answered()[0]
    assert (response.response_time_ms, response.timing_flags) == (None, ["no_onset"])
    page.unroute(PICTURES)


def test_a_picture_that_fails_can_be_loaded_again(
    open_study: Any, open_page: Any, trouble: list[str]
) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    page.route("**/items/0/pictures/2/", lambda route: route.abort())
    page.goto(visitor.address)
    again = page.get_by_role("button", name="Load it again")
    expect(again).to_be_visible()
    assert page.locator(".view img").first.is_visible()
    page.unroute("**/items/0/pictures/2/")
    again.click()
    ready(page)
    translate(page)
    submit(page)
    assert answered()[0].timing_flags == ["pictures_failed"]
    assert spans(1)[0].pictures_failed == 1
    trouble.clear()  # the browser's own notes on the lost picture


def test_the_next_items_pictures_load_while_this_one_is_answered(open_study: Any, open_page: Any) -> None:
    visitor = Visitor(open_study("translation", per_task=3)).start("translation")
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(re.findall(r"items/(\d)/pictures", request.url)))
    page.goto(visitor.address)
    ready(page)
    wait_until(lambda: page.wait_for_timeout(1) or asked.count("1") == 4, SECONDS, "the next pictures load")
    assert asked == ["0"] * 4 + ["1"] * 4
