"""What browser tests do on a participant's page, and wait for."""

from playwright.sync_api import Page, Route, expect

from annotation.models import Response, Span
from tests.waiting import wait_until

SECONDS = 10
PICTURES = "**/pictures/**"
TYPED = {"residue": "ARG", "number": "221", "atom": "NH2", "chain": "A", "ligand_atom": "O22"}


def ready(page: Page) -> None:
    """Wait until the clock of the item runs."""
    expect(page.locator("[data-stage][data-ready]")).to_be_attached()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def answered(count: int = 1) -> list[Response]:
    """All responses, once there are that many."""
    wait_until(lambda: Response.objects.count() == count, SECONDS, f"{count} responses are stored")
    return list(Response.objects.order_by("id"))


def spans(count: int) -> list[Span]:
    wait_until(lambda: Span.objects.count() == count, SECONDS, f"{count} spans are stored")
    return list(Span.objects.order_by("issued_at", "sequence"))


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def translate(page: Page, number: str = "3") -> None:
    """Complete the answer to a translation, without sending it."""
    page.get_by_role("radio", name="x").check()
    page.get_by_label("distance").fill(number)


def submit(page: Page) -> None:
    page.get_by_role("button", name="Submit").click()


def hide(page: Page, hidden: bool) -> None:
    """What a browser does when another tab comes to the front, or this one back."""
    page.evaluate(
        """(hidden) => {
          const value = hidden ? "hidden" : "visible";
          Object.defineProperty(document, "visibilityState", { value, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def hold(page: Page, pattern: str) -> list[Route]:
    """Keep requests for these addresses waiting until they are continued."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    return held
