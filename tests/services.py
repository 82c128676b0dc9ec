"""Private PostgreSQL and Redis for one command: `python -m tests.services pytest -m postgresql`.

Both keep their data in a new folder, PostgreSQL listens on a socket in it and Redis on a port of its own,
so a server that was already running is never touched. They stop when the command ends, however it ends.
The command finds them by DATABASE_URL and TEST_REDIS_URL.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.waiting import wait_until

START_S = 30
DATABASE_PORT = 5432  # names the socket's file in a private folder; no network port is opened
ACCOUNT = "postgres"  # PostgreSQL refuses to run as root; Debian's package brings this account
# Nothing here outlives the run, so nothing needs to reach the disk.
CARELESS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def accepts(address: int | Path) -> bool:
    """Whether a server takes connections on a port of the loopback address, or on a socket's file."""
    family, target = (
        (socket.AF_INET, ("127.0.0.1", address))
        if isinstance(address, int)
        else (socket.AF_UNIX, str(address))
    )
    with socket.socket(family) as probe:
        return probe.connect_ex(target) == 0


def program(name: str, package: str) -> str:
    """The path of a program, or an end that says what to install."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    path = next(map(str, debian), None) or shutil.which(name)
    if path is None:
        raise SystemExit(f"The tests need {name}: apt-get install {package}, or run `make test`")
    return path


def unprivileged(folder: Path) -> dict[str, Any]:
    """How to start a program that refuses to run as root, with the folder made its own."""
    if os.geteuid() != 0:
        return {"cwd": folder}
    account = pwd.getpwnam(ACCOUNT)
    os.chown(folder, account.pw_uid, account.pw_gid)
    return {"cwd": folder, "user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


@contextmanager
def running(
    command: list[str], ready: Callable[[], bool], stop: signal.Signals, **how: Any
) -> Iterator[None]:
    """A server from when it is ready to the end of the block. Ctrl-C in the terminal does not reach it."""
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True, **how)
    try:
        wait_until(lambda: ready() or server.poll() is not None, START_S, f"{command[0]} takes connections")
        assert server.poll() is None, f"{command[0]} ended with status {server.returncode}"
        yield
    finally:
        server.send_signal(stop)
        server.wait(START_S)


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """The URL of a new, empty database server."""
    how = unprivileged(folder)
    initdb, postgres = program("initdb", "postgresql"), program("postgres", "postgresql")
    data = folder / "data"
    options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
    subprocess.run([initdb, f"--pgdata={data}", *options], check=True, stdout=subprocess.DEVNULL, **how)
    settings = [f"unix_socket_directories={folder}", "listen_addresses=", *CARELESS]
    command = [postgres, "-D", str(data), "-p", str(DATABASE_PORT)]
    command += [part for setting in settings for part in ("-c", setting)]
    with running(
        command,
        lambda: accepts(folder / f".s.PGSQL.{DATABASE_PORT}"),
        signal.SIGINT,  # a fast shutdown: connections are cut
        stderr=(folder / "log").open("w"),
        **how,
    ):
        place = str(folder).replace("/", "%2F")
        yield f"postgres://postgres@{place}:{DATABASE_PORT}/postgres"


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The URL of a new, empty Redis."""
    port = free_port()
    command = [program("redis-server", "redis-server"), "--port", str(port), "--bind", "127.0.0.1"]
    command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
    with running(command, lambda: accepts(port), signal.SIGTERM, **unprivileged(folder)):
        yield f"redis://127.0.0.1:{port}/0"


def run(command: list[str], environment: dict[str, str]) -> int:
    """The exit status of a command, which gets our Ctrl-C and our end as its own."""
    child = subprocess.Popen(command, env=os.environ | environment)

    def pass_on(number: int, _: object) -> None:
        if number != signal.SIGINT:  # the terminal has sent that one to the child itself
            child.send_signal(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, pass_on)
    return child.wait()


def end(number: int, _: object) -> None:
    """Leave through the blocks that stop the servers."""
    raise SystemExit(128 + number)


def main(command: list[str]) -> int:
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    with tempfile.TemporaryDirectory(prefix="misi-services-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for part in ("postgresql", "redis"):
            (folder / part).mkdir(mode=0o700)
        with postgresql(folder / "postgresql") as database, redis(folder / "redis") as broker:
            return run(command, {"DATABASE_URL": database, "TEST_REDIS_URL": broker})


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("Say what to run: python -m tests.services pytest")
    sys.exit(main(sys.argv[1:]))
