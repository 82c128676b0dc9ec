"""Pages on model runs: upload, live progress, problems, answers; and who may do what."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from benchmark.models import AuditEntry, BenchmarkVersion, Run, WorkerBeat
from benchmark.runs.importing import claim_run
from tests.benchmark.runs.files import answers, imported, json_lines, make_items, queued
from tests.browser import accessibility_faults
from tests.factories import make_item, make_run, make_user, make_version

pytestmark = pytest.mark.django_db
State = Run.State


@pytest.fixture
def version() -> BenchmarkVersion:
    return make_items(3)[0].version


def good_file(version: BenchmarkVersion) -> bytes:
    return answers(list(version.items.all()))


def upload(client: Client, version: BenchmarkVersion, data: bytes, **fields: Any) -> Any:
    form = {"version": version.pk, "model": "Model A", "file": SimpleUploadedFile("answers.jsonl", data)}
    return client.post(reverse("run_upload"), form | fields, follow=True)


def page(client: Client, run: Run, name: str = "run", **query: str) -> str:
    response = client.get(reverse(name, args=[run.pk]), query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def own_run(client: Client, version: BenchmarkVersion, data: bytes | None = None, **wishes: Any) -> Run:
    """A queued run of the client's user."""
    user = client.get(reverse("runs")).wsgi_request.user
    return queued(version, data or good_file(version), who=user, **wishes)


# --- Upload --------------------------------------------------------------------------------------


def test_an_upload_makes_a_queued_run_and_tells_a_worker(
    client_as: Any, version: BenchmarkVersion, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    broker = Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_out"])
    before = set(broker.iterdir())
    with django_capture_on_commit_callbacks(execute=True):
        response = upload(client_as("researcher"), version, good_file(version), provider="Lab", notes="k = 3")
    run = Run.objects.get()
    assert response.redirect_chain == [(reverse("run", args=[run.pk]), 302)]
    assert (run.state, run.model.provider, run.conditions) == (State.QUEUED, "Lab", {"notes": "k = 3"})
    assert (run.file_name, run.created_by) == ("answers.jsonl", response.wsgi_request.user)
    assert len(set(broker.iterdir()) - before) == 1


def test_the_same_upload_twice_is_one_run_and_says_so(client_as: Any, version: BenchmarkVersion) -> None:
    researcher = client_as("researcher")
    upload(researcher, version, good_file(version))
    again = upload(researcher, version, good_file(version))
    assert "The same file is being imported already: nothing changed." in again.content.decode()
    imported(Run.objects.get())
    again = upload(researcher, version, good_file(version))
    assert "The same file is already there: nothing changed." in again.content.decode()
    assert Run.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\n\n", "The file is empty."),
        (b"PK\x03\x04\x14\x00", "This is a zip file or an Excel workbook. Save the table as CSV."),
        (b"key,truth\na,x\n", "The first line names no column for the answer."),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_at_once(
    client_as: Any, version: BenchmarkVersion, data: bytes, sentence: str
) -> None:
    response = upload(client_as("researcher"), version, data)
    assert response.status_code == 400
    assert sentence in response.content.decode()
    assert not Run.objects.exists()


def test_a_file_above_the_limit_is_refused_while_what_was_typed_stays(
    client_as: Any, version: BenchmarkVersion, settings: Any
) -> None:
    settings.MAX_UPLOAD_BYTES = 1024**2
    response = upload(client_as("researcher"), version, b"x" * (1024**2 + 1))
    text = response.content.decode()
    assert response.status_code == 400
    assert "The file is larger than 1 MB, which is the limit of this site." in text
    assert "Choose a file." not in text
    assert 'value="Model A"' in text


def test_a_form_without_file_says_what_is_missing(client_as: Any, version: BenchmarkVersion) -> None:
    response = client_as("researcher").post(reverse("run_upload"), {"version": version.pk, "model": " "})
    text = response.content.decode()
    assert "Choose a file." in text
    assert "This field is required." in text


def test_without_a_benchmark_the_page_says_what_comes_first(client_as: Any) -> None:
    text = client_as("researcher").get(reverse("run_upload")).content.decode()
    assert "An admin imports an item package first." in text
    assert 'type="file"' not in text


# --- The list and the page -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "sentence"),
    [
        ("anonymous", "No run is public yet."),
        ("viewer", "No run is public yet."),
        ("researcher", "No run is here yet."),
    ],
)
def test_an_empty_list_says_how_runs_come(client_as: Any, role: str, sentence: str) -> None:
    assert sentence in client_as(role).get(reverse("runs")).content.decode()


