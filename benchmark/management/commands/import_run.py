"""`manage.py import_run FILE --model NAME --benchmark NAME`: a file of predictions becomes a run."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandError, CommandParser
from django.db import OperationalError

from benchmark.management.progress import ProgressBar
from benchmark.management.versions import VersionCommand, find_version
from benchmark.models import Run
from benchmark.runs.bulk import collect_rarely
from benchmark.runs.importing import claim_run, import_claimed_run, remove_leftovers
from benchmark.runs.jobs import tell_worker
from benchmark.runs.queueing import Outcome, cancel_run, queue_run
from benchmark.runs.uploads import RunRefused, store_upload

CHUNK = 1024 * 1024  # bytes
PROBLEMS_SHOWN = 20


class Command(VersionCommand):
    help = "Imports a model's predictions (JSON lines or CSV; - for standard input) and scores them."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", help="the file of predictions, or - for standard input")
        parser.add_argument("--model", required=True, help="the name results are shown under")
        parser.add_argument("--provider", default="", help="who offers the model")
        parser.add_argument("--notes", default="", help="how the model was asked")
        parser.add_argument("--skip-bad-lines", action="store_true", help="take the good rows all the same")
        parser.add_argument("--queue", action="store_true", help="leave the import to a worker")

    def handle(self, *, file: str, benchmark: str, number: int | None, queue: bool, **options: Any) -> None:
        version = find_version(benchmark, number)
        try:
            run, outcome = queue_run(
                upload=store_upload(chunks(file)),
                model=options["model"],
                version=version,
                provider=options["provider"],
                file_name=Path(file).name,
                skip_bad_lines=options["skip_bad_lines"],
                conditions={"notes": options["notes"]} if options["notes"] else {},
            )
        except RunRefused as refused:
            raise CommandError(f"{file}: {refused}") from None
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        if queue and outcome.needs_worker:
            tell_worker(run.pk)
        if queue or outcome in (Outcome.DONE, Outcome.RETIRED):
            self.stdout.write(f"Run {run.pk}: {outcome}")
        else:
            self.import_here(run)

    def import_here(self, run: Run) -> None:
        """Import in this process, as a worker would."""
        collect_rarely()
        if not claim_run(run.pk, token := uuid4()):
            raise CommandError(f"Run {run.pk}: {Outcome.OPEN}")
        bar = ProgressBar(self.stderr)
        try:
            import_claimed_run(run.pk, token, lambda done, counted: bar("predictions", done, counted or 0))
        except KeyboardInterrupt:
            self.give_up(run)
        except OperationalError as error:
            raise CommandError(f"Run {run.pk}: the database stopped the import: {error}") from None
        self.report(Run.objects.with_names().get(pk=run.pk))

    def give_up(self, run: Run) -> None:
        """Cancel a run whose import was stopped by hand. One that has ended all the same is reported."""
        with suppress(RunRefused):
            cancel_run(run, who=None)
            remove_leftovers(run.pk)
            raise CommandError(f"Run {run.pk} is cancelled, and nothing of it is kept.") from None

    def report(self, run: Run) -> None:
        for problem in run.problems.all()[:PROBLEMS_SHOWN]:
            self.stderr.write(f"{run.file_name}, {run.file_unit} {problem.place}: {problem.text}")
        if (more := run.rows_bad - PROBLEMS_SHOWN) > 0:
            self.stderr.write(f"… and {more:,} more bad rows.")
        if run.state != Run.State.DONE:
            raise CommandError(f"Run {run.pk} failed. {run.reason}")
        skipped = f", {run.rows_bad:,} bad rows skipped" if run.rows_bad else ""
        self.stdout.write(f"Run {run.pk}: {run.rows_done:,} predictions of {run} stored{skipped}.")


def chunks(file: str) -> Iterator[bytes]:
    source = sys.stdin.buffer if file == "-" else Path(file).open("rb")  # noqa: SIM115  closed below
    with source:
        while chunk := source.read(CHUNK):
            yield chunk
