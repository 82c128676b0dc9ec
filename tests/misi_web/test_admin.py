"""Django's admin: accounts can be changed there, nothing else."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.urls import reverse

from benchmark.common.roles import Role, role_of
from benchmark.models import AuditEntry
from tests.factories import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "nine-blue-kettles"


@pytest.fixture
def desk(client_as: Any) -> Any:
    return client_as("admin")


def change(desk: Any, user: User, **fields: Any) -> Any:
    values = {"email": user.email, "is_active": "on", "role": role_of(user)} | fields
    return desk.post(reverse("admin:auth_user_change", args=[user.pk]), values)


def test_an_admin_makes_an_account(desk: Any) -> None:
    values = {"username": "maria", "role": "researcher", "password1": PASSWORD, "password2": PASSWORD}
    response = desk.post(reverse("admin:auth_user_add"), values | {"email": "m@example.org"})
    assert response.status_code == 302
    user = get_user_model().objects.get(username="maria")
    assert (role_of(user), user.email, user.check_password(PASSWORD)) == ("researcher", "m@example.org", True)
    assert AuditEntry.objects.get(what="account created").who.username.startswith("admin")


def test_an_admin_gives_another_role(desk: Any) -> None:
    user = make_user("viewer")
    assert change(desk, user, role="admin").status_code == 302
    user = get_user_model().objects.get(pk=user.pk)
    assert role_of(user) == Role.ADMIN
    assert user.is_superuser
    assert AuditEntry.objects.get(what="account changed").after["role"] == "admin"


def test_an_admin_closes_an_account(desk: Any) -> None:
    user = make_user("viewer")
    assert change(desk, user, is_active="").status_code == 302
    assert not get_user_model().objects.get(pk=user.pk).is_active


def test_an_admin_cannot_lock_themselves_out(desk: Any) -> None:
    me = get_user_model().objects.get(username__startswith="admin")
    change(desk, me, role="viewer", is_active="", email="me@example.org")
    me = get_user_model().objects.get(pk=me.pk)
    assert (role_of(me), me.is_active, me.email) == (Role.ADMIN, True, "me@example.org")


def test_an_admin_sets_a_password_and_it_is_written_down(desk: Any) -> None:
    user = make_user("viewer")
    values = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true", "set-password": "1"}
    desk.post(reverse("admin:auth_user_password_change", args=[user.pk]), values)
    assert get_user_model().objects.get(pk=user.pk).check_password(PASSWORD)
    assert AuditEntry.objects.get(what="password set by admin").target == f"auth.user:{user.pk}"


def test_no_account_is_deleted(desk: Any) -> None:
    user = make_user("viewer")
    assert desk.post(reverse("admin:auth_user_delete", args=[user.pk]), {"post": "yes"}).status_code == 403


def test_only_accounts_can_be_added_or_changed(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = make_user("admin")
    request.user.is_superuser = True
    changeable = {
        model.__name__
        for model, page in admin.site._registry.items()
        if page.has_add_permission(request)
        or page.has_change_permission(request)
        or page.has_delete_permission(request)
    }
    assert changeable == {"User"}
