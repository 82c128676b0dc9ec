"""API tokens: one for an account at most, its making and its end in the audit log."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from rest_framework.authtoken.models import Token

from benchmark.common.actions import Action
from benchmark.common.audit import record


@transaction.atomic
def make_token(user: Any) -> str:
    """A new token. One that was there before opens nothing any more."""
    Token.objects.filter(user=user).delete()
    record(who=user, what=Action.TOKEN_MADE, target=user)
    return str(Token.objects.create(user=user).key)


@transaction.atomic
def revoke_token(user: Any) -> None:
    """End the token of an account, where there is one."""
    deleted, _ = Token.objects.filter(user=user).delete()
    if deleted:
        record(who=user, what=Action.TOKEN_REVOKED, target=user)
