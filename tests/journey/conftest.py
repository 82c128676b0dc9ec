"""The demo on a whole site, twice: as one machine has it, and on PostgreSQL and Redis."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.site import ROOT, Site, environment, running_site

STRUCTURES = ROOT / "benchmark/demo/structures"
# As the demo has them, but small: how pictures look is tested elsewhere, and drawing takes its time.
PACKAGES = {"demo": "test", "demo-train": "train"}
SMALL = ["--size", "320x240", "--most-per-task", "4", "--workers", "2"]


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The item packages of the demo, by name."""
    folder = tmp_path_factory.mktemp("packages")
    for name, split in PACKAGES.items():
        source = ["--structures", str(STRUCTURES / split), "--split", split]
        run_alone(environment(folder), "generate_items", *source, "--out", str(folder / name), *SMALL)
    return {name: folder / name for name in PACKAGES}


def run_alone(variables: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def embedded() -> dict[str, str]:
    return {}


def servers() -> dict[str, str]:
    """A new database on the tests' PostgreSQL, and their Redis."""
    url, name = os.environ["DATABASE_URL"], f"journey_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as link:
        link.execute(f"CREATE DATABASE {name}")
    return {
        "DATABASE_URL": url.rpartition("/")[0] + f"/{name}",
        "CELERY_BROKER_URL": os.environ["TEST_REDIS_URL"],
    }


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(embedded, id="one machine"),
        pytest.param(servers, id="PostgreSQL and Redis", marks=pytest.mark.postgresql),
    ],
)
def site(
    request: pytest.FixtureRequest, packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """The site with its demo study, waiting for people."""
    data, parts = tmp_path_factory.mktemp("journey") / "data", request.param()
    variables = environment(data, **parts)
    run_alone(variables, "migrate", "--verbosity", "0")
    for name, package in packages.items():
        run_alone(variables, "import_items", str(package), "--name", name)
    with running_site(data, "--demo", **parts) as site:
        yield site
