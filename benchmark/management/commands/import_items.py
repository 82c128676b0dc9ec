"""`manage.py import_items PATH --name NAME`: an item package, a folder or a zip, into the database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.formats.packages.archive import Refused
from benchmark.items.importing import import_package
from benchmark.management.progress import ProgressBar


class Command(BaseCommand):
    help = "Imports an item package (a folder or a zip file), all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the package: a folder or a zip file")
        parser.add_argument("--name", required=True, help="the benchmark it is a version of")
        parser.add_argument(
            "--new-version", action="store_true", help="take a changed package as the next version"
        )

    def handle(self, *_: Any, path: Path, name: str, new_version: bool, **__: Any) -> None:
        try:
            result = import_package(
                path, name=name, new_version=new_version, progress=ProgressBar(self.stderr)
            )
        except Refused as refused:
            raise CommandError(f"Nothing was imported.\n{refused}") from None
        self.stdout.write(result.sentence())
