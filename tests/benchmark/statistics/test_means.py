"""Means over people and structures: by hand, and by how often the interval holds the truth."""

from typing import Any

import numpy as np
import pytest

from benchmark.statistics import (
    Cells,
    average,
    difference_intervals,
    mean_intervals,
    over_people_and_structures,
    over_structures,
)

SIMULATIONS = 800


def expit(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def column(*values: float) -> Any:
    return np.array(values, dtype=float)[:, np.newaxis]


def crossed(people: list[int], structures: list[int], sums: list[float]) -> Cells:
    return Cells(np.array(people), np.array(structures), column(*[1.0] * len(sums)), column(*sums))


def test_a_mean_weighs_answers_not_structures() -> None:
    means = over_structures(column(1, 3), column(1, 0))
    assert means.values.tolist() == [0.25]


def test_the_standard_error_over_structures_is_the_textbooks() -> None:
    """Four structures with one answer each, half right: sd 0.577 over sqrt(4)."""
    means = over_structures(column(1, 1, 1, 1), column(1, 1, 0, 0))
    assert means.variances()[0] ** 0.5 == pytest.approx(0.5774 / 2, rel=0.06)
    assert means.freedom.tolist() == [3]


def test_a_lopsided_structure_counts_for_fewer_independent_units() -> None:
    assert over_structures(column(8, 1, 1), column(4, 1, 0)).freedom[0] == pytest.approx(100 / 66 - 1)


def test_structures_without_answers_in_a_column_change_no_freedom() -> None:
    assert over_structures(column(2, 2, 0, 0), column(1, 2, 0, 0)).freedom.tolist() == [1]


def test_all_right_gets_a_named_interval_instead_of_100_to_100() -> None:
    (interval,) = mean_intervals(over_structures(column(*[2.0] * 40), column(*[2.0] * 40)))
    assert interval is not None
    assert (interval.method, interval.high) == ("Wilson", 1.0)
    assert interval.low == pytest.approx(0.91237, abs=1e-4)


def test_one_structure_alone_gets_no_interval() -> None:
    assert mean_intervals(over_structures(column(5), column(2))) == [None]


def test_one_person_alone_gets_no_interval() -> None:
    cells = crossed([0, 0], [0, 1], [1, 0])
    assert mean_intervals(over_people_and_structures(cells, 1, 2)) == [None]


def test_a_mean_of_nothing_is_nan_without_an_interval() -> None:
    means = over_structures(np.zeros((3, 1)), np.zeros((3, 1)))
    assert np.isnan(means.values).all()
    assert mean_intervals(means) == [None]


def test_the_same_answers_give_the_same_interval_twice() -> None:
    cells = crossed([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1], [1, 0, 1, 1, 0, 1])
    first, second = (mean_intervals(over_people_and_structures(cells, 3, 2)) for _ in range(2))
    assert first == second


def test_the_crossed_error_is_that_of_people_plus_structures_minus_what_both_count() -> None:
    """Only people differ: the error is that of the people's means, 4 of them with sd 0.577."""
    people, structures = np.repeat(np.arange(4), 50), np.tile(np.arange(50), 4)
    sums = column(*(people < 2).astype(float))
    means = over_people_and_structures(Cells(people, structures, np.ones_like(sums), sums), 4, 50)
    assert means.variances()[0] ** 0.5 == pytest.approx(0.2887, rel=0.08)
    assert means.freedom.tolist() == [3]


def test_the_average_is_the_plain_mean_of_its_columns_and_knows_what_they_share() -> None:
    """Two copies of one column: as uncertain as one. Two unrelated ones: less."""
    rng = np.random.default_rng(3)
    one, other = (rng.integers(0, 2, 100).astype(float)[:, np.newaxis] for _ in range(2))
    first, second = (over_structures(np.ones_like(x), x) for x in (one, other))
    twice, both = average([first, first]), average([first, second])
    assert both.values[0] == pytest.approx((one.mean() + other.mean()) / 2)
    assert twice.variances()[0] == pytest.approx(first.variances()[0], rel=0.02)
    assert both.variances()[0] < 0.7 * first.variances()[0]


def test_an_average_of_columns_without_spread_still_has_an_interval() -> None:
    right = over_structures(column(*[1.0] * 30), column(*[1.0] * 30))
    (interval,) = mean_intervals(average([right, right]))
    assert interval is not None
    assert interval.method == "Wilson"


def test_an_average_with_a_column_without_answers_is_missing() -> None:
    right = over_structures(column(1, 1), column(1, 0))
    nothing = over_structures(column(0, 0), column(0, 0))
    assert mean_intervals(average([right, nothing])) == [None]


# How often the intervals hold the truth: between 92 % and 98 % with 40 structures and 30 people.
# Each test draws SIMULATIONS data sets at once; with 800 of them, 95 % shows as 93.5 % to 96.5 %.


def coverage(found: list[Any], truth: float) -> float:
    assert None not in found
    return float(np.mean([interval.low <= truth <= interval.high for interval in found]))


@pytest.mark.parametrize("centre", [-2.0, 0.0, 1.5])
@pytest.mark.parametrize("between", [0.0, 1.0])
def test_a_models_interval_holds_the_truth_in_95_of_100_worlds(centre: float, between: float) -> None:
    rng = np.random.default_rng([11, int(10 * (centre + 5)), int(between)])
    truth = expit(centre + between * rng.standard_normal(200_000)).mean()
    counts = np.repeat(rng.integers(1, 7, (40, 1)), SIMULATIONS, axis=1)
    right = rng.binomial(counts, expit(centre + between * rng.standard_normal((40, SIMULATIONS))))
    found = mean_intervals(over_structures(counts.astype(float), right.astype(float)))
    assert 0.92 <= coverage(found, truth) <= 0.98


def simulated_people(rng: Any, centre: float, person_sd: float, structure_sd: float) -> tuple[Cells, Any]:
    """30 people who each answered a random third of 40 structures' items, SIMULATIONS times."""
    seen = np.argwhere(rng.random((30, 40)) < 1 / 3)
    people, structures = seen[:, 0], seen[:, 1]
    skill = person_sd * rng.standard_normal((30, SIMULATIONS))
    ease = structure_sd * rng.standard_normal((40, SIMULATIONS))
    right = rng.random((len(seen), SIMULATIONS)) < expit(centre + skill[people] + ease[structures])
    return Cells(people, structures, np.ones(right.shape), right.astype(float)), ease


@pytest.mark.parametrize("centre", [0.0, 2.0])
@pytest.mark.parametrize("spreads", [(0.0, 0.0), (0.7, 0.0), (0.0, 1.0), (0.7, 1.0)])
def test_the_peoples_interval_holds_the_truth_in_95_of_100_worlds(
    centre: float, spreads: tuple[float, float]
) -> None:
    rng = np.random.default_rng([12, int(centre), int(10 * spreads[0]), int(spreads[1])])
    truth = expit(centre + np.hypot(*spreads) * rng.standard_normal(200_000)).mean()
    cells, _ = simulated_people(rng, centre, *spreads)
    found = mean_intervals(over_people_and_structures(cells, 30, 40))
    assert 0.92 <= coverage(found, truth) <= 0.98


def test_the_paired_difference_holds_the_truth_in_95_of_100_worlds() -> None:
    rng = np.random.default_rng(13)
    cells, ease = simulated_people(rng, 1.0, 0.7, 1.0)
    right = (rng.random(ease.shape) < expit(-0.5 + ease)).astype(float)  # one item a structure
    models = right[cells.structures]
    paired = Cells(cells.people, cells.structures, cells.counts, cells.sums - models)
    found = difference_intervals(
        over_people_and_structures(paired, 30, 40), cells.sums.mean(axis=0), models.mean(axis=0)
    )
    drawn = rng.standard_normal(200_000)
    other = np.hypot(0.7, 1.0) * rng.standard_normal(200_000)
    truth = expit(1 + other).mean() - expit(-0.5 + drawn).mean()
    assert 0.92 <= coverage(found, truth) <= 0.98
