"""How long the comparison page takes at 1,000,000 answers.

`python -m bench.comparison_page` measures in `bench/measure_comparison.py`, for each database apart.
"""

from typing import Any

from bench.apart import databases, measured_apart

GOAL_MS = 300


def main() -> None:
    for name, url in databases():
        print(sentence(name, measured_apart("bench.measure_comparison", url)), flush=True)


def sentence(name: str, figures: dict[str, Any]) -> str:
    size = f"{figures['answers']:,} answers ({figures['runs']} runs, {figures['people']} people)"
    return (
        f"comparison page at {size}, {name}: {figures['page_ms']:.0f} ms with {figures['shown']} runs shown "
        f"(goal {GOAL_MS} ms; the first time {figures['first_ms']:.0f} ms); "
        f"leaderboard of all {figures['leaderboard_ms']:.0f} ms"
    )


if __name__ == "__main__":
    main()
