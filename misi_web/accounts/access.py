"""Who may open which address: the one table, and what enforces it.

An address that is not in the table opens for nobody (a system check reports it). Which rows somebody
sees is not decided here but in the fetch: another's row is a 404.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from rest_framework.permissions import BasePermission

from benchmark.common.roles import Role, role_of

EVERYONE = frozenset(Role)  # with a participant's pages, whose key is the token in the address
ACCOUNTS = frozenset({Role.VIEWER, Role.RESEARCHER, Role.ADMIN})
RESEARCHERS = frozenset({Role.RESEARCHER, Role.ADMIN})
ADMINS = frozenset({Role.ADMIN})

ACCESS: dict[str, frozenset[Role]] = {
    # The site
    "home": EVERYONE,
    "healthz": EVERYONE,
    "login": EVERYONE,
    "logout": EVERYONE,
    "password_change": ACCOUNTS,
    "password_change_done": ACCOUNTS,
    "password_reset": EVERYONE,
    "password_reset_done": EVERYONE,
    "password_reset_confirm": EVERYONE,
    "password_reset_complete": EVERYONE,
    # Results: everybody sees the public ones
    "results": EVERYONE,
    "comparison": EVERYONE,
    "comparison_file": EVERYONE,
    "leaderboard": EVERYONE,
    "leaderboard_file": EVERYONE,
    # The API: everybody sees what is public
    "api:root": EVERYONE,
    "api:schema": EVERYONE,
    "api:docs": EVERYONE,
    "api:benchmarks": EVERYONE,
    "api:version": EVERYONE,
    "api:results": EVERYONE,
    "api:leaderboard": EVERYONE,
    "api:runs": EVERYONE,
    "api:run": EVERYONE,
    "api:run_upload": RESEARCHERS,
    "api:items": ACCOUNTS,  # with the truth for researchers and admins only
    "api_token": ACCOUNTS,
    # Benchmarks: items with their truth
    "benchmarks": RESEARCHERS,
    "benchmark_version": RESEARCHERS,
    "benchmark_items": RESEARCHERS,
    "item": RESEARCHERS,
    "picture": RESEARCHERS,
    "benchmark_import": ADMINS,
    "benchmark_public": ADMINS,
    # Model runs: everybody sees the public ones
    "runs": EVERYONE,
    "run": EVERYONE,
    "run_progress": EVERYONE,
    "run_upload": RESEARCHERS,
    "run_predictions": RESEARCHERS,
    "run_cancel": RESEARCHERS,
    "run_retry": RESEARCHERS,
    "run_retry_skipping": RESEARCHERS,
    "run_retire": RESEARCHERS,
    "run_restore": RESEARCHERS,
    "run_public": ADMINS,
    # A participant's pages: the key is the token in the address
    "join": EVERYONE,
    "participant": EVERYONE,
    "participant_consent": EVERYONE,
    "participant_background": EVERYONE,
    "participant_instructions": EVERYONE,
    "participant_instructions_turn": EVERYONE,
    "participant_continue": EVERYONE,
    "participant_continue_turn": EVERYONE,
    "participant_submit": EVERYONE,
    "participant_turn": EVERYONE,
    "participant_spans": EVERYONE,
    "participant_picture": EVERYONE,
    "participant_example_picture": EVERYONE,
    # Studies
    "studies": RESEARCHERS,
    "study_state": RESEARCHERS,
    "study_public": ADMINS,
}


def roles_for(view_name: str) -> frozenset[Role]:
    """The roles that may open an address, by its name; Django's own admin as a whole is the admins'."""
    if view_name.startswith("admin:"):
        return EVERYONE if view_name in ("admin:login", "admin:logout") else ADMINS
    return ACCESS.get(view_name, frozenset())


def client_address(request: HttpRequest) -> str | None:
    """Where a request comes from: behind a proxy, the address that the proxy saw, which it writes last."""
    address = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        address = request.headers.get("X-Forwarded-For", address).rsplit(",", 1)[-1].strip()
    try:
        return str(ip_address(address))
    except ValueError:
        return None


def request_role(request: HttpRequest) -> Role:
    """The visitor's role, asked of the database once a request."""
    if not hasattr(request, "misi_role"):
        request.misi_role = role_of(request.user)  # type: ignore[attr-defined]
    return request.misi_role  # type: ignore[attr-defined]


class AccessMiddleware:
    """Opens an address to the roles the table names; others are asked to log in, or told who may."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        name = request.resolver_match.view_name
        if name.startswith("api:"):  # the API knows its user only after reading the token: RolePermission
            return None
        allowed = roles_for(name)
        if allowed >= EVERYONE or request_role(request) in allowed:
            return None
        if not request.user.is_authenticated:
            # What was to be done is not done after the log-in: only a page to look at can be come back to.
            looking = request.method in ("GET", "HEAD")
            return redirect_to_login(request.get_full_path() if looking else reverse("home"))
        return render(request, "403.html", {"allowed": sorted(role.label for role in allowed)}, status=403)


class RolePermission(BasePermission):
    """The same table for the API, where the user is known by a token or a session."""

    message = "This account may not do that. Ask an admin for another role."

    def has_permission(self, request: Any, view: Any) -> bool:
        allowed = roles_for(request.resolver_match.view_name)
        return allowed >= EVERYONE or request_role(request) in allowed


class Rights:
    """What templates ask: `{% if may.run_upload %}` is true where the visitor may open `run_upload`."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __getitem__(self, view_name: str) -> bool:
        allowed = roles_for(view_name)
        return allowed >= EVERYONE or request_role(self.request) in allowed


def rights(request: HttpRequest) -> dict[str, Rights]:
    """The context processor that brings `may` into every template."""
    return {"may": Rights(request)}
