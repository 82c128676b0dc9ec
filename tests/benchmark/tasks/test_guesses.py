"""Guesses: what somebody writes who sees no picture."""

import random
from statistics import fmean

import pytest

from benchmark.tasks import all_tasks, get_task, mark
from benchmark.tasks.base import Task
from benchmark.tasks.kinds.letters import LETTERS

MANY = 4000


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.slug)
def test_every_guess_is_a_possible_answer(task: Task) -> None:
    rng = random.Random(1)
    for _ in range(200):
        task.check_legal(task.read_truth(task.guess(rng)))


@pytest.mark.parametrize(
    ("slug", "possible"),
    [("translation", 16), ("rotation", 36), ("zooming", 21), ("rotation_rotation", len(LETTERS))],
)
def test_every_possible_answer_is_guessed_some_time(slug: str, possible: int) -> None:
    rng = random.Random(1)
    assert len({get_task(slug).guess(rng) for _ in range(MANY)}) == possible


@pytest.mark.parametrize("slug", ["translation", "rotation", "zooming", "interaction_location"])
def test_guesses_score_what_the_task_says_that_chance_scores(slug: str) -> None:
    task, rng = get_task(slug), random.Random(1)
    marks = [mark(slug, task.guess(rng), task.guess(rng)) for _ in range(MANY)]
    assert fmean(each.exact for each in marks) == pytest.approx(task.chance["exact"], abs=0.02)
    assert fmean(each.weighted for each in marks) == pytest.approx(task.chance["weighted"], abs=0.02)


def test_the_same_seed_guesses_the_same() -> None:
    first, second = random.Random(7), random.Random(7)
    for task in all_tasks():
        assert task.guess(first) == task.guess(second)
