"""The import of a run: what is stored, what is refused, and what is seen while it runs."""

import json
import shutil
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone

from benchmark.models import Item, Prediction, Run, RunTally
from benchmark.runs.bulk import BATCH
from benchmark.runs.importing import claim_run, import_claimed_run
from benchmark.runs.queueing import cancel_run, queue_run, retry_run
from benchmark.runs.uploads import store_upload
from tests.benchmark.runs.files import answers, imported, json_lines, make_items, queued
from tests.factories import make_item, make_version

pytestmark = pytest.mark.django_db(transaction=True)
State = Run.State
FULL_SIZE = 163_514  # answers to the full benchmark


def test_a_file_becomes_predictions_read_and_scored_by_the_tasks() -> None:
    version = make_version()
    right, near, odd, none = (make_item(version, truth="move x 3") for _ in range(4))
    data = json_lines(
        {"key": right.key, "answer": "**Answer:** move x 3", "cost": 0.5, "reasoning": "so"},
        {"key": near.key, "answer": "move x 2", "sample": 4},
        {"key": odd.key, "answer": "no idea"},
        {"key": none.key, "answer": None},
    )
    run = imported(queued(version, data))
    assert (run.state, run.rows_counted, run.rows_done, run.rows_bad) == (State.DONE, 4, 4, 0)
    assert [
        (row.item, row.answer, row.status, row.delivery, row.exact, round(row.weighted, 3))
        for row in run.predictions.order_by("source_place")
    ] == [
        (right, "move x 3", "ok", "received", 1, 1),
        (near, "move x 2", "ok", "received", 0, 0.857),
        (odd, None, "unreadable", "received", 0, 0),
        (none, None, "empty", "missing", 0, 0),
    ]
    first = run.predictions.get(item=right)
    assert (first.raw, first.reasoning, first.extra) == ("**Answer:** move x 3", "so", {"cost": 0.5})
    assert (first.task, first.source_place, first.sample) == ("translation", 1, 0)
    assert run.predictions.get(item=near).sample == 4


def test_what_an_import_stores_is_what_mark_makes() -> None:
    """One constructor for people and models: the bulk columns are the same."""
    (item,) = make_items(1)
    run = imported(queued(item.version, answers([item], "Answer: move x -2")))
    stored = run.predictions.get()
    marked = Prediction.mark(item, "Answer: move x -2", run=run, source_place=1)
    names = [field.attname for field in Prediction._meta.concrete_fields if not field.primary_key]
    assert [getattr(stored, name) for name in names] == [getattr(marked, name) for name in names]


def test_one_bad_line_refuses_the_file_and_says_which() -> None:
    items = make_items(2)
    run = imported(queued(items[0].version, answers(items) + b"{broken\n"))
    assert run.state == State.FAILED
    assert run.reason == (
        "1 of 3 rows could not be taken, so nothing was stored. Correct the file, or choose to skip bad rows."
    )
    assert [(problem.place, problem.code) for problem in run.problems.all()] == [(3, "line")]
    assert (run.rows_counted, run.rows_bad, run.predictions.count()) == (2, 1, 0)


def full_size_with_a_broken_end(items: list[Item]) -> Iterator[bytes]:
    """As many lines as the full benchmark has, repeated samples of a few items; the last line is cut off."""
    for number in range(FULL_SIZE - 1):
        sample, item = divmod(number, len(items))
        yield b'{"key": "%s", "answer": "move x 3", "sample": %d}\n' % (items[item].key.encode(), sample)
    yield b'{"key": "item-0", "ans'


def test_of_163514_lines_the_last_is_broken() -> None:
    items = make_items(8)
    upload = store_upload(full_size_with_a_broken_end(items))
    run = imported(queue_run(upload=upload, model="Model A", version=items[0].version)[0])
    assert run.reason.startswith("1 of 163,514 rows could not be taken, so nothing was stored.")
    assert [problem.place for problem in run.problems.all()] == [FULL_SIZE]
    assert (run.rows_counted, run.rows_done, run.predictions.count()) == (FULL_SIZE - 1, 0, 0)


@pytest.mark.slow
def test_of_163514_lines_the_last_is_skipped() -> None:
    items = make_items(8)
    upload = store_upload(full_size_with_a_broken_end(items))
    wishes = {"upload": upload, "model": "Model A", "version": items[0].version, "skip_bad_lines": True}
    run = imported(queue_run(**wishes)[0])
    assert (run.state, run.rows_done, run.rows_bad) == (State.DONE, FULL_SIZE - 1, 1)
    assert Prediction.objects.counted().count() == FULL_SIZE - 1


def test_bad_lines_are_skipped_where_that_was_chosen_and_listed() -> None:
    items = make_items(2)
    data = answers(items) + b'{"key": "nobody", "answer": "x"}\n' + answers(items[:1], "move y 1")
    run = imported(queued(items[0].version, data, skip_bad_lines=True))
    assert (run.state, run.rows_done, run.rows_bad) == (State.DONE, 2, 2)
    assert [(problem.place, problem.text) for problem in run.problems.all()] == [
        (3, 'demo v1 has no item "nobody".'),
        (4, 'The item is answered in line 1 already. Repeated samples need different "sample" numbers.'),
    ]
    assert {row.raw for row in run.predictions.all()} == {"move x 3"}


def test_a_file_of_nothing_but_bad_lines_fails_even_where_they_are_skipped() -> None:
    run = imported(queued(make_version(), answers(make_items(2, make_version("other"))), skip_bad_lines=True))
    assert (run.state, run.reason) == (State.FAILED, "None of the 2 rows could be taken.")


