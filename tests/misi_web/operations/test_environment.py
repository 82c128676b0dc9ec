"""Every knob, with values that make sense and values that do not."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from misi_web.operations.environment import Environment, broker_options, kept_secret
from misi_web.settings import env

ROOT = Path(__file__).resolve().parents[3]
HERE = Path("/tmp/misi.sqlite3")


def reading(method: str, value: str, *args: Any) -> Any:
    return getattr(Environment({"KNOB": value}), method)("KNOB", *args)


@pytest.mark.parametrize(
    ("method", "value", "args", "expected"),
    [
        ("text", "  a b ", (), "a b"),
        ("text", "", ("else",), "else"),
        ("switch", "on", (False,), True),
        ("switch", "TRUE", (False,), True),
        ("switch", "0", (True,), False),
        ("switch", "", (True,), True),
        ("number", "12", (1,), 12),
        ("number", "", (16,), 16),
        ("hosts", "misi.example.org, localhost,[::1]", ("",), ["misi.example.org", "localhost", "[::1]"]),
        ("hosts", "", ("localhost",), ["localhost"]),
        ("origins", "https://a.org,http://b.org:8000", (), ["https://a.org", "http://b.org:8000"]),
        ("log_level", "info", ("WARNING",), "INFO"),
        ("time_zone", "Europe/Berlin", ("UTC",), "Europe/Berlin"),
        ("secret_key", "k" * 50, (HERE,), "k" * 50),
        ("broker", "", (), "filesystem://localhost"),
        ("broker", "redis://localhost:6379/0", (), "redis://localhost:6379/0"),
        (
            "mail",
            "smtp://me%40x:p%2Fw@mail.x",
            (),
            (SMTP := "smtp", "mail.x", 587, "me@x", "p/w", True, False),
        ),
        ("mail", "smtps://mail.x:4650", (), (SMTP, "mail.x", 4650, "", "", False, True)),
        ("mail", "smtp+plain://localhost", (), (SMTP, "localhost", 25, "", "", False, False)),
    ],
)
def test_a_value_that_makes_sense_is_read(method: str, value: str, args: Any, expected: Any) -> None:
    found = reading(method, value, *args)
    if method == "mail":
        found = (found.backend.split(".")[-2], *found[1:])
    assert found == expected


@pytest.mark.parametrize(
    ("method", "value", "args", "sentence"),
    [
        ("switch", "maybe", (False,), "KNOB is 'maybe'. Write on or off."),
        ("number", "many", (1,), "KNOB is 'many'. Write a whole number, 1 or more."),
        ("number", "-3", (1,), "KNOB is '-3'. Write a whole number, 1 or more."),
        ("number", "1", (16, 2), "KNOB is '1'. Write a whole number, 2 or more."),
        ("hosts", "https://x.org", ("",), "KNOB has 'https://x.org'. Write bare names"),
        ("hosts", "x.org:443", ("",), "KNOB has 'x.org:443'. Write bare names"),
        ("hosts", "x.org y.org", ("",), "KNOB has 'x.org y.org'. Write bare names"),
        ("origins", "x.org", (), "KNOB has 'x.org'. Write it with its scheme"),
        ("origins", "ftp://x.org", (), "KNOB has 'ftp://x.org'. Write it with its scheme"),
        ("log_level", "loud", ("INFO",), "KNOB is 'LOUD'. Choose one of DEBUG, INFO"),
        ("time_zone", "Mars/Base", ("UTC",), "KNOB is 'Mars/Base'. Write a name such as UTC"),
        ("time_zone", "../../etc/passwd", ("UTC",), "Write a name such as UTC"),
        ("secret_key", "short", (HERE,), "KNOB has 5 characters; 50 are needed."),
        (
            "database",
            "mysql://u:hidden@h/n",
            (HERE, 4),
            "KNOB, which begins with 'mysql', is not understood.",
        ),
        ("database", "postgres://h", (HERE, 4), "Write postgres://user:password@host:5432/name"),
        ("database", "postgres://u@h:port/n", (HERE, 4), "is not understood"),
        ("database", "/var/lib/misi.sqlite3", (HERE, 4), "is not understood"),
        ("broker", "sqs://", (), "KNOB, which begins with 'sqs', is not understood."),
        ("broker", "redis", (), "Write redis://host:6379/0"),
        ("mail", "mail.x.org", (), "KNOB is not understood. Write smtp://"),
        ("mail", "smtp://", (), "KNOB is not understood. Write smtp://"),
        ("mail", "smtp://h:post", (), "KNOB holds an address that is not understood"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused(method: str, value: str, args: Any, sentence: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        reading(method, value, *args)
    assert sentence in str(refused.value)
    assert "hidden" not in str(refused.value)


def test_sqlite_queues_its_writers() -> None:
    options = Environment({}).database("X", HERE, 4)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"


def test_postgresql_has_a_pool_and_keeps_the_options_of_its_address() -> None:
    database = reading("database", "postgres://u:p@h:5433/n?sslmode=require", HERE, 4)
    assert database["OPTIONS"]["pool"]["max_size"] == 4
    assert database["OPTIONS"]["sslmode"] == "require"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("h", 5433, "n")


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "secret-key"
    first = kept_secret(file)
    assert len(first) >= 50
    assert kept_secret(file) == first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_the_broker_that_is_a_folder_gets_its_folders(tmp_path: Path) -> None:
    options = broker_options("filesystem://", tmp_path / "broker")
    assert Path(options["data_folder_in"]).is_dir()
    assert options["data_folder_in"] == options["data_folder_out"]
    assert broker_options("redis://localhost", tmp_path / "other") == {}
    assert not (tmp_path / "other").exists()


def test_a_data_folder_that_cannot_be_made_is_named() -> None:
    with pytest.raises(ImproperlyConfigured, match="KNOB: /proc/nowhere cannot be written to"):
        reading("data_folder", "/proc/nowhere", HERE)


def test_a_command_with_a_bad_setting_ends_with_one_sentence() -> None:
    command = [sys.executable, "manage.py", "check"]
    ended = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"DEBUG": "maybe"}, capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert ended.stderr == "The site does not start. DEBUG is 'maybe'. Write on or off.\n"


def test_the_documentation_lists_every_variable() -> None:
    lines = (ROOT / "docs/settings.md").read_text().splitlines()
    listed = {line.split("`")[1] for line in lines if line.startswith("| `")}
    assert settings.configured
    assert listed == env.asked
