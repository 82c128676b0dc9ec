"""Answers taken per second over HTTP, beside a view that answers 204: `python -m bench.answers`."""

from bench.apart import databases, measured_apart
from bench.reporting import sentence


def main() -> None:
    for name, url in databases():
        figures = measured_apart("bench.measure_answers", url)
        line = sentence(
            f"answers over HTTP, {name}",
            count=figures["answers"],
            seconds=figures["seconds"],
            floor="a view that does nothing",
            floor_seconds=figures["floor_seconds"],
        )
        print(line, flush=True)


if __name__ == "__main__":
    main()
