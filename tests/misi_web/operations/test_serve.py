"""The command behind `make run`: a whole site that starts, mends itself and stops."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import free_port
from tests.site import ROOT, STOP_S, Site, environment, running_site
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("serve") / "data") as site:
        yield site


def programs(site: Site) -> dict[str, int]:
    """Which of the site's programs run, by what they are, with their process ids."""
    pid = site.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines = {int(child): Path(f"/proc/{child}/cmdline").read_text() for child in children}
    return {name: child for child, line in lines.items() for name in ("gunicorn", "celery") if name in line}


def refused(data_dir: Path, port: int, **variables: str) -> str:
    """What a start that ends at once says."""
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(data_dir, **variables),
        capture_output=True,
        text=True,
        timeout=STOP_S,
    )
    assert ended.returncode == 1
    return ended.stderr


@pytest.mark.parametrize(("program", "called"), [("gunicorn", "web server"), ("celery", "worker")])
def test_a_program_that_dies_is_started_again(site: Site, program: str, called: str) -> None:
    old = programs(site)[program]
    os.kill(old, signal.SIGKILL)
    wait_until(lambda: programs(site).get(program, old) != old, 20, f"another {program} runs")
    wait_until(site.is_well, 20, "the site is well again")
    assert f"The {called} ended with status -9. Starting it again in" in site.log.read_text()


def test_a_second_site_on_the_same_folder_is_refused(site: Site) -> None:
    sentence = refused(Path(site.variables["DATA_DIR"]), free_port())
    assert f"Another site (process {site.process.pid}) already uses the data folder" in sentence
    assert "make run DATA_DIR=/some/folder" in sentence


def test_a_port_in_use_is_named(site: Site, tmp_path: Path) -> None:
    sentence = refused(tmp_path / "data", site.port)
    assert f"Port {site.port} of 127.0.0.1 cannot be used: Address already in use." in sentence
    assert f"make run PORT={site.port + 1}" in sentence


def test_plain_http_is_not_served_by_accident(tmp_path: Path) -> None:
    assert "this server speaks plain HTTP" in refused(tmp_path / "data", free_port(), HTTPS="on")


def stopped_by(site: Site, number: signal.Signals) -> list[Path]:
    """What still runs after one signal to the command."""
    running = [Path(f"/proc/{pid}") for pid in programs(site).values()]
    assert len(running) == 2
    assert site.stop(number) == 0
    return [place for place in running if place.exists()]


def test_one_signal_stops_everything_and_the_next_start_has_all_data(tmp_path: Path) -> None:
    with running_site(tmp_path / "data") as site:
        site.manage("create_account", "maria", "--role", "viewer")
        assert stopped_by(site, signal.SIGTERM) == []
    with running_site(tmp_path / "data") as site:
        code = "from django.contrib.auth.models import User; answer = User.objects.get().username"
        assert site.ask(code) == "maria"
        assert stopped_by(site, signal.SIGINT) == []
        assert "Stopped." in site.log.read_text()
