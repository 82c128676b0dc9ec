"""Brings published tables in, as rows to compare with."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction

from benchmark.formats.published.table import read_published_table
from benchmark.models import PublishedResult
from benchmark.tasks import averaged_columns


@transaction.atomic
def load_published(path: Path, *, source: str) -> int:
    """Store every figure of a table from `source` (a paper); gives how many were new.

    Figures that are there stay as they are. Raises ValueError, with a sentence, where the table cannot be
    read; then nothing is stored.
    """
    before = PublishedResult.objects.count()
    with path.open(encoding="utf-8-sig", newline="") as file:
        figures = list(read_published_table(file))
    averaged = averaged_columns()
    PublishedResult.objects.bulk_create(
        [
            PublishedResult(
                source=source,
                metric=figure.metric,
                respondent=figure.respondent,
                kind=figure.kind,
                item_set=figure.item_set,
                column=figure.column,
                value=figure.value,
                averaged=figure.column in averaged,
            )
            for figure in figures
        ],
        ignore_conflicts=True,
    )
    return PublishedResult.objects.count() - before
