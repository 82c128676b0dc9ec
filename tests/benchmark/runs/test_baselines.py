"""Baselines: files of predictions by rules that look at no picture."""

import json

import pytest

from benchmark.models import Item
from benchmark.runs.baselines import commonest_answers, uniform_guesses
from benchmark.tasks import get_task
from tests.factories import make_item, make_version

pytestmark = pytest.mark.django_db


def test_guesses_answer_every_item_and_a_seed_means_one_file() -> None:
    version = make_version()
    for task in ("translation", "docking", "residue_ligand"):
        make_item(version, task, "No", key=f"{task}-1")
    lines = [json.loads(line) for line in uniform_guesses(version, seed=3)]
    assert [line["key"] for line in lines] == ["docking-1", "residue_ligand-1", "translation-1"]
    for line in lines:
        task = get_task(Item.objects.get(key=line["key"]).task)
        task.check_legal(task.read_truth(line["answer"]))
    assert list(uniform_guesses(version, seed=3)) == list(uniform_guesses(version, seed=3))
    assert list(uniform_guesses(version, seed=3)) != list(uniform_guesses(version, seed=4))


def test_the_commonest_answer_is_counted_per_task_in_the_train_items_alone() -> None:
    train, test = make_version("train"), make_version("test")
    for truth in ("move x 3", "move y 2", "move y 2"):
        make_item(train, truth=truth)
    for truth in ("Yes: ARG N, O1", "No", "No"):
        make_item(train, "residue_ligand", truth, stratum="negative" if truth == "No" else "positive")
    make_item(test, key="a", truth="move x 3")
    make_item(test, "residue_ligand", "Yes: ARG N, O1", key="b", stratum="positive")
    assert b"".join(commonest_answers(test, train)) == (
        b'{"key":"a","answer":"move y 2"}\n{"key":"b","answer":"No"}\n'
    )


def test_of_equally_common_answers_the_first_in_alphabetical_order_is_taken() -> None:
    train, test = make_version("train"), make_version("test")
    for truth in ("move y 2", "move x 3"):
        make_item(train, truth=truth)
    make_item(test, key="a")
    assert list(commonest_answers(test, train)) == [b'{"key":"a","answer":"move x 3"}\n']


def test_a_task_without_train_items_is_left_unanswered() -> None:
    test = make_version("test")
    make_item(test)
    assert list(commonest_answers(test, make_version("train"))) == []
