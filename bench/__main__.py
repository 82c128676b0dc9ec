"""`python -m bench` runs all entries, each in a process of its own; names as arguments run some."""

import subprocess
import sys

from bench.reporting import machine

ENTRIES = ("pictures", "scoring", "import_predictions", "answers", "comparison_page")


def main(names: list[str]) -> int:
    print(machine(), flush=True)
    return max(subprocess.call([sys.executable, "-m", f"bench.{name}"]) for name in names or ENTRIES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