def test_only_public_runs_are_shown_to_everybody(client_as: Any, version: BenchmarkVersion) -> None:
    run = imported(queued(version, good_file(version)))
    for role in ("anonymous", "viewer"):
        client = client_as(role)
        assert "Model A" not in client.get(reverse("runs")).content.decode()
        assert client.get(reverse("run", args=[run.pk])).status_code == 404
    Run.objects.update(public_at=timezone.now())
    for role in ("anonymous", "viewer"):
        client = client_as(role)
        assert "Model A" in client.get(reverse("runs")).content.decode()
        text = page(client, run)
        assert "3 predictions stored" in text
        assert reverse("run_predictions", args=[run.pk]) not in text


@pytest.mark.parametrize(("role", "told"), [("anonymous", False), ("viewer", False), ("researcher", True)])
def test_who_uploaded_a_public_run_is_told_to_researchers_only(
    client_as: Any, version: BenchmarkVersion, role: str, told: bool
) -> None:
    run = imported(queued(version, good_file(version), who=make_user(name="maria.private")))
    Run.objects.update(public_at=timezone.now())
    visitor = client_as(role)
    assert ("maria.private" in page(visitor, run)) == told
    assert ("maria.private" in visitor.get(reverse("runs")).content.decode()) == told


def test_a_run_that_is_not_there_is_a_404(client_as: Any) -> None:
    assert client_as("admin").get(reverse("run", args=[99])).status_code == 404


def test_a_queued_run_tells_whether_a_worker_is_seen(client_as: Any, version: BenchmarkVersion) -> None:
    researcher = client_as("researcher")
    run = own_run(researcher, version)
    assert "Queued, but no worker is seen." in page(researcher, run)
    beat = WorkerBeat.objects.create(worker="w", last_seen=timezone.now())
    assert "A worker takes the run within moments." in page(researcher, run)
    WorkerBeat.objects.filter(pk=beat.pk).update(last_seen=timezone.now() - timedelta(seconds=31))
    assert "Queued, but no worker is seen." in page(researcher, run)


def test_a_running_import_shows_counts_rate_and_time_left(client_as: Any, version: BenchmarkVersion) -> None:
    researcher = client_as("researcher")
    run = own_run(researcher, version)
    claim_run(run.pk, uuid4())
    Run.objects.update(rows_done=4_000)
    assert "Checking the file: 4,000 rows so far." in page(researcher, run)
    now = timezone.now()
    Run.objects.update(
        rows_counted=163_514, rows_done=40_000, started_at=now - timedelta(seconds=4), heartbeat=now
    )
    sentence = "40,000 of 163,514 predictions stored, 10,000 a second, 12 s left."
    assert sentence in page(researcher, run)
    assert sentence in page(researcher, run, "run_progress")


def test_an_import_not_heard_of_says_what_it_waits_for(client_as: Any, version: BenchmarkVersion) -> None:
    researcher = client_as("researcher")
    run = own_run(researcher, version)
    claim_run(run.pk, uuid4())
    Run.objects.update(rows_counted=5, rows_done=1, heartbeat=timezone.now() - timedelta(seconds=40))
    text = page(researcher, run)
    assert "No worker is seen, and the import was last heard of 40 s ago." in text
    assert "left." not in text
    WorkerBeat.objects.create(worker="w", last_seen=timezone.now())
    assert "The import was last heard of 40 s ago. A worker takes it up again." in page(researcher, run)


