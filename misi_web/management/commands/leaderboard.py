"""Print a leaderboard: `manage.py leaderboard --benchmark NAME --metric exact --format latex`."""

import json
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.models import BenchmarkVersion
from misi_web.dashboard import exports
from misi_web.dashboard.leaderboard import Leaderboard, lead
from misi_web.dashboard.queries import METRICS, POLICIES, Question, runs_of


class Command(BaseCommand):
    help = "Print a leaderboard: JSON and CSV with all decimals, or a LaTeX table for a paper."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--benchmark", required=True, help="its name")
        parser.add_argument("--version", type=int, dest="number", help="the newest unless given")
        parser.add_argument("--metric", choices=METRICS, default=METRICS[0])
        parser.add_argument("--policy", choices=POLICIES, default=POLICIES[0])
        parser.add_argument("--format", choices=tuple(WRITERS), default="json")
        parser.add_argument(
            "--public", action="store_true", help="only what everybody may see; all runs and people otherwise"
        )

    def handle(self, *, benchmark: str, number: int | None, public: bool, **options: Any) -> None:
        # The command line sees what an admin sees: a user that is never saved.
        user = AnonymousUser() if public else get_user_model()(is_superuser=True)
        version = find_version(benchmark, number)
        question = Question(version, user, options["metric"], options["policy"])
        found = lead(question, runs_of(question))
        self.stdout.write(WRITERS[options["format"]](found, version), ending="")

    def create_parser(self, *arguments: Any, **options: Any) -> CommandParser:
        """Django's own `--version` gives way to the benchmark's."""
        return super().create_parser(*arguments, conflict_handler="resolve", **options)


def find_version(benchmark: str, number: int | None) -> BenchmarkVersion:
    versions = BenchmarkVersion.objects.with_names().filter(benchmark__name=benchmark)
    found = versions.filter(number=number).first() if number is not None else versions.first()
    if found is not None:
        return found
    there = [str(version) for version in BenchmarkVersion.objects.with_names()]
    asked = benchmark if number is None else f"{benchmark} version {number}"
    raise CommandError(f"There is no benchmark {asked}. Known here: {', '.join(there) or 'none yet'}.")


def as_json(found: Leaderboard, version: BenchmarkVersion) -> str:
    head = {"benchmark": version.benchmark.name, "version": version.number}
    return json.dumps(head | exports.leaderboard_json(found), indent=2, ensure_ascii=False) + "\n"


def as_csv(found: Leaderboard, version: BenchmarkVersion) -> str:
    return exports.as_csv(exports.leaderboard_records(found), exports.LEADERBOARD_FIELDS)


def as_latex(found: Leaderboard, version: BenchmarkVersion) -> str:
    return exports.leaderboard_latex(found, f"{version.benchmark.name}, version {version.number}")


WRITERS = {"json": as_json, "csv": as_csv, "latex": as_latex}
