"""Many predictions into the database, and out of it, at the speed the database has."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import orjson
from django.db import connection, transaction
from django.db.models import JSONField

from benchmark.models import Prediction

# SQLite lets nobody else write during a transaction: at this size participants do not notice.
BATCH = 1_000

_FIELDS = [field for field in Prediction._meta.concrete_fields if not field.primary_key]
_NAMES = [field.attname for field in _FIELDS]
_JSON = [field.attname for field in _FIELDS if isinstance(field, JSONField)]
COLUMNS = ", ".join(f'"{field.column}"' for field in _FIELDS)


def collect_rarely() -> None:
    """Let Python look for cyclic garbage less often, in a process that handles rows by the thousand.

    Rows live as long as their batch and hold no cycles: looking at them took an eighth of an import.
    """
    gc.set_threshold(20_000, 20, 20)


def insert_predictions(predictions: Sequence[dict[str, Any]]) -> None:
    """Store predictions, each a value for every column by its name, in the caller's transaction."""
    values = itemgetter(*_NAMES)
    for prediction in predictions:
        for name in _JSON:
            prediction[name] = orjson.dumps(prediction[name]).decode()
    insert_rows([values(prediction) for prediction in predictions])


def insert_rows(rows: Sequence[Sequence[Any]]) -> None:
    """Store rows of values in the order of COLUMNS.

    COPY goes straight into the table: the rows are known to be new, so no temporary table has to tell.
    """
    table = Prediction._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f'COPY "{table}" ({COLUMNS}) FROM STDIN') as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(_FIELDS))
            cursor.executemany(f'INSERT INTO "{table}" ({COLUMNS}) VALUES ({places})', rows)


def remove_predictions(run_id: int, still_mine: Callable[[], bool]) -> None:
    """Delete what a run has stored, batch by batch, as long as `still_mine()` holds in the transaction."""
    while True:
        with transaction.atomic():
            if not still_mine():
                return
            batch = Prediction.objects.filter(run_id=run_id).values_list("pk", flat=True)[:BATCH]
            if not Prediction.objects.filter(pk__in=list(batch)).delete()[0]:
                return
