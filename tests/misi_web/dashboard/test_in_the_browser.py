"""The results pages in a real browser: charts under the content security policy, and accessibility."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page

from tests.browser import accessibility_faults
from tests.misi_web.results.worlds import lively

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = ["/results/demo/1/", "/results/demo/1/leaderboard/"]


@pytest.fixture(scope="session", autouse=True)
def assets() -> None:
    call_command("build_assets")


@pytest.mark.parametrize("path", PAGES)
def test_a_chart_is_drawn_without_breaking_the_content_security_policy(
    open_page: Callable[..., Page], path: str
) -> None:
    """A breach would stand in the console, and `trouble` fails the test."""
    lively()
    page = open_page("anonymous", path)
    page.locator(".chart canvas").wait_for()
    assert page.locator(".chart canvas").bounding_box()["width"] > 300


@pytest.mark.parametrize("path", PAGES)
def test_without_script_the_chart_is_an_image(open_page: Callable[..., Page], path: str) -> None:
    lively()
    page = open_page("anonymous", path, java_script_enabled=False)
    image = page.locator(".chart img")
    image.wait_for()
    assert image.evaluate("image => image.naturalWidth") > 300


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/results/", *PAGES])
def test_the_pages_are_accessible(open_page: Callable[..., Page], path: str, scheme: str) -> None:
    lively()
    page = open_page("anonymous", path, color_scheme=scheme)
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_a_narrow_window_scrolls_the_table_and_not_the_page(open_page: Callable[..., Any], path: str) -> None:
    lively()
    page = open_page("anonymous", path, viewport={"width": 390, "height": 844})
    page.locator(".chart canvas").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_sorting_and_choosing_need_no_script(open_page: Callable[..., Page]) -> None:
    lively()
    page = open_page("anonymous", PAGES[1], java_script_enabled=False)
    with page.expect_navigation():
        page.get_by_role("link", name="Zooming").click()
    page.get_by_label("Exact").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Show").click()
    assert "sort=zooming" in page.url
    assert "metric=exact" in page.url
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("Zooming")
