"""The API's pages for people: documentation and tokens."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page
from rest_framework.authtoken.models import Token

from benchmark.models import AuditEntry
from misi_web.api.pages import operations
from tests.browser import accessibility_faults
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def researcher() -> tuple[Client, Any]:
    client, user = Client(), make_user("researcher")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client, user


def test_the_documentation_says_for_every_operation_who_may_call_it() -> None:
    found = {(one.method, one.path): one.roles for one in operations()}
    assert found["GET", "/api/runs/"] == ("Anonymous", "Viewer", "Researcher", "Admin")
    assert found["GET", "/api/benchmarks/{name}/versions/{number}/items/"] == (
        "Viewer",
        "Researcher",
        "Admin",
    )
    assert all(found.values())


def test_the_documentation_is_open_to_everybody(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    assert "GET /api/benchmarks/{name}/versions/{number}/leaderboard/" in page
    assert "weighted or exact" in page
    assert "<td>file</td>" in page


def test_a_token_is_shown_once_and_works(researcher: tuple[Client, Any]) -> None:
    client, user = researcher
    assert "You have no token." in client.get("/accounts/api-token/").content.decode()
    shown = client.post("/accounts/api-token/").context["shown"]
    assert Token.objects.get(user=user).key == shown
    assert shown not in client.get("/accounts/api-token/").content.decode()
    assert Client(headers={"Authorization": f"Token {shown}"}).get("/api/runs/").status_code == 200


def test_a_new_token_ends_the_old_one(researcher: tuple[Client, Any]) -> None:
    client, _ = researcher
    old = client.post("/accounts/api-token/").context["shown"]
    client.post("/accounts/api-token/")
    assert Client(headers={"Authorization": f"Token {old}"}).get("/api/runs/").status_code == 401


def test_a_token_can_be_revoked_and_the_audit_log_knows(researcher: tuple[Client, Any]) -> None:
    client, user = researcher
    client.post("/accounts/api-token/")
    page = client.post("/accounts/api-token/", {"revoke": ""}).content.decode()
    assert "You have no token." in page
    assert not Token.objects.filter(user=user).exists()
    assert [entry.what for entry in AuditEntry.objects.all()] == ["API token revoked", "API token made"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/api/docs/", "/api/", "/api/runs/", "/accounts/api-token/"])
def test_the_pages_are_accessible_and_keep_the_content_security_policy(
    open_page: Callable[..., Page], path: str, scheme: str
) -> None:
    page = open_page("researcher", path, color_scheme=scheme)
    assert accessibility_faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
