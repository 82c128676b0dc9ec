"""The import of a run's file: claimed, checked, scored, stored in invisible batches, completed at once."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from benchmark.formats.checking import Checked, check, good_rows
from benchmark.formats.predictions import Reader, read, reader_of
from benchmark.formats.rows import Row, UnreadableFile
from benchmark.models import Item, Run, RunProblem, RunTally
from benchmark.runs.bulk import BATCH, insert_predictions, remove_predictions
from benchmark.runs.tallies import tallies_of
from benchmark.runs.uploads import upload_path
from benchmark.tasks.marking import scored_columns
from benchmark.tasks.outcomes import Delivery

logger = logging.getLogger(__name__)

Report = Callable[[int, int | None], None]  # rows done, rows counted (None while they are being counted)


class ClaimLost(Exception):
    """Somebody else holds the run now, or it was cancelled: this attempt stops."""


def claim_run(run_id: int, token: UUID) -> bool:
    """Take a queued run. Of any number of callers exactly one gets True; that one imports."""
    claimed = Run.objects.filter(pk=run_id, state=Run.State.QUEUED).update(
        state=Run.State.RUNNING,
        claim_token=token,
        heartbeat=(now := timezone.now()),
        started_at=now,
        attempts=F("attempts") + 1,
        rows_counted=None,
        rows_done=0,
        rows_bad=0,
        reason="",
    )
    return claimed == 1


def import_claimed_run(run_id: int, token: UUID, report: Report = lambda done, counted: None) -> None:
    """Import the file of a run claimed under `token`, to its end: done, or failed with a reason.

    Ends quietly when the claim is lost. An error of the database leaves the run as it is, to be swept up
    and tried again; other errors fail it; both are raised.
    """
    claim = Claim(run_id, token)
    try:
        _import(claim, report)
    except ClaimLost:
        logger.info("run %s: the claim was lost, this attempt stops", run_id)
    except UnreadableFile as error:
        claim.fail(str(error))
    except (OperationalError, InterfaceError) as error:
        with contextlib.suppress(OperationalError, InterfaceError, ClaimLost):
            claim.hold(reason=f"The database refused: {error}")
        raise
    except Exception as error:
        claim.fail(f"An error nobody expected: {type(error).__name__}: {error}")
        raise
    finally:
        remove_leftovers(run_id)


def remove_leftovers(run_id: int) -> None:
    """Delete the predictions of a run that failed or was cancelled."""
    ended = Run.objects.select_for_update().filter(pk=run_id, state__in=Run.ENDED_WITHOUT_RESULT)
    remove_predictions(run_id, still_mine=ended.exists)


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to work on a run, for as long as its row says so."""

    run_id: int
    token: UUID

    def hold(self, **values: Any) -> None:
        """Update the row and its heartbeat; raises ClaimLost where it is no longer ours.

        In a transaction with other writes it makes them conditional: the row stays locked to the end.
        """
        mine = Run.objects.filter(pk=self.run_id, state=Run.State.RUNNING, claim_token=self.token)
        if mine.update(heartbeat=timezone.now(), **values) != 1:
            raise ClaimLost

    def held(self) -> bool:
        self.hold()
        return True

    def fail(self, reason: str) -> None:
        with contextlib.suppress(ClaimLost):
            self.hold(state=Run.State.FAILED, claim_token=None, reason=reason)


def _import(claim: Claim, report: Report) -> None:
    remove_predictions(claim.run_id, still_mine=claim.held)  # of an attempt that died
    run = Run.objects.with_names().get(pk=claim.run_id)
    items = dict(Item.objects.filter(version=run.version).values_list("key", "pk"))
    path = upload_path(run.file_sha256)
    if not path.exists():
        raise UnreadableFile("The uploaded file is no longer there. Upload it again.")
    with path.open("rb") as file:
        reader = reader_of(file, run.file_format)
        records = read(reader, file)
        checked = check(records, items, str(run.version), _Ticker(claim, report), unit=reader.UNIT)
        _keep_problems(claim, run, reader, checked)
        rows = good_rows(checked, partial(read, reader, file), items)
        _store(claim, run, rows, items, lambda done: report(done, checked.good))
    _complete(claim, run)


