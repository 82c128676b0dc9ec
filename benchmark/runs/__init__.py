"""Writers of model runs: every change is one function that is safe to run twice."""

from benchmark.runs.bulk import collect_rarely
from benchmark.runs.importing import claim_run, import_claimed_run, remove_leftovers
from benchmark.runs.queueing import (
    Outcome,
    cancel_run,
    queue_run,
    restore_run,
    retire_run,
    retry_run,
    show_run,
)
from benchmark.runs.sweeping import sweep
from benchmark.runs.uploads import RunRefused, Upload, store_upload

__all__ = [
    "Outcome",
    "RunRefused",
    "Upload",
    "cancel_run",
    "claim_run",
    "collect_rarely",
    "import_claimed_run",
    "queue_run",
    "remove_leftovers",
    "restore_run",
    "retire_run",
    "retry_run",
    "show_run",
    "store_upload",
    "sweep",
]
