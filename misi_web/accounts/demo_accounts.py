"""The demo's accounts, one a role, whose generated passwords a local site shows at every start."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from django.contrib.auth import get_user_model

from misi_web.accounts.accounts import ROLES, create_account


def demo_accounts(file: Path) -> dict[str, str]:
    """Name -> password of the demo accounts that still have it. Makes those that are missing.

    The passwords stand in `file`, readable by its owner alone.
    """
    passwords = kept_passwords(file)
    for role in ROLES:
        if not get_user_model().objects.filter(username=role.value).exists():
            create_account(name=role.value, role=role, password=passwords[role.value])
    users = get_user_model().objects.in_bulk(list(passwords), field_name="username")
    return {name: password for name, password in passwords.items() if users[name].check_password(password)}


def kept_passwords(file: Path) -> dict[str, str]:
    if not file.exists():
        passwords = {role.value: secrets.token_urlsafe(9) for role in ROLES}
        with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
            json.dump(passwords, out)
    return json.loads(file.read_text())
