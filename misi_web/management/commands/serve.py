"""Web server and worker of a site on one machine: `manage.py serve --port 8000`."""

import fcntl
import os
import socket
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from annotation.models import Study
from misi_web.accounts.demo_accounts import demo_accounts
from misi_web.operations.processes import Program, Supervisor

HIGHEST_PORT = 65_535
LOCK = "serve.lock"
DEMO_ACCOUNTS = "demo-accounts.json"


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the data folder's lock. The system lets go of it however this process ends."""
    with (folder / LOCK).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise CommandError(
                f"Another site (process {file.read().strip()}) already uses the data folder {folder}. "
                "Stop it, or give this one a folder of its own: make run DATA_DIR=/some/folder PORT=8001"
            ) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:6]) <= HIGHEST_PORT:
        raise ArgumentTypeError(f"{text} is no port. Choose one from 1 to {HIGHEST_PORT}, such as 8000.")
    return int(text)


def refuse_a_taken_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} of {host} cannot be used: {error.strerror}. "
                f"Choose another: make run PORT={port + 1}"
            ) from error


def refuse_plain_https() -> None:
    if settings.HTTPS and not settings.BEHIND_PROXY:
        raise CommandError(
            "HTTPS is on, but this server speaks plain HTTP. On this machine alone, set HTTPS=off; behind a "
            "proxy that speaks HTTPS, set BEHIND_PROXY=on."
        )


def web_accepts(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.1)
        return probe.connect_ex((host, port)) == 0


class Command(BaseCommand):
    help = "Prepare the database and the static files, then run web server and worker until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument("--demo", action="store_true", help="with demo content and demo accounts")

    def handle(self, *, host: str, port: int, demo: bool, **_: Any) -> None:
        refuse_plain_https()
        with alone_in(settings.DATA_DIR):
            refuse_a_taken_port(host, port)
            accounts = self.prepared(demo)
            self.welcome = self.what_to_open(f"http://localhost:{port}", accounts)
            programs = [
                Program("web server", self.web_server(), {"BIND": f"{host}:{port}"}),
                Program("worker", self.worker()),
            ]
            Supervisor(programs, self.say).run(each_look=lambda: self.greet_once(host, port))

    def prepared(self, demo: bool) -> dict[str, str]:
        """Bring tables, scripts and the demo up to date; the demo's accounts and their passwords."""
        try:
            call_command("migrate", interactive=False, verbosity=0)
            call_command("build_assets")
            call_command("collectstatic", interactive=False, verbosity=0)
            return self.load_demo() if demo else {}
        except KeyboardInterrupt:
            raise CommandError("Stopped before the site ran. The next start makes what is missing.") from None

    def load_demo(self) -> dict[str, str]:
        """The demo's accounts first, because its study belongs to one of them."""
        accounts = demo_accounts(settings.DATA_DIR / "demo-accounts.json")
        call_command("load_demo")
        return accounts

    def web_server(self) -> list[str]:
        config = settings.BASE_DIR / "deploy/gunicorn.conf.py"
        return [sys.executable, "-m", "gunicorn", "--config", str(config)]

    def worker(self) -> list[str]:
        # Celery warns root about pickles, which this site never reads.
        python = [sys.executable, "-W", "ignore::UserWarning:celery.platforms"]
        celery = [*python, "-m", "celery", "--app", "misi_web", "--quiet"]
        # One worker has nobody to gossip with, and says by its own beat that it lives.
        alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        return [*celery, "worker", "--loglevel", settings.LOG_LEVEL, *alone]

    def what_to_open(self, site: str, accounts: dict[str, str]) -> list[str]:
        studies = [(reverse("join", args=[study.slug]), study.title) for study in Study.objects.joinable()]
        lines = [f"  {site}{path}  {title}" for path, title in [(reverse("home"), "Front page"), *studies]]
        lines += [f"  {site}{reverse('login')}  Log in"]
        if accounts:
            lines += ["", "Demo accounts (name, password):"]
            lines += [f"  {name:<12}{password}" for name, password in accounts.items()]
        return ["", "MiSI-Web is running.", *lines, "", "Ctrl-C stops it."]

    def greet_once(self, host: str, port: int) -> None:
        if self.welcome and web_accepts(host, port):
            self.say("\n".join(self.welcome))
            self.welcome = []

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
