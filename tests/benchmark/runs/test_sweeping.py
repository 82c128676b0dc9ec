"""What a dead worker leaves is found and taken up again."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from benchmark.models import Prediction, Run
from benchmark.runs.importing import claim_run, import_claimed_run
from benchmark.runs.sweeping import MOST_ATTEMPTS, sweep
from tests.benchmark.runs.files import answers, imported, make_items, queued
from tests.factories import make_prediction, make_version

pytestmark = pytest.mark.django_db
State = Run.State
FILE = b'{"key": "a", "answer": "move x 3"}\n'


def abandoned(run: Run, seconds: int = 31) -> Run:
    """The run, as a worker leaves it that was killed so many seconds ago."""
    assert claim_run(run.pk, uuid4())
    Run.objects.filter(pk=run.pk).update(heartbeat=timezone.now() - timedelta(seconds=seconds))
    run.refresh_from_db()
    return run


def test_a_run_whose_worker_is_gone_is_queued_and_told_of_once() -> None:
    run = abandoned(queued(make_version(), FILE))
    assert sweep() == [run.pk]
    run.refresh_from_db()
    assert (run.state, run.claim_token) == (State.QUEUED, None)
    assert sweep() == []


def test_a_run_whose_worker_was_heard_of_lately_is_left_alone() -> None:
    run = abandoned(queued(make_version(), FILE), seconds=29)
    assert sweep() == []
    run.refresh_from_db()
    assert run.state == State.RUNNING


def test_what_the_dead_attempt_stored_is_neither_seen_nor_doubled() -> None:
    items = make_items(3)
    run = abandoned(queued(items[0].version, answers(items)))
    make_prediction(run, items[0], "of the dead attempt")
    assert not Prediction.objects.counted().exists()
    sweep()
    imported(run)
    assert [row.raw for row in run.predictions.all()] == ["move x 3"] * 3


def test_the_worker_that_was_only_asleep_cannot_publish_any_more() -> None:
    items = make_items(1)
    run = abandoned(queued(items[0].version, answers(items)))
    sweep()
    import_claimed_run(run.pk, run.claim_token)
    run.refresh_from_db()
    assert (run.state, run.predictions.count()) == (State.QUEUED, 0)


def test_a_run_that_kills_its_workers_is_given_up_with_a_reason() -> None:
    run = queued(make_version(), FILE)
    for _ in range(MOST_ATTEMPTS):
        abandoned(run)
        sweep()
    run.refresh_from_db()
    assert run.state == State.FAILED
    assert run.reason == f"Given up after {MOST_ATTEMPTS} attempts. Its worker was lost on the way."


def test_the_reason_of_the_last_attempt_is_kept() -> None:
    run = abandoned(queued(make_version(), FILE))
    Run.objects.update(attempts=MOST_ATTEMPTS, reason="The database refused: disk full")
    sweep()
    run.refresh_from_db()
    assert run.reason == f"Given up after {MOST_ATTEMPTS} attempts. The database refused: disk full"


def test_a_queued_run_whose_message_got_lost_is_told_of_again_after_a_while() -> None:
    run = queued(make_version(), FILE)
    assert sweep() == []
    Run.objects.update(queued_at=timezone.now() - timedelta(seconds=31))
    assert sweep() == [run.pk]
    assert sweep() == []


@pytest.mark.parametrize("state", [State.FAILED, State.CANCELLED])
def test_leftovers_of_a_run_without_result_are_removed(state: str) -> None:
    (item,) = make_items(1)
    run = abandoned(queued(item.version, answers([item])))
    make_prediction(run, item, "left over")
    Run.objects.update(state=state)
    sweep()
    assert not Prediction.objects.exists()


def test_a_done_run_is_left_as_it_is() -> None:
    (item,) = make_items(1)
    run = imported(queued(item.version, answers([item])))
    Run.objects.update(heartbeat=timezone.now() - timedelta(days=1))
    assert sweep() == []
    run.refresh_from_db()
    assert (run.state, run.predictions.count()) == (State.DONE, 1)
