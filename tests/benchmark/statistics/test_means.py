"""Means over people and structures: by hand, and by how often the interval holds the truth."""

from typing import Any

import numpy as np
import pytest

from benchmark.statistics import (
    Clusters,
    Means,
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


def of_people(people: Any, structures: Any, scores: Any, many: tuple[int, int] | None = None) -> Means:
    """The means of answers; `scores` is one mean's, or (answers, n)."""
    answers = Clusters(np.array(people), np.array(structures))
    scores = np.array(scores, dtype=float).reshape(len(answers.people), -1)
    counts = many or (max(people) + 1, max(structures) + 1)
    return over_people_and_structures(answers, np.ones_like(scores), scores, *counts)


def error(means: Means) -> float:
    return float(means.variances()[0] ** 0.5)


def test_a_mean_weighs_answers_not_structures() -> None:
    means = over_structures(column(1, 3), column(1, 0))
    assert means.values.tolist() == [0.25]


def test_the_standard_error_over_structures_is_the_textbooks() -> None:
    """Four structures with one answer each, half right: sd 0.577 over sqrt(4)."""
    means = over_structures(column(1, 1, 1, 1), column(1, 1, 0, 0))
    assert error(means) == pytest.approx(0.5774 / 2, rel=0.06)
    assert means.freedom.tolist() == [3]


def test_a_lopsided_structure_counts_for_fewer_independent_units() -> None:
    assert over_structures(column(8, 1, 1), column(4, 1, 0)).freedom[0] == pytest.approx(100 / 66 - 1)


def test_structures_without_answers_in_a_column_change_no_freedom() -> None:
    assert over_structures(column(2, 2, 0, 0), column(1, 2, 0, 0)).freedom.tolist() == [1]


@pytest.mark.parametrize("score", [1.0, 6 / 7])
def test_no_spread_gets_a_named_interval_instead_of_a_point(score: float) -> None:
    (interval,) = mean_intervals(over_structures(column(*[3.0] * 40), column(*[3 * score] * 40)))
    assert interval is not None
    assert interval.method == "Wilson"
    assert interval.high - interval.low > 0.08


def test_all_right_of_40_structures_may_still_be_91_per_cent() -> None:
    (interval,) = mean_intervals(over_structures(column(*[2.0] * 40), column(*[2.0] * 40)))
    assert interval is not None
    assert (interval.low, interval.high) == (pytest.approx(0.91237, abs=1e-4), 1.0)


def test_one_structure_alone_gets_no_interval() -> None:
    assert mean_intervals(over_structures(column(5), column(2))) == [None]


def test_one_person_alone_gets_no_interval() -> None:
    assert mean_intervals(of_people([0, 0], [0, 1], [1, 0])) == [None]


def test_a_mean_of_nothing_is_nan_without_an_interval() -> None:
    means = over_structures(np.zeros((3, 1)), np.zeros((3, 1)))
    assert np.isnan(means.values).all()
    assert mean_intervals(means) == [None]


def test_the_same_answers_give_the_same_interval_twice() -> None:
    answers = ([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1], [1, 0, 1, 1, 0, 1])
    first, second = (mean_intervals(of_people(*answers)) for _ in range(2))
    assert first == second


def test_where_only_people_differ_the_error_is_that_of_their_means() -> None:
    """4 people, two always right and two never: sd 0.577 over sqrt(4)."""
    people, structures = np.repeat(np.arange(4), 50), np.tile(np.arange(50), 4)
    means = of_people(people, structures, people < 2)
    assert error(means) == pytest.approx(0.5774 / 2, rel=0.06)
    assert means.freedom.tolist() == [3]


def test_where_only_structures_differ_the_error_is_that_of_their_means() -> None:
    people, structures = np.repeat(np.arange(50), 4), np.tile(np.arange(4), 50)
    assert error(of_people(people, structures, structures < 2)) == pytest.approx(0.5774 / 2, rel=0.06)


def test_where_every_answer_is_a_coin_flip_its_noise_counts_once() -> None:
    """50 people and 50 structures, 2,500 fair coins: 0.5 over sqrt(2,500), give or take."""
    people, structures = np.repeat(np.arange(50), 50), np.tile(np.arange(50), 50)
    coins = np.random.default_rng(8).integers(0, 2, 2500)
    assert error(of_people(people, structures, coins)) == pytest.approx(0.01, rel=0.15)


def test_an_answer_that_does_not_count_has_no_part_in_a_mean() -> None:
    answers = Clusters(np.array([0, 1, 1]), np.array([0, 0, 1]))
    counts, scores = np.array([[1, 1], [1, 0], [1, 1.0]]), np.array([[1, 1], [0, 0], [0, 0.0]])
    means = over_people_and_structures(answers, counts, scores, 2, 2)
    assert means.values.tolist() == [pytest.approx(1 / 3), 0.5]


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


def test_a_difference_without_spread_gets_a_named_interval() -> None:
    differences = of_people([0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 1])
    (interval,) = difference_intervals(differences, np.array([1.0]), np.array([0.0]))
    assert interval is not None
    assert (interval.method, interval.high) == ("Newcombe", 1.0)


# How often the intervals hold the truth: between 92 % and 98 % with 40 structures and 30 people.
# Each test draws SIMULATIONS data sets at once; where 95 % is true, 800 of them show 93.5 % to 96.5 %.


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


def simulated_people(rng: Any, centre: float, person_sd: float, structure_sd: float) -> tuple[Any, ...]:
    """30 people who each answered about a third of 40 structures' items: who, which, whether right
    (answers, SIMULATIONS), and how easy the structures are (40, SIMULATIONS)."""
    seen = np.argwhere(rng.random((30, 40)) < 1 / 3)
    people, structures = seen[:, 0], seen[:, 1]
    skill = person_sd * rng.standard_normal((30, SIMULATIONS))
    ease = structure_sd * rng.standard_normal((40, SIMULATIONS))
    right = rng.random((len(seen), SIMULATIONS)) < expit(centre + skill[people] + ease[structures])
    return people, structures, right.astype(float), ease


@pytest.mark.parametrize("centre", [0.0, 2.0])
@pytest.mark.parametrize("spreads", [(0.0, 0.0), (0.7, 0.0), (0.0, 1.0), (0.7, 1.0)])
def test_the_peoples_interval_holds_the_truth_in_95_of_100_worlds(
    centre: float, spreads: tuple[float, float]
) -> None:
    rng = np.random.default_rng([12, int(centre), int(10 * spreads[0]), int(spreads[1])])
    truth = expit(centre + np.hypot(*spreads) * rng.standard_normal(200_000)).mean()
    people, structures, right, _ = simulated_people(rng, centre, *spreads)
    found = mean_intervals(of_people(people, structures, right, (30, 40)))
    assert 0.92 <= coverage(found, truth) <= 0.98


def test_the_paired_difference_holds_the_truth_in_95_of_100_worlds() -> None:
    rng = np.random.default_rng(13)
    people, structures, right, ease = simulated_people(rng, 1.0, 0.7, 1.0)
    run = (rng.random(ease.shape) < expit(-0.5 + ease)).astype(float)[structures]  # one item a structure
    differences = of_people(people, structures, right - run, (30, 40))
    found = difference_intervals(differences, right.mean(axis=0), run.mean(axis=0))
    mixed, alone = np.hypot(0.7, 1.0) * rng.standard_normal(200_000), rng.standard_normal(200_000)
    truth = expit(1 + mixed).mean() - expit(-0.5 + alone).mean()
    assert 0.92 <= coverage(found, truth) <= 0.98
