"""Jobs that a worker does: claim the row, call the writer."""

import logging
from uuid import uuid4

from celery import shared_task
from kombu.exceptions import OperationalError

from benchmark.runs import claim_run, import_claimed_run, sweep

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


def sweep_runs() -> None:
    """What a worker does with each beat of its heart."""
    for run_id in sweep():
        tell_worker(run_id)
