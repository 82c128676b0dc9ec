"""The writer of the audit log."""

from __future__ import annotations

from typing import Any

from benchmark.common.actions import Action
from benchmark.models import AuditEntry


def record(*, who: Any, what: Action, target: Any, before: Any = None, after: Any = None) -> AuditEntry:
    """Add one entry, in the caller's transaction: the change and its trace stand or fall together.

    `who` is a user, or None for a command or a job; `target` is named by its table and key.
    """
    return AuditEntry.objects.create(
        who=who if who is not None and who.is_authenticated else None,
        what=what.value,
        target=name_of(target),
        before=before,
        after=after,
    )


def name_of(target: Any) -> str:
    """What entries call a row: its table and key."""
    return f"{target._meta.label_lower}:{target.pk}"
