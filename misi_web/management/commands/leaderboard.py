"""Print a leaderboard: `manage.py leaderboard --benchmark NAME --metric exact --format latex`."""

import json
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.management.base import CommandParser

from benchmark.management.versions import VersionCommand, find_version
from benchmark.models import BenchmarkVersion
from misi_web.results import exports
from misi_web.results.leaderboard import Leaderboard, lead
from misi_web.results.queries import runs_of
from misi_web.results.question import METRICS, POLICIES, Question


class Command(VersionCommand):
    help = "Print a leaderboard: JSON and CSV with all decimals, or a LaTeX table for a paper."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
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


def as_json(found: Leaderboard, version: BenchmarkVersion) -> str:
    head = {"benchmark": version.benchmark.name, "version": version.number}
    return json.dumps(head | exports.leaderboard_json(found), indent=2, ensure_ascii=False) + "\n"


def as_csv(found: Leaderboard, version: BenchmarkVersion) -> str:
    return exports.leaderboard_csv(found)


def as_latex(found: Leaderboard, version: BenchmarkVersion) -> str:
    return exports.leaderboard_latex(found, f"{version.benchmark.name}, version {version.number}")


WRITERS = {"json": as_json, "csv": as_csv, "latex": as_latex}
