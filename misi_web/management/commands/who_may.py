"""The access table as the documentation shows it: `manage.py who_may`."""

from typing import Any

from django.core.management.base import BaseCommand

from benchmark.common.roles import Role
from misi_web.accounts.access import roles_for
from misi_web.operations.addresses import addresses


class Command(BaseCommand):
    help = "Print who may open which address, as a Markdown table."

    def handle(self, **_: Any) -> None:
        self.stdout.write(f"| address | name | {' | '.join(role.value for role in Role)} |")
        self.stdout.write("| --- " * (2 + len(Role)) + "|")
        for address in addresses():
            if not address.name.startswith("admin:"):
                may = roles_for(address.name)
                cells = " | ".join("yes" if role in may else "–" for role in Role)
                self.stdout.write(f"| `{address.route}` | {address.name} | {cells} |")
