"""The system's Chromium, as Playwright needs to know it. Knows no Django: scripts use it too."""

import shutil

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str:
    """The system's Chromium. Playwright's own download is never used."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "These tests need Chromium: apt-get install chromium"
    return path
