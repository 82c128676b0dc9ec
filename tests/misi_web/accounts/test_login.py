"""Logging in, guessing, and getting a password back."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse

from misi_web.accounts.access import client_address
from tests.factories import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "cheese-and-onions"


def log_in(name: str, password: str, **more: Any) -> Any:
    return Client().post(reverse("login"), {"username": name, "password": password}, **more)


def guess(name: str, times: int, **more: Any) -> Any:
    for number in range(times):
        response = log_in(name, f"guess-{number}", **more)
    return response


@pytest.fixture(autouse=True)
def three_tries(settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 3


def test_the_right_password_opens_the_account() -> None:
    make_user("viewer", "maria")
    assert log_in("maria", PASSWORD).url == reverse("home")


def test_after_too_many_guesses_even_the_right_password_waits() -> None:
    make_user("viewer", "maria")
    response = guess("maria", 3)
    assert response.status_code == 429
    assert "3 wrong passwords in a row for maria" in response.content.decode()
    assert log_in("maria", PASSWORD).status_code == 429


def test_guesses_for_one_account_do_not_stop_another_nor_another_address() -> None:
    make_user("viewer", "maria")
    make_user("viewer", "jonas")
    guess("maria", 3)
    assert log_in("jonas", PASSWORD).status_code == 302
    assert log_in("maria", PASSWORD, REMOTE_ADDR="10.1.1.1").status_code == 302


def test_a_login_forgives_the_wrong_passwords_before_it() -> None:
    make_user("viewer", "maria")
    guess("maria", 2)
    log_in("maria", PASSWORD)
    assert guess("maria", 2).status_code == 200


def test_guessing_at_the_admin_counts_as_well() -> None:
    make_user("admin", "root")
    for number in range(3):
        form = {"username": "root", "password": f"guess-{number}"}
        response = Client().post(reverse("admin:login"), form)
    assert response.status_code == 429


@pytest.mark.parametrize(
    ("behind_proxy", "headers", "expected"),
    [
        (False, {"X-Forwarded-For": "6.6.6.6"}, "127.0.0.1"),
        (True, {"X-Forwarded-For": "6.6.6.6, 9.9.9.9"}, "9.9.9.9"),
        (True, {}, "127.0.0.1"),
        (True, {"X-Forwarded-For": "unknown"}, None),
    ],
)
def test_only_a_proxy_is_believed_about_where_a_visitor_comes_from(
    rf: RequestFactory, settings: Any, behind_proxy: bool, headers: dict[str, str], expected: str | None
) -> None:
    settings.BEHIND_PROXY = behind_proxy
    assert client_address(rf.get("/", headers=headers)) == expected


def test_a_forgotten_password_is_replaced_by_mail() -> None:
    user = make_user("viewer", "maria")
    user.email = "maria@example.org"
    user.save()
    visitor = Client()
    visitor.post(reverse("password_reset"), {"email": "maria@example.org"})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)
    assert link
    form = visitor.get(link[1], follow=True)
    new = {"new_password1": "nine-blue-kettles", "new_password2": "nine-blue-kettles"}
    done = visitor.post(form.redirect_chain[-1][0], new, follow=True)
    assert "Password set" in done.content.decode()
    assert log_in("maria", "nine-blue-kettles").status_code == 302
    assert "used already" in visitor.get(link[1], follow=True).content.decode()


def test_an_unknown_address_gets_the_same_answer_and_no_mail() -> None:
    response = Client().post(reverse("password_reset"), {"email": "nobody@example.org"}, follow=True)
    assert "Look into your mail" in response.content.decode()
    assert mail.outbox == []


def test_a_password_is_changed_by_its_owner(client_as: Any) -> None:
    page = client_as("viewer")
    new = {"new_password1": "nine-blue-kettles", "new_password2": "nine-blue-kettles"}
    done = page.post(reverse("password_change"), {"old_password": PASSWORD, **new}, follow=True)
    assert "Password changed" in done.content.decode()