def test_a_refused_file_lists_its_lines_and_can_be_imported_without_them(
    client_as: Any, version: BenchmarkVersion
) -> None:
    researcher = client_as("researcher")
    run = imported(own_run(researcher, version, good_file(version) + b"{\n" * 150))
    text = page(researcher, run)
    assert "Failed. 150 of 153 rows could not be taken, so nothing was stored." in text
    assert "This is not one whole JSON text" in text
    assert "… and 50 more." in text
    researcher.post(reverse("run_retry_skipping", args=[run.pk]))
    run.refresh_from_db()
    assert "3 predictions stored, 150 bad rows skipped." in page(researcher, imported(run))


def test_a_done_run_counts_how_the_answers_of_each_task_were_read(client_as: Any) -> None:
    version = make_version()
    right, odd, none = (make_item(version) for _ in range(3))
    letter = make_item(version, "docking", "roll x 75, move x -14")
    texts = {right: "move x 3", odd: "hm", none: None, letter: "roll x 15, move x 2"}
    run = imported(queued(version, json_lines(*({"key": i.key, "answer": t} for i, t in texts.items()))))
    rows = client_as("researcher").get(reverse("run", args=[run.pk])).context["readings"]
    assert rows == [
        {"task": "translation", "answers": 3, "ok": 1, "unreadable": 1, "empty": 1},
        {"task": "docking", "answers": 1, "ok": 1, "unreadable": 0, "empty": 0},
    ]


# --- Changes -------------------------------------------------------------------------------------


def test_a_researcher_cancels_retries_retires_and_restores_an_own_run(
    client_as: Any, version: BenchmarkVersion
) -> None:
    researcher = client_as("researcher")
    run = own_run(researcher, version)

    def press(name: str) -> str:
        assert reverse(name, args=[run.pk]) in page(researcher, run)
        researcher.post(reverse(name, args=[run.pk]))
        run.refresh_from_db()
        return run.state

    assert press("run_cancel") == State.CANCELLED
    assert press("run_retry") == State.QUEUED
    imported(run)
    assert press("run_retire") == State.RETIRED
    assert press("run_restore") == State.DONE


@pytest.mark.parametrize(
    "name", ["run_cancel", "run_retry", "run_retry_skipping", "run_retire", "run_restore"]
)
def test_another_researcher_s_run_cannot_be_changed(
    client_as: Any, version: BenchmarkVersion, name: str
) -> None:
    run = make_run(version, created_by=make_user())
    researcher = client_as("researcher")
    assert researcher.post(reverse(name, args=[run.pk])).status_code == 404
    assert reverse("run_cancel", args=[run.pk]) not in page(researcher, run)


def test_what_comes_too_late_is_said_in_place(client_as: Any, version: BenchmarkVersion) -> None:
    admin = client_as("admin")
    run = imported(queued(version, good_file(version)))
    response = admin.post(reverse("run_cancel", args=[run.pk]), follow=True)
    assert "The run has ended already." in response.content.decode()


def test_an_admin_shows_a_run_to_everybody_and_hides_it_again(
    client_as: Any, version: BenchmarkVersion
) -> None:
    admin = client_as("admin")
    run = imported(queued(version, good_file(version)))
    for show, public in (("everybody", True), ("researchers", False)):
        admin.post(reverse("run_public", args=[run.pk]), {"show": show})
        assert Run.objects.public().exists() == public
    assert [entry.what for entry in AuditEntry.objects.order_by("id")][1:] == ["run published", "run hidden"]


# --- Answers -------------------------------------------------------------------------------------


