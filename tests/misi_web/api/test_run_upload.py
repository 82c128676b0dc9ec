"""A run that is posted goes the way of one that is uploaded on the page."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.authtoken.models import Token

from benchmark.models import AuditEntry, Run
from benchmark.runs.jobs import import_run
from tests.factories import make_item, make_user, make_version

pytestmark = pytest.mark.django_db

LINES = b'{"key": "item1", "answer": "move x 3"}\n'


@pytest.fixture
def researcher() -> Client:
    token = Token.objects.create(user=make_user("researcher", name="maria"))
    return Client(headers={"Authorization": f"Token {token.key}"})


@pytest.fixture(autouse=True)
def benchmark() -> None:
    make_item(make_version(number=1), key="item1")
    make_item(make_version(number=2), key="item1")


def post(client: Client, content: bytes = LINES, **fields: Any) -> Any:
    file = SimpleUploadedFile("answers.jsonl", content)
    return client.post("/api/runs/upload/", {"benchmark": "demo", "model": "Model A", "file": file, **fields})


def test_a_posted_run_is_queued_and_imported_by_a_worker(researcher: Client) -> None:
    response = post(researcher, notes="two examples")
    assert response.status_code == 202
    told = response.json()
    assert told["outcome"] == "The run is queued."
    assert (told["run"]["state"], told["run"]["version"]) == ("queued", 2)
    import_run(told["run"]["id"])
    found = researcher.get(response["Location"]).json()
    assert (found["state"], found["rows_done"], found["conditions"]) == ("done", 1, {"notes": "two examples"})
    assert AuditEntry.objects.get().who.username == "maria"


def test_an_older_version_can_be_named(researcher: Client) -> None:
    assert post(researcher, version=1).json()["run"]["version"] == 1


def test_the_same_file_again_changes_nothing(researcher: Client) -> None:
    first, second = post(researcher).json(), post(researcher).json()
    assert second["outcome"] == "The same file is being imported already: nothing changed."
    assert first["run"]["id"] == second["run"]["id"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"benchmark": "nope"}, {"benchmark": ["There is no benchmark nope."]}),
        ({"version": 9}, {"benchmark": ["There is no version 9 of a benchmark demo."]}),
        ({"model": ""}, {"model": ["This field may not be blank."]}),
        (
            {"file": "text"},
            {"file": ["The submitted data was not a file. Check the encoding type on the form."]},
        ),
        ({"content": b"\n"}, {"detail": "The file is empty."}),
    ],
)
def test_what_makes_no_sense_gets_a_sentence_and_leaves_no_run(
    researcher: Client, fields: dict[str, Any], expected: dict[str, Any]
) -> None:
    response = post(researcher, **fields)
    assert (response.status_code, response.json()) == (400, expected)
    assert not Run.objects.exists()


def test_a_file_above_the_limit_is_refused(researcher: Client, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    response = post(researcher, LINES * 10_000)
    assert response.status_code == 400
    assert response.json() == {"file": ["The file is larger than 0 MB, which is the limit of this site."]}


@pytest.mark.parametrize(("role", "status"), [("anonymous", 401), ("viewer", 403)])
def test_a_run_is_posted_by_researchers_and_admins_only(client_as: Any, role: str, status: int) -> None:
    assert post(client_as(role)).status_code == status
    assert not Run.objects.exists()


def test_in_the_browsers_session_a_post_needs_the_csrf_token(client_as: Any) -> None:
    client = client_as("researcher")
    client.handler.enforce_csrf_checks = True
    assert post(client).status_code == 403
