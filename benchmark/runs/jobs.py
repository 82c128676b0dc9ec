"""Jobs that a worker does: claim the row, call the writer. And how a worker is told of them."""

import logging
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from celery import shared_task
from kombu.exceptions import OperationalError

from benchmark.models import BenchmarkVersion, Run
from benchmark.runs.importing import claim_run, import_claimed_run
from benchmark.runs.queueing import Outcome, queue_run
from benchmark.runs.sweeping import sweep
from benchmark.runs.uploads import store_upload

logger = logging.getLogger(__name__)


@shared_task(name="benchmark.import_run")
def import_run(run_id: int) -> None:
    if claim_run(run_id, token := uuid4()):
        import_claimed_run(run_id, token)


def tell_worker(run_id: int) -> None:
    """Hand a queued run to the broker once the transaction is through.

    A broker that is down is no reason to refuse the file: the run is queued, and a later sweep tells again.
    """
    try:
        import_run.delay_on_commit(run_id)
    except OperationalError:
        logger.warning("run %s is queued, but the broker cannot be reached", run_id)


def hand_in(sent: Mapping[str, Any], *, version: BenchmarkVersion, who: Any) -> tuple[Run, Outcome]:
    """Keep an uploaded file, queue its run and tell a worker; `sent` is what a form or a serializer cleaned.

    Raises RunRefused for a file, a model or a run that cannot be taken.
    """
    run, outcome = queue_run(
        upload=store_upload(sent["file"].chunks()),
        model=sent["model"],
        provider=sent["provider"],
        version=version,
        file_name=sent["file"].name,
        skip_bad_lines=sent["skip_bad_lines"],
        conditions={"notes": sent["notes"]} if sent["notes"] else {},
        who=who,
    )
    if outcome.needs_worker:
        tell_worker(run.pk)
    return run, outcome


def sweep_runs() -> None:
    """What a worker does with each beat of its heart."""
    for run_id in sweep():
        tell_worker(run_id)
