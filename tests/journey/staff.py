"""A researcher at the same site: logs in, uploads a run, reads the comparison page."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.site import Site

IMPORT_MS = 60_000


def log_in(page: Page, site: Site, name: str) -> None:
    """With the password that the start of the demo prints."""
    passwords = json.loads((Path(site.variables["DATA_DIR"]) / "demo-accounts.json").read_text())
    page.goto("/accounts/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(passwords[name])
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def upload_run(page: Page, model: str, predictions: dict[str, str]) -> None:
    """A file of answers by item key, and its import by the worker up to the end."""
    lines = [json.dumps({"key": key, "answer": answer}) for key, answer in predictions.items()]
    page.goto("/runs/upload/")
    page.get_by_label("Benchmark").select_option("demo v1")
    page.get_by_label("Model").fill(model)
    file = {"name": "answers.jsonl", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}
    page.get_by_label("Predictions").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    stored = page.get_by_text(f"{len(predictions)} predictions stored")
    expect(stored).to_be_visible(timeout=IMPORT_MS)


def comparison(page: Page, metric: str) -> dict[str, dict[str, str]]:
    """Column -> respondent -> the figure on the items people saw, as the comparison page shows it."""
    page.goto("/results/demo/1/")
    page.get_by_label(metric, exact=True).check()
    with page.expect_navigation():  # to the end of the load: half a page has half a table
        page.get_by_role("button", name="Show").click()
    return page.locator("table.figures tbody").evaluate_all(READ_TABLE)


READ_TABLE = """blocks => {
  const text = cell => [...cell.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)
    .map(node => node.data.trim()).join("");
  const figure = row => [text(row.querySelector("th")), row.querySelector("td").innerText.trim()];
  return Object.fromEntries(blocks.map(block => {
    const [heading, ...rows] = block.querySelectorAll("tr");
    return [text(heading.querySelector("th")), Object.fromEntries(rows.map(figure))];
  }));
}"""
