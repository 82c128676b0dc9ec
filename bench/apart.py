"""Measurements in a process and a database of their own: on SQLite, and on PostgreSQL where there is one."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any


def databases() -> Iterator[tuple[str, str]]:
    """Names and addresses; SQLite needs none: it lies in the new data folder."""
    yield "SQLite", ""
    if (url := os.environ.get("DATABASE_URL", "")).startswith("postgres"):
        yield "PostgreSQL", url


def measured_apart(module: str, url: str, *arguments: str) -> dict[str, Any]:
    """The figures that a module prints as JSON, run with a new data folder."""
    with tempfile.TemporaryDirectory(prefix="misi-bench-") as folder:
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {"DATA_DIR": folder, "HTTPS": "off", "PLAIN_STATIC_FILES": "on"}
        environment |= {"DATABASE_URL": url} if url else {}
        command = [sys.executable, "-m", module, *arguments]
        output = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    return dict(json.loads(output))
