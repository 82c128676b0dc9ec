"""Who may open what: every address, with every role."""

from typing import Any

import pytest
from django.urls import reverse

from benchmark.models import Role


@pytest.mark.parametrize("role", Role.values)
def test_the_front_page_is_open_to_everybody(client_as: Any, role: str) -> None:
    assert client_as(role).get(reverse("home")).status_code == 200


def test_an_anonymous_visitor_of_an_accounts_page_is_asked_to_log_in(client_as: Any) -> None:
    response = client_as("anonymous").get(reverse("password_change"))
    assert response.status_code == 302
    assert response.url == f"{reverse('login')}?next={reverse('password_change')}"
