"""Accounts: made, changed, closed, and written down."""

import io
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from benchmark.common.roles import Role, role_of
from benchmark.models import AuditEntry
from misi_web.accounts.accounts import change_account, create_account

pytestmark = pytest.mark.django_db
PASSWORD = "nine-blue-kettles"


def made(role: str = Role.RESEARCHER, name: str = "maria") -> User:
    return create_account(name=name, role=role, password=PASSWORD)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.RESEARCHER, Role.ADMIN])
def test_an_account_has_the_role_it_was_made_with(role: Role) -> None:
    user = made(role)
    assert role_of(user) == role
    assert user.check_password(PASSWORD)
    assert user.is_staff == user.is_superuser == (role == Role.ADMIN)


def test_a_new_account_is_written_down_without_its_password() -> None:
    user = made()
    entry = AuditEntry.objects.get(what="account created")
    assert entry.target == f"auth.user:{user.pk}"
    assert entry.after == {"name": "maria", "email": "", "role": "researcher", "active": True}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": "maria mit leerzeichen"}, "Enter a valid username"),
        ({"password": "1234"}, "too short"),
        ({"email": "nowhere"}, "Enter a valid email address"),
        ({"name": "taken"}, "already exists"),
    ],
)
def test_an_account_that_breaks_a_rule_is_not_made(fields: dict[str, str], sentence: str) -> None:
    made(name="taken")
    with pytest.raises(ValidationError, match=sentence):
        create_account(**{"name": "maria", "role": "viewer", "password": PASSWORD, **fields})
    assert get_user_model().objects.count() == 1
    assert AuditEntry.objects.count() == 1


def test_another_role_replaces_the_one_before_and_is_written_down() -> None:
    user = made(Role.ADMIN)
    change_account(user=user, role=Role.VIEWER, email="m@example.org", active=True)
    user = get_user_model().objects.get(pk=user.pk)
    assert role_of(user) == Role.VIEWER
    assert (user.is_staff, user.is_superuser) == (False, False)
    entry = AuditEntry.objects.get(what="account changed")
    assert (entry.before["role"], entry.after["role"]) == ("admin", "viewer")


def test_a_change_that_changes_nothing_is_not_written_down() -> None:
    user = made()
    change_account(user=user, role=Role.RESEARCHER, email="", active=True)
    assert AuditEntry.objects.count() == 1


def test_the_command_shows_a_generated_password_that_opens_the_account() -> None:
    out = io.StringIO()
    call_command("create_account", "maria", role="viewer", stdout=out)
    password = out.getvalue().split()[-1]
    assert get_user_model().objects.get(username="maria").check_password(password)


def test_the_command_reads_a_password_and_does_not_show_it(monkeypatch: Any) -> None:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    call_command("create_account", "maria", role="admin", password_stdin=True, stdout=out)
    assert get_user_model().objects.get(username="maria").check_password(PASSWORD)
    assert PASSWORD not in out.getvalue()


def test_the_command_refuses_a_name_that_is_taken() -> None:
    made()
    with pytest.raises(CommandError, match=r"No account was made\. A user with that username already exists"):
        call_command("create_account", "maria", role="viewer")


def test_every_role_of_an_account_has_its_group() -> None:
    assert set(Group.objects.values_list("name", flat=True)) == {"viewer", "researcher", "admin"}
