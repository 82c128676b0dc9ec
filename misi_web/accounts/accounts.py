"""The writer of accounts: who they are to the site, and the trace of every change."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, User
from django.contrib.auth.password_validation import validate_password
from django.db import transaction

from benchmark.common.actions import Action
from benchmark.common.audit import record
from benchmark.common.roles import Role, role_of

ROLES = (Role.VIEWER, Role.RESEARCHER, Role.ADMIN)  # what an account can be


def described(user: User) -> dict[str, Any]:
    """What the audit log keeps of an account; never the password."""
    return {"name": user.username, "email": user.email, "role": role_of(user), "active": user.is_active}


@transaction.atomic
def create_account(*, name: str, role: str, password: str, email: str = "", by: Any = None) -> User:
    """A new account of one role. `by` is the admin who made it, None for a command.

    Raises ValidationError for a name, an address or a password that Django's rules refuse.
    """
    user = get_user_model()(username=name, email=email)
    validate_password(password, user)
    user.set_password(password)
    user.full_clean()
    user.save()
    put_into(user, role)
    record(who=by, what=Action.ACCOUNT_CREATED, target=user, after=described(user))
    return user


@transaction.atomic
def change_account(*, user: User, role: str, email: str, active: bool, by: Any = None) -> None:
    """Another role, another address, or an account closed or opened again. Accounts are never deleted."""
    user = get_user_model().objects.select_for_update().get(pk=user.pk)
    before = described(user)
    user.email, user.is_active = email, active
    user.save(update_fields=["email", "is_active"])
    put_into(user, role)
    if (after := described(user)) != before:
        record(who=by, what=Action.ACCOUNT_CHANGED, target=user, before=before, after=after)


def put_into(user: User, role: str) -> None:
    """One role and no other. An admin alone opens Django's admin, where superusers may look at everything."""
    user.is_staff = user.is_superuser = role == Role.ADMIN
    user.save(update_fields=["is_staff", "is_superuser"])
    user.groups.set([Group.objects.get_or_create(name=role)[0]])
