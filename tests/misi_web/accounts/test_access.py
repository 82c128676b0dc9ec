"""Who may open what: every address of the site, with every role."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse

from benchmark.common.roles import Role
from misi_web.accounts.access import RESEARCHERS, roles_for
from misi_web.operations.addresses import Address, addresses
from tests.factories import make_user
from tests.world import World

ROOT = Path(__file__).resolve().parents[3]
BACKEND = "django.contrib.auth.backends.ModelBackend"


def path_of(address: Address, world: World, **others: str) -> str:
    """The address with a real row for each of its parameters, or with others."""
    values = {name: world.value(name) for name in address.parameters} | others
    try:
        return reverse(address.name, kwargs=values)
    except NoReverseMatch:  # the catch-all of Django's admin has no name
        return "/admin/nowhere"


def visitor(world: World, role: Role) -> Client:
    client = Client()
    if role != Role.ANONYMOUS:
        client.force_login(world.people[role], backend=BACKEND)
    return client


def is_polite_refusal(response: Any, role: Role) -> bool:
    """A way to log in for anonymous visitors; for accounts a page, or the API's answer, that says who may."""
    if role == Role.ANONYMOUS:
        return response.status_code == 401 or (response.status_code == 302 and "/login/" in response.url)
    return response.status_code == 403 and bool(response.content)


def changes_our_rows_in_the_admin(address: Address) -> bool:
    """Django's admin changes accounts and nothing else, whoever asks, and even those it never deletes."""
    app, _, verb = address.name.partition("_")
    ours = app in ("admin:benchmark", "admin:annotation") and verb.endswith(("_add", "_delete", "_change"))
    return ours or address.name in ("admin:auth_user_delete", "admin:autocomplete")


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("address", [a for a in addresses() if not changes_our_rows_in_the_admin(a)], ids=str)
def test_an_address_opens_for_the_roles_of_the_table_and_for_nobody_else(
    world: World, address: Address, role: Role
) -> None:
    may = role in roles_for(address.name)
    for method in ("get", "post"):
        response = getattr(visitor(world, role), method)(path_of(address, world))
        if response.streaming:
            # Its end closes the file. `response.close` would close the test's database as well.
            b"".join(response.streaming_content)
        if may:
            assert response.status_code not in (401, 403), method
            assert response.status_code < 500, method
        else:
            assert is_polite_refusal(response, role), (method, response.status_code)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("address", [a for a in addresses() if changes_our_rows_in_the_admin(a)], ids=str)
def test_django_s_admin_changes_no_row_but_accounts(world: World, address: Address, role: Role) -> None:
    response = visitor(world, role).post(path_of(address, world), {"post": "yes"})
    assert is_polite_refusal(response, role) or response.status_code == 405


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(
    "address", [a for a in addresses() if "token" in a.parameters and "slug" in a.parameters], ids=str
)
def test_a_participant_s_page_opens_by_its_own_key_alone(world: World, address: Address, role: Role) -> None:
    for method in ("get", "post"):
        response = getattr(visitor(world, role), method)(
            path_of(address, world, token="another-key"), follow=True
        )
        assert response.status_code == 404, method


@pytest.mark.parametrize(
    "address",
    [a for a in addresses() if "slug" in a.parameters and roles_for(a.name) <= RESEARCHERS],
    ids=str,
)
def test_a_study_of_another_researcher_does_not_exist(world: World, address: Address) -> None:
    """Nor does it for researchers who may not open the address at all."""
    world.people[Role.RESEARCHER] = make_user(Role.RESEARCHER)
    response = visitor(world, Role.RESEARCHER).post(path_of(address, world))
    assert response.status_code == (404 if Role.RESEARCHER in roles_for(address.name) else 403)


def test_a_refused_account_reads_who_may(client_as: Any) -> None:
    page = client_as("viewer").get("/admin/").content.decode()
    assert "This page is open to: Admin." in page


def test_an_account_without_a_role_may_do_what_anybody_may(client_as: Any, django_user_model: Any) -> None:
    client = Client()
    client.force_login(django_user_model.objects.create_user("nobody"), backend=BACKEND)
    assert client.get(reverse("home")).status_code == 200
    assert client.get(reverse("password_change")).status_code == 403


def test_who_logs_in_comes_back_to_the_page_that_was_asked_for() -> None:
    response = Client().get(reverse("password_change"))
    assert response.url == f"{reverse('login')}?next={reverse('password_change')}"


def test_the_documentation_shows_the_table_of_the_code() -> None:
    out = io.StringIO()
    call_command("who_may", stdout=out)
    written = (ROOT / "docs/access.md").read_text()
    assert out.getvalue() in written, (
        "Put what `python manage.py who_may` prints at the end of docs/access.md."
    )