def test_the_answers_show_the_words_how_they_were_read_and_why_not(client_as: Any) -> None:
    version = make_version()
    texts = ["**Answer:** move x 3", "move x 3 or move y 2", "<think>hm", None]
    items = [make_item(version) for _ in texts]
    run = imported(
        queued(
            version,
            json_lines(*({"key": i.key, "answer": t} for i, t in zip(items, texts, strict=True))),
        )
    )
    text = page(client_as("researcher"), run, "run_predictions")
    assert "**Answer:** move x 3" in text
    assert '<span class="command">move x 3</span>' in text
    assert "unreadable: Two different commands: move x 3 and move y 2." in text
    assert "empty, truncated: The reasoning never ends" in text
    assert "empty, missing: There is no answer." in text


def test_the_answers_can_be_narrowed_and_paged(client_as: Any) -> None:
    items = make_items(120)
    make_item(items[0].version, "docking", "roll x 75, move x -14", key="one-docking")
    run = imported(queued(items[0].version, answers(list(items[0].version.items.all()))))
    researcher = client_as("researcher")
    assert "121 answers, 101 to 121 shown" in page(researcher, run, "run_predictions", page="3")
    assert "1 answer<" in page(researcher, run, "run_predictions", task="docking")
    assert "No answer fits." in page(researcher, run, "run_predictions", status="empty")
    assert "121 answers" in page(researcher, run, "run_predictions", status="nonsense")


def test_no_answer_is_shown_before_all_are_stored(client_as: Any, version: BenchmarkVersion) -> None:
    run = queued(version, good_file(version))
    text = page(client_as("researcher"), run, "run_predictions")
    assert "Answers appear here all at once, when the import is done." in text


def test_a_list_of_answers_takes_the_same_few_queries_however_long_it_is(
    client_as: Any, django_assert_num_queries: Any
) -> None:
    items = make_items(60)
    run = imported(queued(items[0].version, answers(items)))
    researcher = client_as("researcher")
    with django_assert_num_queries(7):
        page(researcher, run, "run_predictions")


# --- In a browser --------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_page_that_waits_sees_the_run_begin_and_end_without_a_reload(open_page: Any) -> None:
    items = make_items(3)
    run = queued(items[0].version, answers(items))
    shown: Page = open_page("admin", reverse("run", args=[run.pk]))
    expect(shown.get_by_text("Queued, but no worker is seen.")).to_be_visible()
    shown.get_by_role("button", name="Cancel the import").focus()
    shown.evaluate("window.stillHere = true")
    claim_run(run.pk, uuid4())
    Run.objects.update(rows_counted=3, rows_done=1)
    expect(shown.get_by_text("1 of 3 predictions stored")).to_be_visible()
    expect(shown.get_by_role("button", name="Cancel the import")).to_be_focused()
    Run.objects.update(state=State.QUEUED)
    imported(run)
    expect(shown.get_by_text("3 predictions stored.")).to_be_visible()
    expect(shown.get_by_role("link", name="Every answer and how it was read")).to_be_visible()
    expect(shown.locator("#run-ended")).to_have_text("The import has ended: Done.")
    assert shown.evaluate("window.stillHere")
    assert shown.locator("#run-state").get_attribute("hx-get") is None
    assert accessibility_faults(shown) == []


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_file_is_uploaded_by_the_form_and_the_page_is_accessible(open_page: Any, tmp_path: Path) -> None:
    items = make_items(3)
    file = tmp_path / "answers.jsonl"
    file.write_bytes(answers(items))
    shown: Page = open_page("researcher", reverse("run_upload"))
    assert accessibility_faults(shown) == []
    shown.get_by_label("Model:").fill("Model A")
    shown.get_by_label("Predictions:").set_input_files(file)
    shown.get_by_role("button", name="Upload").dblclick()
    expect(shown.get_by_role("heading", name="Model A on demo v1")).to_be_visible()
    assert Run.objects.get().file_name == "answers.jsonl"
    assert accessibility_faults(shown) == []
