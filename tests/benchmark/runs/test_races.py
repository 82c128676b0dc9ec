"""Many threads at once, on PostgreSQL."""

from uuid import uuid4

import pytest

from benchmark.models import Run
from benchmark.runs.importing import claim_run, import_claimed_run
from benchmark.runs.queueing import Outcome, queue_run
from benchmark.runs.sweeping import sweep
from benchmark.runs.uploads import store_upload
from tests.benchmark.runs.files import answers, make_items, queued
from tests.benchmark.runs.test_sweeping import abandoned
from tests.factories import make_version
from tests.threads import THREADS, at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
FILE = b'{"key": "a", "answer": "move x 3"}\n'


def test_of_twenty_threads_that_claim_a_run_one_wins() -> None:
    run = queued(make_version(), FILE)
    assert sorted(at_once(lambda: claim_run(run.pk, uuid4()))) == [False] * (THREADS - 1) + [True]
    run.refresh_from_db()
    assert run.attempts == 1


def test_a_double_click_makes_one_run() -> None:
    version, upload = make_version(), store_upload([FILE])
    found = at_once(lambda: queue_run(upload=upload, model="Model A", version=version))
    assert len({run.pk for run, _ in found}) == 1 == Run.objects.count()
    assert [outcome for _, outcome in found].count(Outcome.QUEUED) == 1


def test_many_workers_that_sweep_take_a_run_up_once() -> None:
    run = abandoned(queued(make_version(), FILE))
    assert sorted(at_once(sweep)) == [[]] * (THREADS - 1) + [[run.pk]]


def test_many_messages_for_one_run_store_its_predictions_once() -> None:
    items = make_items(2_500)
    run = queued(items[0].version, answers(items))

    def job() -> None:
        if claim_run(run.pk, token := uuid4()):
            import_claimed_run(run.pk, token)

    at_once(job, threads=4)
    run.refresh_from_db()
    assert (run.state, run.predictions.count()) == (Run.State.DONE, len(items))