def test_a_file_that_went_missing_fails_with_a_reason() -> None:
    items = make_items(1)
    run = queued(items[0].version, answers(items))
    shutil.rmtree(settings.UPLOADS_DIR)
    assert imported(run).reason == "The uploaded file is no longer there. Upload it again."


def test_only_the_first_thousand_problems_are_kept_but_all_are_counted() -> None:
    run = imported(queued(make_version(), b"{\n" * 1500))
    assert (run.rows_bad, run.problems.count()) == (1500, 1000)


def test_a_claimed_run_cannot_be_claimed_again() -> None:
    run = queued(make_version(), answers(make_items(1, make_version("other"))))
    assert claim_run(run.pk, uuid4())
    assert not claim_run(run.pk, uuid4())


def test_nothing_counts_before_the_run_is_published() -> None:
    items = make_items(BATCH + 1)
    run = queued(items[0].version, answers(items))
    seen: list[Any] = []

    def look(done: int, counted: int | None) -> None:
        row = Run.objects.get(pk=run.pk)
        seen.append((done, counted, row.rows_done, row.predictions.count()))
        assert row.state == State.RUNNING
        assert not Prediction.objects.counted().exists()
        assert not RunTally.objects.exists()

    claim_run(run.pk, token := uuid4())
    import_claimed_run(run.pk, token, look)
    assert seen == [(1000, None, 0, 0), (1000, 1001, 1000, 1000), (1001, 1001, 1001, 1001)]
    assert Prediction.objects.counted().count() == BATCH + 1


def test_an_attempt_that_lost_its_claim_stops_and_adds_nothing() -> None:
    """A worker that slept for a minute wakes up while another one imports the run."""
    items = make_items(3 * BATCH)
    run = queued(items[0].version, answers(items))
    other = uuid4()

    def taken_over(done: int, counted: int | None) -> None:
        if counted and done == BATCH:
            Run.objects.update(claim_token=other)

    claim_run(run.pk, token := uuid4())
    import_claimed_run(run.pk, token, taken_over)
    run.refresh_from_db()
    assert (run.state, run.claim_token, run.predictions.count()) == (State.RUNNING, other, BATCH)
    import_claimed_run(run.pk, other)
    run.refresh_from_db()
    assert (run.state, run.predictions.count()) == (State.DONE, 3 * BATCH)


def test_a_run_cancelled_on_the_way_stops_and_keeps_nothing() -> None:
    items = make_items(3 * BATCH)
    run = queued(items[0].version, answers(items))

    def cancelled(done: int, counted: int | None) -> None:
        if counted and done == BATCH:
            cancel_run(run, who=None)

    claim_run(run.pk, token := uuid4())
    import_claimed_run(run.pk, token, cancelled)
    run.refresh_from_db()
    assert (run.state, run.predictions.count(), run.tallies.count()) == (State.CANCELLED, 0, 0)
    retry_run(run, who=None)
    assert imported(run).predictions.count() == 3 * BATCH


def test_an_error_nobody_expected_fails_the_run_and_is_raised() -> None:
    items = make_items(2 * BATCH)
    run = queued(items[0].version, answers(items))

    def broken(done: int, counted: int | None) -> None:
        if counted:
            raise ZeroDivisionError("by nothing")

    claim_run(run.pk, token := uuid4())
    with pytest.raises(ZeroDivisionError):
        import_claimed_run(run.pk, token, broken)
    run.refresh_from_db()
    assert (run.state, run.predictions.count()) == (State.FAILED, 0)
    assert run.reason == "An error nobody expected: ZeroDivisionError: by nothing"


def test_the_heartbeat_moves_with_each_batch() -> None:
    items = make_items(2 * BATCH)
    run = queued(items[0].version, answers(items))
    long_ago = timezone.now() - timedelta(hours=1)
    beats: list[Any] = []

    def look(done: int, counted: int | None) -> None:
        if counted:
            beats.append(Run.objects.get().heartbeat)
            Run.objects.update(heartbeat=long_ago)

    claim_run(run.pk, token := uuid4())
    import_claimed_run(run.pk, token, look)
    assert len(beats) == 2
    assert all(beat > long_ago + timedelta(minutes=59) for beat in beats)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_long_and_odd_texts_come_back_as_they_went_in(form: str) -> None:
    items = make_items(3)
    texts = ["x" * 1024**2, 'tab\t"quotes" \\ \\N\n\u2028', "ångström 😀 é"]
    if form == "json":
        data = json_lines(*({"key": i.key, "answer": t} for i, t in zip(items, texts, strict=True)))
    else:
        cells = ['"' + text.replace('"', '""') + '"' for text in texts]
        lines = (f"{item.key},{cell}" for item, cell in zip(items, cells, strict=True))
        data = ("key,answer\n" + "\n".join(lines)).encode()
    run = imported(queued(items[0].version, data))
    assert [row.raw for row in run.predictions.order_by("item_id")] == texts


def test_extra_fields_nested_as_deep_as_a_line_may_be_are_kept() -> None:
    items = make_items(1)
    nested: Any = "\\"
    for _ in range(99):
        nested = [nested]
    run = imported(queued(items[0].version, json_lines({"key": items[0].key, "answer": "", "more": nested})))
    assert run.state == "done"
    assert run.predictions.get().extra == {"more": nested}


def test_extra_fields_of_any_json_value_are_kept() -> None:
    (item,) = make_items(1)
    extra = {"usage": {"in": 5, "out": [1, 2.5, None, True]}, "note": 'a "b"\n\\'}
    run = imported(queued(item.version, json.dumps({"key": item.key, "answer": "x", **extra}).encode()))
    assert run.predictions.get().extra == extra
