"""A run's row: made when a file comes in, cancelled, retried, retired, shown to everybody."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from benchmark.common.actions import Action
from benchmark.common.audit import record
from benchmark.models import BenchmarkVersion, ModelCard, Run
from benchmark.models.runs import RunQuerySet
from benchmark.runs.uploads import RunRefused, Upload

State = Run.State


class Outcome(StrEnum):
    """What became of a file that was handed in. The values are sentences for whoever did."""

    QUEUED = "The run is queued."
    REQUEUED = "An earlier import of the same file ended without a result: the run is queued again."
    OPEN = "The same file is being imported already: nothing changed."
    DONE = "The same file is already there: nothing changed."
    RETIRED = "The same file is already there as a retired run: restore that one."

    @property
    def needs_worker(self) -> bool:
        return self in (Outcome.QUEUED, Outcome.REQUEUED)


@transaction.atomic
def queue_run(
    *,
    upload: Upload,
    model: str,
    version: BenchmarkVersion,
    provider: str = "",
    file_name: str = "",
    skip_bad_lines: bool = False,
    conditions: dict[str, Any] | None = None,
    who: Any = None,
) -> tuple[Run, Outcome]:
    """The run of this file, of this model, on this benchmark version: one row however often it is asked for.

    A run that failed, was cancelled or lost its worker is queued again, with the new wishes, where it is
    `who`'s to change. `who` is a user, or None for a command, which may change all. Raises RunRefused for a
    model without a name or of another provider, and where the run that failed is somebody else's.
    """
    wishes = {
        "file_name": file_name[-255:],
        "skip_bad_lines": skip_bad_lines,
        "conditions": conditions or {},
    }
    run, is_new = Run.objects.get_or_create(
        model=_model_card(model, provider),
        version=version,
        file_sha256=upload.sha256,
        defaults={
            "file_bytes": upload.size,
            "file_format": upload.format,
            "file_unit": upload.unit,
            "created_by": who,
            **wishes,
        },
    )
    if is_new:
        outcome = Outcome.QUEUED
    elif not _is_theirs(run, who):
        return run, _somebody_elses(run)
    elif _requeue(run, **wishes):
        outcome = Outcome.REQUEUED
    else:
        return run, _already(run)
    record(who=who, what=Action.RUN_QUEUED, target=run, after={"model": run.model.name, **wishes})
    run.refresh_from_db()
    return run, outcome


@transaction.atomic
def retry_run(run: Run, *, who: Any, skip_bad_lines: bool | None = None) -> None:
    """Queue a run that failed or was cancelled again, with another wish on bad lines if one is given."""
    wishes = {} if skip_bad_lines is None else {"skip_bad_lines": skip_bad_lines}
    before = _requeue(run, **wishes)
    if not before:
        raise RunRefused("Only a run that failed or was cancelled can be tried again.")
    record(who=who, what=Action.RUN_RETRIED, target=run, before=before, after=State.QUEUED)


def cancel_run(run: Run, *, who: Any) -> None:
    """Stop a run that is queued or running. Its worker notices with its next batch; nothing stays stored."""
    _change(
        run,
        who,
        Action.RUN_CANCELLED,
        Q(state__in=Run.OPEN),
        "The run has ended already.",
        state=State.CANCELLED,
        claim_token=None,
        reason=f"Cancelled by {who}." if who else "Cancelled.",
    )


def retire_run(run: Run, *, who: Any) -> None:
    """Take a done run out of all results, without deleting anything. It is no longer public."""
    refusal = "Only a run that is done can be retired."
    condition = Q(state=State.DONE)
    _change(run, who, Action.RUN_RETIRED, condition, refusal, state=State.RETIRED, public_at=None)


def restore_run(run: Run, *, who: Any) -> None:
    """Count a retired run again."""
    refusal = "Only a retired run can be restored."
    _change(run, who, Action.RUN_RESTORED, Q(state=State.RETIRED), refusal, state=State.DONE)


def show_run(run: Run, *, public: bool, who: Any) -> None:
    """Show a done run to everybody, or no longer."""
    what, at = (Action.RUN_SHOWN, timezone.now()) if public else (Action.RUN_HIDDEN, None)
    condition = Q(state=State.DONE, public_at__isnull=public)
    refusal = "The run is public already, or not done." if public else "The run is not public."
    _change(run, who, what, condition, refusal, public_at=at)


@transaction.atomic
def _change(run: Run, who: Any, what: Action, condition: Q, refusal: str, **values: Any) -> None:
    """One conditional update and its trace; raises RunRefused where the row is not as the update needs it."""
    before = _update(Run.objects.filter(condition, pk=run.pk), **values)
    if not before:
        raise RunRefused(refusal)
    record(who=who, what=what, target=run, before=before, after=values.get("state", before))


def _update(one: RunQuerySet, **values: Any) -> str:
    """Update the one row that `one` still finds once it is locked; the state it had, empty where none is."""
    before: str = one.select_for_update().values_list("state", flat=True).first() or ""
    return before if before and one.update(**values) else ""


def _requeue(run: Run, **values: Any) -> str:
    """Queue a run that ended without a result or lost its worker: its state before, empty for others."""
    ended = Run.objects.filter(state__in=Run.ENDED_WITHOUT_RESULT) | Run.objects.stale()
    queued = {"state": State.QUEUED, "reason": "", "attempts": 0, "claim_token": None}
    return _update(ended.filter(pk=run.pk), queued_at=timezone.now(), **queued, **values)


def _is_theirs(run: Run, who: Any) -> bool:
    return who is None or Run.objects.changeable_by(who).filter(pk=run.pk).exists()


def _somebody_elses(run: Run) -> Outcome:
    if run.state in Run.ENDED_WITHOUT_RESULT:
        raise RunRefused(
            "An earlier import of the same file ended without a result. It is somebody else's run: "
            f"they or an admin can try run {run.pk} again."
        )
    return _already(run)


def _already(run: Run) -> Outcome:
    return {State.DONE: Outcome.DONE, State.RETIRED: Outcome.RETIRED}.get(State(run.state), Outcome.OPEN)


def _model_card(name: str, provider: str) -> ModelCard:
    """The card of a model by its name. A provider that was left open before is filled in."""
    name, provider = name.strip(), provider.strip()
    if not name:
        raise RunRefused("The model has no name.")
    if max(len(name), len(provider)) > 200:
        raise RunRefused("The name of the model or of its provider is longer than 200 characters.")
    card, _ = ModelCard.objects.get_or_create(name=name, defaults={"provider": provider})
    if provider and not card.provider:
        ModelCard.objects.filter(pk=card.pk, provider="").update(provider=provider)
    elif provider not in ("", card.provider):
        raise RunRefused(f"The provider of {name} is {card.provider} here, not {provider}.")
    return card
