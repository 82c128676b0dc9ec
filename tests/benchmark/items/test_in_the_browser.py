"""Staff pages on benchmarks in a real browser: whole, narrow and usable by everybody."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from benchmark.items.importing import import_package
from tests.browser import accessibility_faults
from tests.packages import make_package, make_zip, package_item

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG_KEY = "0171eb5db9cc510f94b5349b38be38d0"
PAGES = [
    "/benchmarks/",
    "/benchmarks/small/1/",
    "/benchmarks/small/1/items/",
    f"/benchmarks/small/1/items/{LONG_KEY}/",
    "/benchmarks/import/",
]


@pytest.fixture(autouse=True)
def small(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path / "pictures"
    items = [package_item("rotation_rotation", LONG_KEY), package_item("residue_ligand", "b")]
    import_package(make_package(tmp_path / "package", items), name="small")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_the_pages_are_accessible(open_page: Callable[..., Page], path: str, scheme: str) -> None:
    assert accessibility_faults(open_page("admin", path, color_scheme=scheme)) == []


@pytest.mark.parametrize("path", PAGES)
def test_a_narrow_window_never_scrolls_sideways(open_page: Callable[..., Any], path: str) -> None:
    page = open_page("admin", path, viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_every_picture_of_an_item_is_there(open_page: Callable[..., Page]) -> None:
    page = open_page("researcher", PAGES[3])
    page.wait_for_load_state("networkidle")
    widths = page.locator("figure img").evaluate_all("images => images.map(image => image.naturalWidth)")
    assert widths == [12] * 8


def test_a_zip_is_imported_from_the_page(open_page: Callable[..., Page], tmp_path: Path) -> None:
    package = make_zip(make_package(tmp_path / "other", [package_item()]), tmp_path / "other.zip")
    page = open_page("admin", "/benchmarks/import/")
    page.get_by_label("Item package").set_input_files(package)
    page.get_by_label("Benchmark:", exact=True).fill("other")
    page.get_by_role("button", name="Import").click()
    page.get_by_role("heading", name="other v1").wait_for()
    assert page.get_by_role("status").inner_text() == "other v1: 1 item, 4 pictures."
