"""The columns of a results table come from the tasks."""

from decimal import Decimal

import pytest

from benchmark.tasks import all_columns, all_tasks, get_task
from benchmark.tasks.kinds.commands import ROTATION_SCALE, TRANSLATION_SCALE, Scale

AVERAGED = [
    "translation",
    "rotation",
    "zooming",
    "residue_ligand_positive",
    "residue_ligand_negative",
    "docking",
    "interaction_location",
    "pocket_ligand",
]


def test_the_average_goes_over_the_papers_eight_columns() -> None:
    assert [column.name for column in all_columns() if column.averaged] == AVERAGED


def test_two_columns_are_shown_and_not_averaged_and_pocket_ligand_also_without_its_empty_items() -> None:
    apart = [column.name for column in all_columns() if not column.averaged]
    assert apart == ["translation_rotation", "rotation_rotation", "pocket_ligand_bonds"]


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.slug)
def test_every_stratum_of_a_task_stands_in_one_of_its_columns(task: object) -> None:
    assert {stratum for column in task.columns() for stratum in column.strata} == set(task.strata)


@pytest.mark.parametrize(("scale", "axes"), [(TRANSLATION_SCALE, "xy"), (ROTATION_SCALE, "xyz")])
def test_chance_is_the_mean_over_all_pairs_of_answer_and_truth(scale: Scale, axes: str) -> None:
    steps = range(-scale.reach, scale.reach + 1, scale.step)
    bins = [Decimal(value) for value in steps if value]
    closeness = [scale.closeness(answer, truth) for answer in bins for truth in bins]
    assert scale.chance(axes) == {
        "exact": 1 / (len(bins) * len(axes)),
        "weighted": pytest.approx(sum(closeness) / len(closeness) / len(axes)),
    }


def test_tasks_without_partial_credit_say_so() -> None:
    assert [task.slug for task in all_tasks() if not task.partial_credit] == [
        "zooming",
        "translation_rotation",
        "rotation_rotation",
        "interaction_location",
    ]
    assert get_task("translation_rotation").chance == {"exact": 0.25, "weighted": 0.25}
