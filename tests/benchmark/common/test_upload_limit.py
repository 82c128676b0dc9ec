"""Files reach the disk only where a page takes one, from who may send one, and up to the limit."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import make_version

pytestmark = pytest.mark.django_db
KILOBYTE = 1024


def file_of(size: int) -> SimpleUploadedFile:
    return SimpleUploadedFile("answers.jsonl", b"x" * size)


@pytest.mark.parametrize("address", ["/s/any-study/", "/accounts/login/", "/nowhere"])
def test_an_address_that_asks_for_no_file_keeps_none(address: str) -> None:
    request = Client().post(address, {"file": file_of(KILOBYTE), "key": "value"}).wsgi_request
    assert not request.FILES
    assert request.POST["key"] == "value"


def test_all_files_of_one_request_share_the_limit(client_as: Any, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 3 * KILOBYTE
    sent = {"version": make_version().pk, "model": "Model A"}
    researcher = client_as("researcher")
    two = researcher.post(
        reverse("run_upload"), sent | {"file": file_of(2 * KILOBYTE), "more": file_of(2 * KILOBYTE)}
    )
    assert two.status_code == 400
    assert "which is the limit of this site" in two.content.decode()
    assert len(two.wsgi_request.FILES) == 1
    one = researcher.post(reverse("run_upload"), sent | {"file": file_of(2 * KILOBYTE)})
    assert "which is the limit of this site" not in one.content.decode()


@pytest.mark.parametrize(
    ("role", "address"),
    [
        ("anonymous", "run_upload"),
        ("anonymous", "benchmark_import"),
        ("anonymous", "api:run_upload"),
        ("viewer", "run_upload"),
        ("researcher", "benchmark_import"),
    ],
)
def test_the_file_of_somebody_who_may_send_none_is_not_even_read(
    client_as: Any, role: str, address: str
) -> None:
    client = client_as(role)
    client.get(reverse("login"))  # brings the cookie of the check against forged requests
    client.handler.enforce_csrf_checks = True
    response = client.post(reverse(address), {"file": file_of(KILOBYTE)})
    assert response.status_code in (302, 401, 403)
    assert b"x" * KILOBYTE in response.wsgi_request.body  # raises where the body was taken apart
