"""Fixtures that many tests share: the people of `misi_web/access.py`, each with a client."""

from typing import Any

import pytest
from django.test import Client

from benchmark.models import Role
from tests.factories import make_user


@pytest.fixture
def client_as(db: None) -> Any:
    """`client_as("researcher")` is a browser where somebody of that role is logged in."""

    def make(role: str) -> Client:
        client = Client()
        if role != Role.ANONYMOUS:
            client.force_login(make_user(role), backend="django.contrib.auth.backends.ModelBackend")
        return client

    return make
