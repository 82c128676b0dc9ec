"""A participant at a keyboard: reads what stands on the page, types, presses Enter."""

import re
from collections.abc import Callable

from playwright.sync_api import Error, Page, expect

from tests.waiting import wait_until

MOST_TABS = 40
SECONDS = 20


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on what the selector names."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        press(page, "Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def join(page: Page, address: str) -> None:
    """From the join page to the first instructions."""
    page.goto(address)
    page.get_by_role("button", name="Start").press("Enter")
    page.get_by_role("button", name="I agree").press("Enter")
    page.get_by_label("field of study").fill("Chemistry")
    page.get_by_label("level").select_option("Master")
    page.get_by_role("button", name="Continue").press("Enter")
    expect(page.get_by_role("button", name="Begin this block")).to_be_visible()


HERE = """() => {
  const action = document.querySelector("[data-answer]")?.getAttribute("action");
  return action?.match(/items.(\\d+).answer/)[1] ?? document.querySelector("h1").innerText;
}"""


def place(page: Page) -> str:
    """Where the page is: an item by its position, anything else by its heading, "" on the way."""
    try:
        return str(page.evaluate(HERE))
    except Error:  # the page is just being replaced
        return ""


def wait_to_leave(page: Page, before: str) -> None:
    wait_until(lambda: place(page) not in ("", before), SECONDS, f"what comes after {before}")


def wait_for_clock(page: Page) -> None:
    """Until all pictures are shown and the frame that starts the clock is over."""
    expect(page.locator("[data-stage][data-ready]")).to_be_attached(timeout=SECONDS * 1000)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def answer(page: Page, text: str) -> None:
    """Type an answer into the widget that is there, by keyboard alone, and send it."""
    wait_for_clock(page)
    kind = page.locator("[data-widget]").get_attribute("data-widget")
    {"commands": type_commands, "choice": choose, "bonds": type_bonds}[str(kind)](page, text)
    expect(page.locator("[data-command]")).to_have_text(text)
    before = place(page)
    press(page, "Enter")
    wait_to_leave(page, before)


def type_commands(page: Page, text: str) -> None:
    press(page, "a")
    for number, command in enumerate(text.split(", ")):
        verb, axis, value = command.split()
        part = f"[data-verb={verb}]"
        axes = page.locator(f"{part} input[type=radio]").evaluate_all("all => all.map(one => one.value)")
        if axes:
            tab_to(page, f"{part} input[type=radio]")
            press(page, "Space", *["ArrowDown"] * axes.index(axis))
        tab_to(page, f"{part} [data-number]")
        page.keyboard.type(value)
        assert number < 2


def choose(page: Page, letter: str) -> None:
    press(page, "a", "Space", *["ArrowDown"] * "ABCD".index(letter))


def type_bonds(page: Page, text: str) -> None:
    press(page, "a")
    if text == "No":
        press(page, "Space")
        return
    for row, bond in enumerate(text.removeprefix("Yes: ").split("; "), 1):
        if row > 1:
            tab_to(page, "[data-add]")
            press(page, "Enter")
        line = f"[data-rows] > li:nth-child({row})"
        for name, value in parts_of(page, line, bond):
            tab_to(page, f"{line} [data-part={name}]")
            page.keyboard.type(value)


def parts_of(page: Page, line: str, bond: str) -> list[tuple[str, str]]:
    """Which part of a bond belongs into which field; one that is a part short has no chain."""
    parts = re.split(r",? ", bond)
    fields = page.locator(f"{line} [data-part]").evaluate_all("all => all.map(one => one.dataset.part)")
    if len(parts) < len(fields):
        fields.remove("chain")
    return list(zip(fields, parts, strict=True))


def go_through(page: Page, answers: dict[int, str], reload_at: int, look: Callable[[int], None]) -> None:
    """All items to the end, each with its answer; the page is loaded anew once, in the middle of an item.

    `look` is told each item's position before it is answered.
    """
    while (here := place(page)) != "Thank you":
        if not here.isdecimal():
            page.get_by_role("button", name="Begin this block").press("Enter")
            wait_to_leave(page, here)
            continue
        if int(here) == reload_at:
            wait_for_clock(page)
            page.reload()
        look(int(here))
        answer(page, answers[int(here)])
