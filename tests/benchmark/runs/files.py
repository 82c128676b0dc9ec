"""Files of predictions for tests, and runs made of them."""

from typing import Any
from uuid import uuid4

import orjson

from benchmark.models import BenchmarkVersion, Item, ItemStructure, Run
from benchmark.runs.importing import claim_run, import_claimed_run
from benchmark.runs.queueing import Outcome, queue_run
from benchmark.runs.uploads import store_upload
from tests.factories import make_structure, make_version


def json_lines(*records: dict[str, Any]) -> bytes:
    return b"".join(orjson.dumps(record) + b"\n" for record in records)


def answers(items: list[Item], text: str = "move x 3") -> bytes:
    """A file that says the same to every item."""
    return json_lines(*({"key": item.key, "answer": text} for item in items))


def make_items(count: int, version: BenchmarkVersion | None = None) -> list[Item]:
    """Items of one task and one structure, made in bulk."""
    version, structure = version or make_version(), make_structure()
    drafts = (
        Item(version=version, key=f"item-{number}", task="translation", truth="move x 3", split="test")
        for number in range(count)
    )
    items = Item.objects.bulk_create(drafts)
    ItemStructure.objects.bulk_create(
        ItemStructure(item=item, structure=structure, role="complex") for item in items
    )
    return items


def queued(version: BenchmarkVersion, data: bytes, model: str = "Model A", **wishes: Any) -> Run:
    run, outcome = queue_run(upload=store_upload([data]), model=model, version=version, **wishes)
    assert outcome.needs_worker
    return run


def imported(run: Run) -> Run:
    """The run, after a worker took it."""
    token = uuid4()
    assert claim_run(run.pk, token)
    import_claimed_run(run.pk, token)
    run.refresh_from_db()
    return run


__all__ = ["Outcome", "answers", "imported", "json_lines", "make_items", "queued"]
