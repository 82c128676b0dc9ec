"""Who somebody is to the site."""

from __future__ import annotations

from typing import Any

from django.db import models


class Role(models.TextChoices):
    """Who somebody is to the site. The values are the names of Django's groups."""

    ANONYMOUS = "anonymous"
    VIEWER = "viewer"
    RESEARCHER = "researcher"
    ADMIN = "admin"


def role_of(user: Any) -> Role:
    """The strongest role of a user: one query, none for anonymous visitors and superusers."""
    if not user.is_authenticated:
        return Role.ANONYMOUS
    if user.is_superuser:
        return Role.ADMIN
    groups = set(user.groups.values_list("name", flat=True))
    strongest_first = (Role.ADMIN, Role.RESEARCHER, Role.VIEWER)
    return next((role for role in strongest_first if role in groups), Role.ANONYMOUS)
