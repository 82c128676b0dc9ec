"""A real browser for tests: the system's Chromium, driven by Playwright.

`open_page("researcher")` opens a page of the test's own server where somebody of that role is logged in.
Whatever the console calls an error, among them every breach of the content security policy, fails the test.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.core.signals import request_finished, request_started
from playwright.sync_api import Browser, Page, sync_playwright

from benchmark.common.roles import Role
from tests.chromium import FLAGS, chromium_path
from tests.waiting import wait_until

PATIENCE_MS = 10_000
at_a_request: set[threading.Thread] = set()
request_started.connect(lambda **_: at_a_request.add(threading.current_thread()), weak=False)
request_finished.connect(lambda **_: at_a_request.discard(threading.current_thread()), weak=False)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for the whole run; contexts keep the tests apart."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def trouble() -> Iterator[list[str]]:
    """What went wrong in the browser. A test that provokes trouble reads it and clears the list."""
    found: list[str] = []
    yield found
    assert found == []


def listen(page: Page, trouble: list[str]) -> None:
    page.on("pageerror", lambda error: trouble.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda message: trouble.append(f"{page.url}: {message.text}") if message.type == "error" else None,
    )


@pytest.fixture
def open_page(
    browser: Browser, live_server: Any, client_as: Any, trouble: list[str]
) -> Iterator[Callable[..., Page]]:
    """`open_page(role, path, **context)` gives a page of a browser of its own.

    `context` goes to Playwright: `viewport={"width": 390, "height": 844}`, `color_scheme="dark"`,
    `java_script_enabled=False`, ...
    """
    contexts = []

    def make(role: str = Role.ANONYMOUS, path: str = "/", **context: Any) -> Page:
        contexts.append(opened := browser.new_context(base_url=live_server.url, **context))
        opened.set_default_timeout(PATIENCE_MS)
        if cookie := client_as(role).cookies.get(settings.SESSION_COOKIE_NAME):
            opened.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
        page = opened.new_page()
        listen(page, trouble)
        page.goto(path)
        return page

    yield make
    for context in contexts:
        context.close()
    # A browser that leaves still reports; what it asked for is finished before the tables are cleared.
    wait_until(lambda: not still_answering(), PATIENCE_MS / 1000, "the server has finished all requests")


def still_answering() -> list[str]:
    """The threads of the test's own server that are at a request."""
    return [thread.name for thread in list(at_a_request) if is_of_the_server(thread)]


def is_of_the_server(thread: threading.Thread) -> bool:
    return thread.is_alive() and thread is not threading.main_thread()


def accessibility_faults(page: Page) -> list[str]:
    """What the axe rules find wrong with a page as it stands: one line each, empty when all is well."""
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['html']} {node['failureSummary']}" for rule in found for node in rule["nodes"]
    ]
