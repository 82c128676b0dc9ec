"""Make an account: `manage.py create_account maria --role researcher`."""

import secrets
import sys
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from misi_web.accounts.accounts import ROLES, create_account


class Command(BaseCommand):
    help = "Make an account. Its password is generated and shown once, or read from standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--role", required=True, choices=[role.value for role in ROLES])
        parser.add_argument("--email", default="", help="where a link to reset the password may go")
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the password from standard input"
        )

    def handle(self, *, name: str, role: str, email: str, password_stdin: bool, **_: Any) -> None:
        password = sys.stdin.readline().rstrip("\r\n") if password_stdin else secrets.token_urlsafe(12)
        try:
            create_account(name=name, role=role, email=email, password=password)
        except ValidationError as refused:
            raise CommandError(f"No account was made. {' '.join(refused.messages)}") from refused
        self.stdout.write(f"Account {name}, {role}.")
        if not password_stdin:
            self.stdout.write(f"Its password, shown only now: {password}")
