"""`python manage.py score`: JSON lines in, JSON lines out, no database."""

import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.formats.score_lines import score_lines


class Command(BaseCommand):
    help = (
        'Score answers: reads one {"task", "truth", "answer"} a line (optionally with "facts") on standard '
        'input and writes {"task", "status", "answer", "exact", "weighted", "details"} for each. A line that '
        'cannot be scored gives {"error", "line"}, and the exit status is 1 at the end.'
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._score()
        except BrokenPipeError:
            # Who reads has read enough, as in `score | head`; what is still to be written goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _score(self) -> None:
        scored = failed = 0
        for record in score_lines(sys.stdin.buffer):
            failed += "error" in record
            scored += "error" not in record
            self.stdout.write(json.dumps(record))
        self.stdout.flush()
        if failed:
            raise CommandError(f"{failed} of {scored + failed} lines could not be scored.")
