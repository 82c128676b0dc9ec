"""`python manage.py score`, run as people run it."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GOOD = b'{"task": "translation", "truth": "move x 3", "answer": "move x 4"}\n'


def score(lines: bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """The command with a database that nobody serves: it must not need one."""
    surroundings = {
        **os.environ,
        "DATA_DIR": str(folder),
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
    }
    command = [sys.executable, "manage.py", "score"]
    return subprocess.run(command, input=lines, capture_output=True, cwd=ROOT, env=surroundings, check=False)


def test_each_line_gives_one_line_and_all_good_ends_with_zero(tmp_path: Path) -> None:
    done = score(GOOD * 3, tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(record["status"], record["answer"], record["exact"]) for record in records] == [
        ("ok", "move x 4", 0)
    ] * 3


def test_a_bad_line_is_reported_in_place_and_the_status_is_one_at_the_end(tmp_path: Path) -> None:
    done = score(GOOD + b"hm\n" + GOOD, tmp_path)
    assert done.returncode == 1
    assert [json.loads(line).get("line") for line in done.stdout.splitlines()] == [None, 2, None]
    assert done.stderr.decode().strip().endswith("1 of 3 lines could not be scored.")


def test_no_lines_give_no_lines(tmp_path: Path) -> None:
    done = score(b"", tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")
