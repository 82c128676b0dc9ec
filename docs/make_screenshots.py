"""The pictures of the README, made anew: `make screenshots`.

A private site with the demo runs in a folder that is gone afterwards. Three made-up people take part in its
study, so that the results pages have something to show; the runs are the demo's own baselines.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import FLAGS, chromium_path
from tests.journey.answers import right, wrong
from tests.journey.participant import go_through, join, wait_for_clock
from tests.journey.staff import log_in
from tests.site import ROOT, Site, environment, running_site

PICTURES = ROOT / "docs" / "pictures"
WINDOW = {"width": 1440, "height": 900}
LARGEST = 300_000  # bytes; a README is read on slow lines too
COLOURS = 256
PATIENCE_MS = 60_000
SHOWN_TASK = "rotation"
NEVER = -1  # a position that no item has
TRUTHS = """
from annotation.models import Assignment, Participation
rows = Assignment.objects.filter(participation=Participation.objects.latest("pk")).order_by("position")
answer = list(rows.values_list("position", "study_item__item__task", "study_item__item__truth"))
"""
# Of three people one knows everything, one nothing, and one the first item of each task.
KNOWS: tuple[Callable[[bool], bool], ...] = (lambda first: first, lambda first: True, lambda first: False)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="misi-pictures-") as name:
        data = Path(name) / "data"
        prepare(data)
        with running_site(data, "--demo") as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
            show_study(browser, site)
            show_staff_pages(browser, site)
            browser.close()


def prepare(data: Path) -> None:
    """Draw the demo's items before anybody waits for the site."""
    for command in ("migrate", "load_demo"):
        subprocess.run([sys.executable, "manage.py", command], cwd=ROOT, env=environment(data), check=True)


def new_page(browser: Browser, site: Site) -> Page:
    page = browser.new_context(base_url=site.url, viewport=WINDOW, color_scheme="light").new_page()
    page.set_default_timeout(PATIENCE_MS)
    return page


def show_study(browser: Browser, site: Site) -> None:
    """The join page and an item, on the way of three people through the study."""
    page = new_page(browser, site)
    page.goto("/s/demo/")
    take(page, "join")
    for knows in KNOWS:
        page = new_page(browser, site)
        join(page, "/s/demo/")
        plan = site.ask(TRUTHS)
        shown = next(position for position, task, _ in plan if task == SHOWN_TASK)
        look = partial(take_item, page, shown) if knows is KNOWS[0] else lambda position: None
        go_through(page, answers(plan, knows), reload_at=NEVER, look=look)


def answers(plan: list[tuple[int, str, str]], knows: Callable[[bool], bool]) -> dict[int, str]:
    """Position -> what this person says."""
    met: set[str] = set()
    said = {}
    for position, task, truth in plan:
        said[position] = (right(truth) if knows(task not in met) else wrong(task, truth)).text
        met.add(task)
    return said


def take_item(page: Page, shown: int, position: int) -> None:
    if position == shown:
        wait_for_clock(page)
        take(page, "item")


def show_staff_pages(browser: Browser, site: Site) -> None:
    page = new_page(browser, site)
    log_in(page, site, "researcher")
    page.goto("/runs/")
    page.get_by_role("link", name="uniform guess").first.click()
    take(page, "run")
    for name, address in (("comparison", ""), ("leaderboard", "leaderboard/")):
        page.goto(f"/results/demo/1/{address}")
        take(page, name)


def take(page: Page, name: str) -> None:
    """One picture of the window, in few colours so that it stays small."""
    file = PICTURES / f"{name}.png"
    page.wait_for_load_state("networkidle")
    page.screenshot(path=file, animations="disabled")
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(COLOURS).save(file, optimize=True)
    size = file.stat().st_size
    if size > LARGEST:
        raise SystemExit(f"{file.name} has {size:,} bytes; {LARGEST:,} are allowed. Make it smaller.")
    sys.stdout.write(f"{file.relative_to(ROOT)}: {size:,} bytes\n")


if __name__ == "__main__":
    main()
