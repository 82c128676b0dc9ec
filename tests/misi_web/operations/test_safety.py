"""What every answer carries, and the pages for what goes wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path, reverse

from misi_web.urls import urlpatterns as real

ROOT = Path(__file__).resolve().parents[3]


def breaks(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault of ours")


def too_large(request: HttpRequest) -> HttpResponse:
    raise RequestDataTooBig


urlpatterns = [*real, path("breaks", breaks, name="home"), path("too-large", too_large, name="home")]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["home", "login", "healthz"])
def test_every_answer_carries_the_safety_headers(name: str) -> None:
    headers = Client().get(reverse(name)).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def settings_with(**variables: str) -> dict[str, Any]:
    """Some settings as another process reads them."""
    names = ["SESSION_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE"]
    names += ["CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS"]
    code = "import json; from django.conf import settings; "
    code += f"print(json.dumps({{name: getattr(settings, name) for name in {names}}}))"
    out = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, env=os.environ | variables)
    return json.loads(out)


def test_without_a_word_cookies_travel_over_https_alone() -> None:
    found = settings_with(HTTPS="")
    assert found["SESSION_COOKIE_SECURE"]
    assert found["CSRF_COOKIE_SECURE"]
    assert found["SECURE_SSL_REDIRECT"]
    assert found["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert (found["SESSION_COOKIE_HTTPONLY"], found["SESSION_COOKIE_SAMESITE"]) == (True, "Lax")


def test_https_can_be_switched_off_for_the_loopback_address() -> None:
    found = settings_with(HTTPS="off")
    assert not any(found[name] for name in found if name.endswith(("SECURE", "REDIRECT", "SECONDS")))


def shown(address: str) -> tuple[int, str]:
    with override_settings(ROOT_URLCONF=__name__):
        response = Client(raise_request_exception=False).get(address)
    return response.status_code, response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status", "heading"),
    [
        ("/breaks", 500, "Something broke here"),
        ("/too-large", 400, "This request cannot be read"),
        ("/nowhere", 404, "Nothing here"),
    ],
)
def test_what_goes_wrong_has_a_page_of_ours(address: str, status: int, heading: str) -> None:
    found, page = shown(address)
    assert found == status
    assert f"<h1>{heading}</h1>" in page
    assert "Traceback" not in page


def test_an_unknown_host_is_told_so_without_details() -> None:
    response = Client().get("/", headers={"host": "evil.example.org"})
    assert response.status_code == 400
    assert "an address that this site does not serve" in response.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_what_to_do() -> None:
    response = Client(enforce_csrf_checks=True).post(reverse("login"), {"username": "a", "password": "b"})
    assert response.status_code == 403
    assert "reload the page and send the form again" in response.content.decode()
