"""Fixtures that many tests share: people of every role, each with a client or a browser."""

from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.management import CommandError
from django.db import connection
from django.test import Client, TransactionTestCase

from benchmark.common.roles import Role
from tests.browser import browser, open_page, trouble
from tests.factories import make_user
from tests.world import world

__all__ = ["browser", "open_page", "trouble", "world"]

FLUSHES = 5
clear_tables_once = TransactionTestCase._fixture_teardown


def clear_tables(case: TransactionTestCase) -> None:
    """A browser that was just closed may have sent one more report, which no page waits for. Where its
    request and the clearing of the tables wait for each other, PostgreSQL ends one of them: then again.
    """
    for attempt in range(1, FLUSHES + 1):
        try:
            clear_tables_once(case)
            return
        except CommandError as error:
            if attempt == FLUSHES or "deadlock" not in str(error.__cause__):
                raise


def pytest_configure() -> None:
    TransactionTestCase._fixture_teardown = clear_tables
    # An example that takes long on a busy machine is no failure.
    hypothesis.settings.register_profile("patient", deadline=None)
    hypothesis.settings.load_profile("patient")
    # Accounts are made in nearly every test, and a safe hash takes its time on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if connection.vendor == "sqlite":
        # In memory, threads share one cache and fail where they would have to wait for each other. A browser
        # that leaves a page still reports to the server's threads while the test clears its tables.
        connection.settings_dict["TEST"]["NAME"] = str(settings.DATA_DIR / "tests.sqlite3")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if connection.vendor == "postgresql":
        return
    skip = pytest.mark.skip(reason="needs PostgreSQL: python -m tests.services pytest ...")
    for item in items:
        if item.get_closest_marker("postgresql"):
            item.add_marker(skip)


@pytest.fixture
def client_as(db: None) -> Any:
    """`client_as("researcher")` is a browser where somebody of that role is logged in."""

    def make(role: str) -> Client:
        client = Client()
        if role != Role.ANONYMOUS:
            client.force_login(make_user(role), backend="django.contrib.auth.backends.ModelBackend")
        return client

    return make
