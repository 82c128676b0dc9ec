"""A run's row: one per file, and what may happen to it when."""

from typing import Any

import pytest

from benchmark.models import AuditEntry, ModelCard, Run
from benchmark.runs.queueing import (
    Outcome,
    cancel_run,
    queue_run,
    restore_run,
    retire_run,
    retry_run,
    show_run,
)
from benchmark.runs.uploads import RunRefused, store_upload
from tests.benchmark.runs.files import answers, imported, make_items, queued
from tests.factories import make_run, make_user, make_version

pytestmark = pytest.mark.django_db
FILE = b'{"key": "a", "answer": "move x 3"}\n'
State = Run.State


def asked_again(run: Run, **wishes: Any) -> tuple[Run, Outcome]:
    return queue_run(upload=store_upload([FILE]), model=run.model.name, version=run.version, **wishes)


def test_a_queued_run_keeps_what_it_was_asked_for_with() -> None:
    user = make_user()
    run = queued(
        make_version(),
        FILE,
        provider="Lab",
        file_name="answers.jsonl",
        skip_bad_lines=True,
        conditions={"notes": "k = 3"},
        who=user,
    )
    assert (run.state, run.model.name, run.model.provider) == (State.QUEUED, "Model A", "Lab")
    assert (run.file_name, run.file_bytes, run.file_format) == ("answers.jsonl", len(FILE), "JSON lines")
    assert (run.skip_bad_lines, run.conditions, run.created_by) == (True, {"notes": "k = 3"}, user)
    entry = AuditEntry.objects.get()
    assert (entry.who, entry.what, entry.target) == (user, "run queued", f"benchmark.run:{run.pk}")


@pytest.mark.parametrize(
    ("state", "outcome"),
    [
        (State.QUEUED, Outcome.OPEN),
        (State.RUNNING, Outcome.OPEN),
        (State.DONE, Outcome.DONE),
        (State.RETIRED, Outcome.RETIRED),
    ],
)
def test_the_same_file_again_changes_nothing(state: str, outcome: Outcome) -> None:
    run = queued(make_version(), FILE)
    Run.objects.update(state=state)
    assert asked_again(run, skip_bad_lines=True) == (run, outcome)
    run.refresh_from_db()
    assert (run.state, run.skip_bad_lines) == (state, False)


@pytest.mark.parametrize("state", [State.FAILED, State.CANCELLED])
def test_the_same_file_of_a_run_without_result_is_queued_again_with_the_new_wishes(state: str) -> None:
    run = queued(make_version(), FILE)
    Run.objects.update(state=state, reason="Broken.", attempts=3)
    again, outcome = asked_again(run, skip_bad_lines=True)
    assert (again, outcome) == (run, Outcome.REQUEUED)
    assert (again.state, again.reason, again.attempts, again.skip_bad_lines) == (State.QUEUED, "", 0, True)


@pytest.mark.parametrize("owner", [make_user, lambda: None])
def test_a_run_without_result_is_queued_again_by_its_owner_an_admin_or_a_command_only(owner: Any) -> None:
    other, admin = make_user("researcher", name="other"), make_user("admin", name="admin")
    run = queued(make_version(), FILE, who=owner())
    for who in (run.created_by, admin, None):
        Run.objects.update(state=State.FAILED, skip_bad_lines=False)
        with pytest.raises(RunRefused, match=f"they or an admin can try run {run.pk} again"):
            asked_again(run, who=other, skip_bad_lines=True)
        run.refresh_from_db()
        assert (run.state, run.skip_bad_lines) == (State.FAILED, False)
        assert asked_again(run, who=who, skip_bad_lines=True) == (run, Outcome.REQUEUED)


def test_another_researcher_is_told_that_the_same_file_is_there() -> None:
    run = queued(make_version(), FILE, who=make_user("researcher", name="first"))
    Run.objects.update(state=State.DONE)
    assert asked_again(run, who=make_user("researcher", name="second")) == (run, Outcome.DONE)


