"""What an interval is worth: known values, bounds, and how often it holds the truth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.statistics.intervals import (
    of_difference,
    of_mean,
    square_and_add,
    t_point,
    wilson,
)

shares = st.floats(0.001, 0.999)
errors = st.floats(1e-6, 1)
units = st.floats(1.5, 1000)


@pytest.mark.parametrize(
    ("freedom", "expected"), [(3, 3.1824), (5, 2.5706), (10, 2.2281), (29, 2.0452), (1e9, 1.95996)]
)
def test_students_t_agrees_with_the_printed_tables(freedom: float, expected: float) -> None:
    assert t_point(freedom) == pytest.approx(expected, rel=0.0015)


@pytest.mark.parametrize(
    ("mean", "count", "low", "high"),
    [
        (1.0, 40, 0.91237, 1.0),
        (0.0, 40, 0.0, 0.08763),
        (0.5, 10, 0.23659, 0.76341),
        (0.9, 10, 0.59585, 0.98212),
    ],
)
def test_wilsons_interval_agrees_with_its_formula_by_hand(
    mean: float, count: float, low: float, high: float
) -> None:
    interval = wilson(mean, count)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_all_right_against_all_wrong_is_not_a_difference_of_exactly_one() -> None:
    interval = square_and_add(1.0, 0.0, 40)
    assert interval.high == 1.0
    assert interval.low == pytest.approx(1 - 2**0.5 * 0.08763, abs=1e-3)
    assert interval.method == "Newcombe"


def test_two_all_right_means_differ_by_nothing_give_or_take() -> None:
    interval = square_and_add(1.0, 1.0, 40)
    assert (interval.low, interval.high) == pytest.approx((-0.08763, 0.08763), abs=1e-4)


def test_an_interval_on_the_logit_scale_is_worked_out_by_hand() -> None:
    interval = of_mean(0.8, 0.05, 1e9)
    assert np.log(interval.high / (1 - interval.high)) == pytest.approx(np.log(4) + 1.959964 * 0.05 / 0.16)
    assert interval.method == "bootstrap"


@given(shares, errors, units)
def test_the_interval_of_a_mean_holds_it_and_stays_between_0_and_1(
    mean: float, error: float, freedom: float
) -> None:
    interval = of_mean(mean, error, freedom)
    assert 0 <= interval.low <= mean <= interval.high <= 1


@given(st.floats(-1, 1), errors, units)
def test_the_interval_of_a_difference_holds_it_and_stays_between_minus_1_and_1(
    difference: float, error: float, freedom: float
) -> None:
    interval = of_difference(difference, error, freedom)
    assert -1 <= interval.low <= difference <= interval.high <= 1


@given(shares, st.floats(1, 1e5))
def test_wilsons_interval_narrows_with_more_units(mean: float, count: float) -> None:
    few, many = wilson(mean, count), wilson(mean, 2 * count)
    assert many.high - many.low < few.high - few.low
    assert 0 <= few.low <= mean <= few.high <= 1