class _Ticker:
    """Says how far the first reading is: to the caller each time, to the row once a second."""

    def __init__(self, claim: Claim, report: Report) -> None:
        self.claim, self.report = claim, report
        self.said = time.monotonic()

    def __call__(self, count: int) -> None:
        self.report(count, None)
        if time.monotonic() - self.said > 1:
            self.claim.hold(rows_done=count)
            self.said = time.monotonic()


def _keep_problems(claim: Claim, run: Run, reader: Reader, checked: Checked) -> None:
    """Store the counts and the problems; raises UnreadableFile where they refuse the file."""
    with transaction.atomic():
        claim.hold(
            file_format=reader.TITLE,
            file_unit=reader.UNIT,
            rows_counted=checked.good,
            rows_done=0,
            rows_bad=checked.bad,
        )
        RunProblem.objects.filter(run=run).delete()
        RunProblem.objects.bulk_create(
            RunProblem(run=run, place=problem.place, code=problem.code, text=problem.text)
            for problem in checked.problems
        )
    if not checked.records:
        raise UnreadableFile("The file holds no predictions.")
    if not checked.good:
        raise UnreadableFile(f"None of the {checked.records:,} rows could be taken.")
    if checked.bad and not run.skip_bad_lines:
        raise UnreadableFile(
            f"{checked.bad:,} of {checked.records:,} rows could not be taken, so nothing was stored. "
            "Correct the file, or choose to skip bad rows."
        )


def _store(
    claim: Claim, run: Run, rows: Iterator[Row], items: Mapping[str, int], report: Callable[[int], None]
) -> None:
    done = 0
    while batch := list(islice(rows, BATCH)):
        predictions = _marked(run, batch, items)
        done += len(batch)
        with transaction.atomic():
            claim.hold(rows_done=done)
            insert_predictions(predictions)
        report(done)


def _marked(run: Run, rows: list[Row], items: Mapping[str, int]) -> list[dict[str, Any]]:
    """The columns of the rows' predictions."""
    asked = _asked({items[row.key] for row in rows})
    return [
        {
            **_scored(asked[items[row.key]], row.text),
            "run_id": run.pk,
            "item_id": items[row.key],
            "sample": row.sample,
            "reasoning": row.reasoning,
            "source_place": row.place,
            "latency_ms": None,
            "tokens": None,
            "extra": row.extra,
        }
        for row in rows
    ]


class Asked(NamedTuple):
    """An item as scoring needs it."""

    task: str
    stratum: str
    truth: str
    facts: dict[str, Any]


def _asked(pks: set[int]) -> dict[int, Asked]:
    """The items of a batch. Mostly a file keeps their order, and a range is found faster than a list."""
    lowest, highest = min(pks), max(pks)
    in_order = highest - lowest < 2 * len(pks)
    wanted = {"pk__range": (lowest, highest)} if in_order else {"pk__in": pks}
    return {
        pk: Asked(task, stratum, truth, orjson.loads(facts))
        for pk, task, stratum, truth, facts in Item.objects.for_scoring().filter(**wanted)
    }


def _scored(item: Asked, text: str | None) -> dict[str, Any]:
    if text is None:
        return scored_columns(item, "", delivery=Delivery.MISSING.value)
    return scored_columns(item, text)


def _complete(claim: Claim, run: Run) -> None:
    """Everything becomes visible in one moment, with its sums."""
    tallies = tallies_of(run)  # outside the transaction: nobody else may add to a claimed run
    with transaction.atomic():
        claim.hold(state=Run.State.DONE, completed_at=timezone.now(), claim_token=None)
        RunTally.objects.bulk_create(tallies)
