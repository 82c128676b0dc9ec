"""`python manage.py score`, run as people run it."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GOOD = b'{"task": "translation", "truth": "move x 3", "answer": "move x 4"}\n'


COMMAND = [sys.executable, "manage.py", "score"]


def surroundings(folder: Path) -> dict[str, str]:
    """A database that nobody serves: the command must not need one."""
    return {**os.environ, "DATA_DIR": str(folder), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}


def score(lines: bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        COMMAND, input=lines, capture_output=True, cwd=ROOT, env=surroundings(folder), check=False
    )


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


def test_a_reader_who_stops_early_ends_the_command_without_a_complaint(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_bytes(GOOD * 5_000)
    with (
        lines.open("rb") as source,
        subprocess.Popen(
            COMMAND,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=surroundings(tmp_path),
        ) as running,
    ):
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert (running.stderr.read(), running.wait()) == (b"", 0)
