"""`manage.py load_published FILE --source PAPER`: a published table as rows to compare with."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.runs.published import load_published


class Command(BaseCommand):
    help = "Stores the figures of a published table (CSV: metric, respondent, kind, item_set, then columns)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the table, as CSV")
        parser.add_argument("--source", required=True, help='where it is printed, such as "arXiv 2512.10867"')

    def handle(self, *_: Any, file: Path, source: str, **__: Any) -> None:
        try:
            new = load_published(file, source=source)
        except (OSError, ValueError) as error:
            raise CommandError(f"{file} was not loaded. {error}") from None
        self.stdout.write(f"{new} new figures from {source}.")
