"""Rank ranges from shared resamples."""

import numpy as np

from benchmark.statistics import over_structures, rank_ranges


def ranges_of(*answers: list[int]) -> list[tuple[int, int]]:
    sums = np.array(answers, dtype=float).T
    return rank_ranges(over_structures(np.ones_like(sums), sums).draws[0].means)


def test_two_models_with_the_same_answers_share_the_first_place() -> None:
    assert ranges_of([1, 0, 1, 1], [1, 0, 1, 1]) == [(1, 1), (1, 1)]


def test_a_model_that_is_right_wherever_the_other_is_and_more_is_first_for_sure() -> None:
    """Their own intervals overlap widely; the pairing shows that the order is certain."""
    better = [1] * 30 + [0] * 30
    worse = [1] * 20 + [0] * 40
    assert ranges_of(better, worse) == [(1, 1), (2, 2)]


def test_models_whose_differences_are_noise_share_a_range() -> None:
    rng = np.random.default_rng(5)
    answers = rng.integers(0, 2, (3, 40)).tolist()
    assert all(best == 1 and worst >= 2 for best, worst in ranges_of(*answers))


def test_every_place_stands_between_first_and_last() -> None:
    rng = np.random.default_rng(6)
    assert all(1 <= best <= worst <= 9 for best, worst in ranges_of(*rng.integers(0, 2, (9, 40)).tolist()))


def test_a_resample_that_leaves_a_column_empty_orders_nobody() -> None:
    """Three models far apart; a tenth of the resamples drew none of the structures that a column needs."""
    draws = np.tile([0.9, 0.5, 0.1], (100, 1))
    draws[:10] = np.nan
    assert rank_ranges(draws) == [(1, 1), (2, 2), (3, 3)]


def test_without_one_whole_resample_every_place_stays_possible() -> None:
    assert rank_ranges(np.full((5, 2), np.nan)) == [(1, 2), (1, 2)]
