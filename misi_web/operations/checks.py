"""System checks: combinations of settings, and addresses, that must not reach a running site."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.checks import Warning as Caution
from django.db import connection

from misi_web.accounts.access import roles_for
from misi_web.operations.addresses import addresses

LOOPBACK = {"localhost", "127.0.0.1", "[::1]", "testserver"}


@register
def every_address_has_its_roles(**_: Any) -> list[CheckMessage]:
    nobody = [address.name for address in addresses() if not roles_for(address.name)]
    hint = "Add it to ACCESS in misi_web/accounts/access.py, or nobody can open it."
    return [
        Error(f"No role may open the address {name!r}.", hint=hint, id="misi_web.E001") for name in nobody
    ]


@register
def settings_fit_together(**_: Any) -> Iterator[CheckMessage]:
    exposed = [host for host in settings.ALLOWED_HOSTS if host not in LOOPBACK]
    if exposed and not settings.HTTPS:
        hint = "Leave HTTPS on, or serve on the loopback address only."
        yield Caution(f"HTTPS is off while {exposed[0]} is served.", hint=hint, id="misi_web.W001")
    if exposed and settings.DEBUG:
        yield Error(
            f"DEBUG is on while {exposed[0]} is served: error pages show settings and source.",
            hint="Unset DEBUG.",
            id="misi_web.E002",
        )
    if settings.PICTURES_INTERNAL_URL and not settings.BEHIND_PROXY:
        yield Error(
            "PICTURES_INTERNAL_URL is set, but BEHIND_PROXY is off: no proxy would send the pictures.",
            hint="Set BEHIND_PROXY=on behind nginx, or unset PICTURES_INTERNAL_URL.",
            id="misi_web.E003",
        )


@register(deploy=True)
def a_server_has_what_it_needs(**_: Any) -> Iterator[CheckMessage]:
    if settings.HTTPS and not settings.BEHIND_PROXY:
        yield Caution(
            "HTTPS is on, but BEHIND_PROXY is off, and the site's own server speaks plain HTTP.",
            hint="Put nginx or another proxy in front and set BEHIND_PROXY=on.",
            id="misi_web.W002",
        )
    if settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        yield Caution(
            "EMAIL_URL is not set: links to reset a password appear in the site's log instead of a mailbox.",
            hint="Set EMAIL_URL.",
            id="misi_web.W003",
        )
    embedded_broker = settings.CELERY_BROKER_URL.startswith("filesystem:")
    if embedded_broker and connection.vendor == "postgresql":
        yield Caution(
            "The database is a server, but the broker is a folder: a worker on another machine gets no jobs.",
            hint="Set CELERY_BROKER_URL to Redis or RabbitMQ.",
            id="misi_web.W004",
        )
