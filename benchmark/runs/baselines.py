"""Baselines that anybody can make again: files of predictions by rules that look at no picture."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import orjson

from benchmark.models import BenchmarkVersion
from benchmark.tasks import get_task


def uniform_guesses(version: BenchmarkVersion, seed: int) -> Iterator[bytes]:
    """A prediction file: to each item a guess among the possible answers of its task, all equally likely.

    Where bonds are asked the guess is `No`: which bonds are possible stands in the pictures alone.
    """
    rng = random.Random(seed)
    for key, task in _keys_and_tasks(version):
        yield _line(key, get_task(task).guess(rng))


def commonest_answers(version: BenchmarkVersion, train: BenchmarkVersion) -> Iterator[bytes]:
    """A prediction file: to each item the answer that is most common among the train items of its task.

    The task alone decides: an item's stratum is known only to those who know its truth.
    """
    answers = _commonest_by_task(train)
    for key, task in _keys_and_tasks(version):
        if task in answers:
            yield _line(key, answers[task])


def _commonest_by_task(train: BenchmarkVersion) -> dict[str, str]:
    """Of answers that are equally common, the first in alphabetical order."""
    best: dict[str, tuple[int, str]] = {}
    for (task, truth), count in sorted(Counter(train.items.values_list("task", "truth")).items()):
        if count > best.get(task, (0, ""))[0]:
            best[task] = (count, truth)
    return {task: truth for task, (_, truth) in best.items()}


def _keys_and_tasks(version: BenchmarkVersion) -> list[tuple[str, str]]:
    """Sorted here: databases differ in how they order text, and a seed means one file."""
    return sorted(version.items.values_list("key", "task"))


def _line(key: str, answer: str) -> bytes:
    return orjson.dumps({"key": key, "answer": answer}) + b"\n"
