"""Pages of the API for people: its documentation, and the one that makes a token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve
from django.views.decorators.http import require_GET, require_http_methods
from drf_spectacular.generators import SchemaGenerator
from rest_framework.authtoken.models import Token

from benchmark.common.roles import Role
from misi_web.accounts.access import roles_for
from misi_web.accounts.tokens import make_token, revoke_token


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address, for the documentation page."""

    method: str
    path: str
    description: str
    parameters: tuple[dict[str, Any], ...]
    fields: tuple[dict[str, Any], ...]
    roles: tuple[str, ...]


@require_GET
def docs(request: HttpRequest) -> HttpResponse:
    """The documentation, made from the schema."""
    return render(request, "api/docs.html", {"operations": list(operations())})


@require_http_methods(["GET", "POST"])
def api_token(request: HttpRequest) -> HttpResponse:
    """The caller's token: made or revoked by POST, shown once."""
    shown = None
    if request.method == "POST" and "revoke" in request.POST:
        revoke_token(request.user)
    elif request.method == "POST":
        shown = make_token(request.user)
    token = Token.objects.filter(user=request.user).first()  # type: ignore[misc]
    return render(request, "api/token.html", {"shown": shown, "token": token})


def operations() -> Iterator[Operation]:
    """All operations of the schema, in the order of their addresses."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            yield Operation(
                method.upper(),
                path,
                operation.get("description", ""),
                tuple(operation.get("parameters", ())),
                tuple(_fields(operation, schema)),
                _roles(path),
            )


def _roles(path: str) -> tuple[str, ...]:
    """Who may call an address of the schema: whatever stands for its parameters, its name is the same."""
    allowed = roles_for(resolve(re.sub(r"{\w+}", "1", path)).view_name)
    return tuple(str(role.label) for role in Role if role in allowed)


def _fields(operation: Any, schema: Any) -> Iterator[dict[str, Any]]:
    """What the body of a request holds."""
    content = operation.get("requestBody", {}).get("content", {})
    for body in list(content.values())[:1]:
        form = schema["components"]["schemas"][body["schema"]["$ref"].rsplit("/", 1)[1]]
        for name, field in form["properties"].items():
            yield {"name": name, "required": name in form.get("required", ()), **field}
