"""Loads: each time an item is sent to a browser, with a key of its own and the time it was sent.

The key travels through the page under a signature, so the server needs no row for it until an answer or a
span comes back, and nobody can make one up or use it for another item. It doubles as the submission key.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime

from django.core.signing import BadSignature, Signer

from annotation.models import Assignment

signer = Signer(salt="annotation.load")


@dataclass(frozen=True, slots=True)
class Load:
    """One sending of one assignment's item."""

    assignment_id: int
    key: uuid.UUID
    issued_at: datetime


def issue(assignment: Assignment, now: datetime) -> str:
    """The signed text of a new load."""
    return signer.sign(f"{assignment.pk}.{uuid.uuid4().hex}.{int(now.timestamp() * 1000)}")


def read(text: str, assignment: Assignment) -> Load | None:
    """The load that a page sends back, or None where the text is not one of this assignment's."""
    try:
        number, key, milliseconds = signer.unsign(text).split(".")
    except BadSignature:
        return None
    if int(number) != assignment.pk:
        return None
    return Load(assignment.pk, uuid.UUID(key), datetime.fromtimestamp(int(milliseconds) / 1000, UTC))