def test_the_audit_tells_the_state_that_was_changed_not_the_one_that_was_read() -> None:
    run = queued(make_version(), FILE)
    Run.objects.update(state=State.RUNNING)
    cancel_run(run, who=None)
    assert AuditEntry.objects.get(what="run cancelled").before == State.RUNNING
    retry_run(run, who=None)
    assert AuditEntry.objects.get(what="run retried").before == State.CANCELLED


def test_another_model_or_version_makes_another_run_of_the_same_file() -> None:
    run = queued(make_version(), FILE)
    assert queued(run.version, FILE, model="Model B") != run
    assert queued(make_version(number=2), FILE) != run


def test_a_provider_is_filled_in_and_then_held() -> None:
    version = make_version()
    queued(version, FILE, model=" Model A ")
    queued(version, FILE + FILE, provider="Lab")
    assert ModelCard.objects.get().provider == "Lab"
    queued(version, FILE * 3)
    with pytest.raises(RunRefused, match="The provider of Model A is Lab here, not Other"):
        queued(version, FILE * 4, provider="Other")
    assert Run.objects.count() == 3


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("  ", "The model has no name."), ("x" * 201, "longer than 200 characters")],
)
def test_a_model_needs_a_name_of_some_length(name: str, sentence: str) -> None:
    with pytest.raises(RunRefused, match=sentence):
        queued(make_version(), FILE, model=name)
    assert Run.objects.count() == 0


def test_a_cancelled_run_can_be_tried_again_but_not_cancelled_twice() -> None:
    user = make_user()
    run = queued(make_version(), FILE)
    cancel_run(run, who=user)
    run.refresh_from_db()
    assert (run.state, run.reason) == (State.CANCELLED, f"Cancelled by {user}.")
    with pytest.raises(RunRefused, match="The run has ended already"):
        cancel_run(run, who=user)
    retry_run(run, who=user)
    run.refresh_from_db()
    assert (run.state, run.reason) == (State.QUEUED, "")
    with pytest.raises(RunRefused, match="Only a run that failed or was cancelled can be tried again"):
        retry_run(run, who=user)
    assert [entry.what for entry in AuditEntry.objects.order_by("id")] == [
        "run queued",
        "run cancelled",
        "run retried",
    ]


def test_a_retired_run_counts_no_longer_and_is_not_public_until_restored_and_shown() -> None:
    items = make_items(1)
    run = imported(queued(items[0].version, answers(items)))
    show_run(run, public=True, who=None)
    assert Run.objects.public().get() == run
    retire_run(run, who=None)
    assert not Run.objects.counted().exists()
    assert run.predictions.count() == 1
    restore_run(run, who=None)
    assert Run.objects.counted().get() == run
    assert not Run.objects.public().exists()


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (retire_run, "Only a run that is done can be retired."),
        (restore_run, "Only a retired run can be restored."),
        (lambda run, who: show_run(run, public=True, who=who), "The run is public already, or not done."),
        (lambda run, who: show_run(run, public=False, who=who), "The run is not public."),
    ],
)
def test_a_queued_run_can_not_be_changed_like_a_done_one(act: Any, sentence: str) -> None:
    run = queued(make_version(), FILE)
    with pytest.raises(RunRefused, match=sentence):
        act(run, who=None)
    assert AuditEntry.objects.count() == 1


def test_researchers_see_all_runs_and_change_their_own() -> None:
    version = make_version()
    researcher, other, admin, viewer = (
        make_user(role) for role in ("researcher", "researcher", "admin", "viewer")
    )
    mine, theirs = make_run(version, created_by=researcher), make_run(version, created_by=other)
    assert set(Run.objects.visible_to(researcher)) == {mine, theirs}
    assert set(Run.objects.changeable_by(researcher)) == {mine}
    assert set(Run.objects.changeable_by(admin)) == {mine, theirs}
    assert not Run.objects.visible_to(viewer).exists()
    assert not Run.objects.changeable_by(viewer).exists()
