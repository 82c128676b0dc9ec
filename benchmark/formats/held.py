"""Rows kept in memory between the check of a file and its storing, so that it need not be read again."""

from __future__ import annotations

from collections.abc import Collection
from sys import getsizeof

import orjson

from benchmark.formats.rows import Row

# Bytes, about. The full benchmark's 163,514 answers take nine tenths of it where models give the answer
# alone. Files with pages of reasoning are read again: a worker may hold as much for each of its threads.
MOST_HELD = 96 * 1024**2

# What a row takes beside its texts, and how many times its JSON a parsed object takes.
_ROW, _PARSED = 200, 5


class HeldRows:
    """The rows of one file in their order, as long as they are small; then none at all."""

    def __init__(self) -> None:
        self.rows: list[Row] | None = []
        self.size = 0

    def add(self, row: Row) -> None:
        if self.rows is None:
            return
        self.size += _size(row)
        self.rows.append(row)
        if self.size > MOST_HELD:
            self.rows = None

    def without(self, dropped: Collection[int]) -> list[Row] | None:
        """The rows but for some, by their index; None where all together were too large to hold."""
        if self.rows is None or not dropped:
            return self.rows
        return [row for index, row in enumerate(self.rows) if index not in dropped]


def _size(row: Row) -> int:
    """About how many bytes a row takes. To walk through the parsed fields would cost half a reading."""
    texts = getsizeof(row.key) + getsizeof(row.text) + getsizeof(row.reasoning)
    return _ROW + texts + (_PARSED * len(orjson.dumps(row.extra)) if row.extra else 0)
