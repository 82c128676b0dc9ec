"""How fast a run is imported, as a ratio to a bare insert of the same rows.

`python -m bench.import_predictions` measures in `bench/measure_import.py`, for each database apart.
"""

import argparse
from typing import Any

from bench.apart import databases, measured_apart

FULL_SIZE = 163_514  # question-answer pairs of the full benchmark
GOAL = 4  # times the bare insert


def main() -> None:
    parser = argparse.ArgumentParser(description="Import predictions, beside a bare insert of the same rows.")
    parser.add_argument("--rows", type=int, default=FULL_SIZE)
    rows = parser.parse_args().rows
    for name, url in databases():
        print(sentence(name, measured_apart("bench.measure_import", url, str(rows))), flush=True)


def sentence(name: str, figures: dict[str, Any]) -> str:
    rows, seconds, floor = figures["rows"], figures["seconds"], figures["floor_seconds"]
    return (
        f"import of {rows:,} predictions, {name}: {seconds:.1f} s, {rows / seconds:,.0f} a second, "
        f"{seconds / floor:.1f} times the bare insert of {floor:.1f} s (goal {GOAL}); "
        f"peak memory {figures['peak_mb']:.0f} MB"
    )


if __name__ == "__main__":
    main()
