"""How fast a run is imported, as a ratio to a bare insert of the same rows.

`python -m bench.import_predictions` measures on SQLite, and on PostgreSQL where DATABASE_URL names one, each
in a process and a database of its own: `bench/measure_import.py`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

FULL_SIZE = 163_514  # question-answer pairs of the full benchmark
GOAL = 4  # times the bare insert


def main() -> None:
    parser = argparse.ArgumentParser(description="Import predictions, beside a bare insert of the same rows.")
    parser.add_argument("--rows", type=int, default=FULL_SIZE)
    rows = parser.parse_args().rows
    for name, url in databases():
        print(sentence(name, measured_apart(rows, url)), flush=True)


def databases() -> Iterator[tuple[str, str]]:
    yield "SQLite", ""
    if (url := os.environ.get("DATABASE_URL", "")).startswith("postgres"):
        yield "PostgreSQL", url


def measured_apart(rows: int, url: str) -> dict[str, float]:
    """The figures from a process of its own, with a new data folder."""
    with tempfile.TemporaryDirectory(prefix="misi-bench-") as folder:
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {"DATA_DIR": folder, "HTTPS": "off"} | ({"DATABASE_URL": url} if url else {})
        command = [sys.executable, "-m", "bench.measure_import", str(rows)]
        output = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    return dict(json.loads(output))


def sentence(name: str, figures: dict[str, float]) -> str:
    rows, seconds, floor = figures["rows"], figures["seconds"], figures["floor_seconds"]
    return (
        f"import of {rows:,} predictions, {name}: {seconds:.1f} s, {rows / seconds:,.0f} a second, "
        f"{seconds / floor:.1f} times the bare insert of {floor:.1f} s (goal {GOAL}); "
        f"peak memory {figures['peak_mb']:.0f} MB"
    )


if __name__ == "__main__":
    main()
