"""The site's own pages in a real browser."""

from typing import Any

import pytest

from tests.browser import accessibility_faults

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/accounts/password_reset/"])
def test_a_page_open_to_everybody_is_accessible(open_page: Any, path: str, scheme: str) -> None:
    assert accessibility_faults(open_page(path=path, color_scheme=scheme)) == []


def test_an_account_stays_logged_in_from_page_to_page(open_page: Any) -> None:
    page = open_page("researcher")
    page.get_by_role("link", name="researcher-").click()
    assert page.url.endswith("/accounts/password_change/")


def test_an_error_in_the_console_is_noticed(open_page: Any, trouble: list[str]) -> None:
    page = open_page()
    page.evaluate("console.error('a wrong turn')")
    assert "a wrong turn" in trouble.pop()


def test_a_breach_of_the_content_security_policy_is_noticed(open_page: Any, trouble: list[str]) -> None:
    page = open_page()
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: '1'}))")
    assert "Content Security Policy" in trouble.pop()
