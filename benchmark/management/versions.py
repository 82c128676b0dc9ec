"""Commands that are about one version of a benchmark."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.models import BenchmarkVersion


class VersionCommand(BaseCommand):
    """A command with `--benchmark` and `--version`, which `find_version` takes."""

    def create_parser(self, *arguments: Any, **options: Any) -> CommandParser:
        """Django's own `--version` gives way to the benchmark's."""
        return super().create_parser(*arguments, conflict_handler="resolve", **options)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--benchmark", required=True, help="its name")
        parser.add_argument("--version", type=int, dest="number", help="the newest unless given")


def find_version(benchmark: str, number: int | None) -> BenchmarkVersion:
    """The version of that number, or the newest one; an error that names what is there if there is none."""
    versions = BenchmarkVersion.objects.with_names().filter(benchmark__name=benchmark)
    found = versions.filter(number=number).first() if number is not None else versions.first()
    if found is not None:
        return found
    there = [str(version) for version in BenchmarkVersion.objects.with_names()]
    asked = benchmark if number is None else f"{benchmark} version {number}"
    raise CommandError(f"There is no benchmark {asked}. Known here: {', '.join(there) or 'none yet'}.")
