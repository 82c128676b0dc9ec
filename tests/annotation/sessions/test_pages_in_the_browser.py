"""A participant's pages in a real browser: accessible, light, and staff's list of studies."""

from typing import Any

import pytest
from playwright.sync_api import expect

from benchmark.tasks import all_tasks
from tests.annotation.pages import (
    press,
    ready,
    submit,
    translate,
)
from tests.annotation.visitors import Visitor
from tests.browser import accessibility_faults

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_around_the_items_are_accessible(open_study: Any, open_page: Any, scheme: str) -> None:
    open_study("translation", per_task=1)
    page = open_page(path="/s/study/", color_scheme=scheme)
    assert accessibility_faults(page) == []
    for button in ("Start", "I agree to take part"):
        page.get_by_role("button", name=button).click()
        assert accessibility_faults(page) == []
    page.get_by_label("Your field").fill("Chemistry")
    page.get_by_label("Your level").select_option("Master")
    page.get_by_role("button", name="Continue").click()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Begin this block").click()
    translate(page)
    submit(page)
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("task", [task.slug for task in all_tasks()])
def test_an_item_is_accessible(at_work: Any, task: str, width: int) -> None:
    page = at_work(task, design={"show_range": True}, viewport={"width": width, "height": 844})
    ready(page)
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    expect(page.get_by_role("button", name="Submit")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_dialogs_are_accessible(at_work: Any, scheme: str) -> None:
    page = at_work("translation", color_scheme=scheme)
    ready(page)
    press(page, "1")
    assert accessibility_faults(page) == []
    press(page, "Escape", "?")
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_of_studies_is_accessible(open_study: Any, open_page: Any, scheme: str) -> None:
    open_study("translation")
    page = open_page("admin", "/studies/", color_scheme=scheme)
    expect(page.get_by_role("link", name="A study")).to_be_visible()
    assert accessibility_faults(page) == []


def test_a_participants_page_is_light(open_study: Any, open_page: Any) -> None:
    """Without pictures: at most 150 kB and 8 requests, before any compression."""
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page(path="about:blank")
    sizes: dict[str, int] = {}
    page.on("response", lambda response: sizes.update({response.url: len(response.body())}))
    page.goto(visitor.address)
    ready(page)
    sizes = {url: size for url, size in sizes.items() if "/pictures/" not in url}
    assert len(sizes) <= 8
    assert sum(sizes.values()) <= 150_000
