"""A whole site for a test: the real command, with its own data folder, port, web server and worker."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.services import free_port
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parent.parent
START_S, STOP_S = 120, 40
FOR_TESTS_ALONE = ("PLAIN_STATIC_FILES", "SECRET_KEY", "DJANGO_ALLOW_ASYNC_UNSAFE", "DATABASE_URL")


def environment(data_dir: Path, **variables: str) -> dict[str, str]:
    """The variables of a site apart from this test run's own."""
    ours = {name: value for name, value in os.environ.items() if name not in FOR_TESTS_ALONE}
    return ours | {"DATA_DIR": str(data_dir), "HTTPS": "off", "PYTHONUNBUFFERED": "1"} | variables


@dataclass
class Site:
    """A running site, seen from outside."""

    port: int
    variables: dict[str, str]
    process: subprocess.Popen[str]
    log: Path

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def health(self) -> dict[str, str]:
        """What /healthz says; empty while nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as unwell:
            return json.load(unwell)
        except OSError:
            return {}

    def is_well(self) -> bool:
        assert self.process.poll() is None, f"the site ended:\n{self.log.read_text()}"
        return set(self.health().values()) == {"ok"}

    def manage(self, *arguments: str, text: str | None = None) -> str:
        """What a command of the site prints."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.variables, input=text, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, code: str) -> Any:
        """The value of `answer` after `code` ran in a process of its own beside the site's database."""
        setup = "import django, json; django.setup()\n"
        script = f"{setup}{code}\nprint(json.dumps(answer, default=str))"
        settings = {"DJANGO_SETTINGS_MODULE": "misi_web.settings"}
        out = subprocess.check_output(
            [sys.executable, "-c", script], cwd=ROOT, env=self.variables | settings, text=True
        )
        return json.loads(out)

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(STOP_S)


@contextmanager
def running_site(data_dir: Path, *options: str, **variables: str) -> Iterator[Site]:
    """`manage.py serve` from when all its parts are well to the end of the block."""
    port, log = free_port(), data_dir.parent / f"{data_dir.name}.log"
    known = environment(data_dir, **variables)
    command = [sys.executable, "manage.py", "serve", "--port", str(port), *options]
    with log.open("w") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=known, stdout=out, stderr=out, text=True)
    site = Site(port, known, process, log)
    try:
        wait_until(site.is_well, START_S, f"the site is well; its output is in {log}")
        yield site
    finally:
        if process.poll() is None:
            site.stop()
