"""JSON lines to score: one `{"task", "truth", "answer"}` a line, optionally with `"facts"`.

A line ends at a line feed and nowhere else: other separators may stand inside an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from benchmark.tasks import UnknownTask, mark

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def score_lines(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """One record for each line that is not blank: its score, or `{"error", "line"}`: sentence, number."""
    for number, line in enumerate(lines, 1):
        content = line.removeprefix(BYTE_ORDER_MARK).strip() if number == 1 else line.strip()
        if not content:
            continue
        try:
            yield score_line(content)
        except (UnknownTask, ValueError) as problem:
            yield {"error": str(problem), "line": number}


def score_line(line: bytes) -> dict[str, Any]:
    """The score of one line; raises UnknownTask or ValueError with a sentence where it cannot be scored."""
    record = _read_record(line)
    marked = mark(record["task"], record["answer"] or "", record["truth"], record.get("facts"))
    return {
        "task": record["task"],
        "status": marked.status,
        "answer": marked.answer,
        "exact": marked.exact,
        "weighted": marked.weighted,
        "details": marked.details,
    }


def _read_record(line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line.decode())
    except UnicodeDecodeError as problem:
        raise ValueError(f"This line is not UTF-8: byte {problem.start + 1} of it cannot be read.") from None
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"This line is not JSON: {problem}.") from None
    if not isinstance(record, dict):
        raise ValueError('This line is not an object such as {"task": …, "truth": …, "answer": …}.')
    for name, kinds, wanted in (
        ("task", str, "a text"),
        ("truth", str, "a text"),
        ("answer", str | None, "a text, or null where nothing was answered"),
        ("facts", dict | None, "an object"),
    ):
        if name not in record and name != "facts":
            raise ValueError(f'This line has no "{name}".')
        if not isinstance(record.get(name), kinds):
            raise ValueError(f'"{name}" is {json.dumps(record[name])[:40]}; it should be {wanted}.')
    return record
