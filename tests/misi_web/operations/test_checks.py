"""Combinations of settings that must not reach a running site."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks

from misi_web.accounts.access import ACCESS

ROOT = Path(__file__).resolve().parents[3]


def complaints(deploy: bool = False) -> set[str]:
    return {message.id for message in run_checks(include_deployment_checks=deploy) if message.id}


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"ALLOWED_HOSTS": ["misi.example.org"], "HTTPS": False}, "misi_web.W001"),
        ({"ALLOWED_HOSTS": ["misi.example.org"], "DEBUG": True}, "misi_web.E002"),
        ({"PICTURES_INTERNAL_URL": "/pictures/", "BEHIND_PROXY": False}, "misi_web.E003"),
        ({"HTTPS": True, "BEHIND_PROXY": False}, "misi_web.W002"),
        ({"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}, "misi_web.W003"),
    ],
)
def test_a_wrong_combination_is_reported(settings: Any, values: dict[str, Any], complaint: str) -> None:
    for name, value in values.items():
        setattr(settings, name, value)
    assert complaint in complaints(deploy=True)


@pytest.mark.postgresql
def test_a_folder_as_broker_beside_a_database_server_is_reported(settings: Any) -> None:
    settings.CELERY_BROKER_URL = "filesystem://"
    assert "misi_web.W004" in complaints(deploy=True)


def test_an_address_that_nobody_may_open_is_reported(monkeypatch: Any) -> None:
    monkeypatch.delitem(ACCESS, "home")
    assert "misi_web.E001" in complaints()


def test_the_settings_of_these_tests_fit_together() -> None:
    assert {found for found in complaints() if found.startswith("misi_web.")} == set()


def test_a_server_set_up_as_documented_passes_the_deployment_check() -> None:
    server = {
        "HTTPS": "on",
        "BEHIND_PROXY": "on",
        "ALLOWED_HOSTS": "misi.example.org",
        "EMAIL_URL": "smtp://mail.example.org",
        "CELERY_BROKER_URL": "redis://localhost:6379/0",
    }
    environment = os.environ | server
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE")
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
