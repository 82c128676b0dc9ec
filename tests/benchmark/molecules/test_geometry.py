"""Moves and rolls are rigid, right-handed, and turn about a pivot that travels with the molecule."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.molecules.geometry import Motion, centroid, placed, read_command

commands = st.one_of(
    st.builds("move {} {}".format, st.sampled_from("xyz"), st.integers(-60, 60)),
    st.builds("roll {} {}".format, st.sampled_from("xyz"), st.integers(-180, 180)),
)
points = st.lists(st.tuples(*[st.floats(-50, 50)] * 3), min_size=2, max_size=6).map(
    lambda rows: np.array(rows, dtype=np.float64)
)


@pytest.mark.parametrize(
    ("command", "start", "end"),
    [
        ("move x 3", (1, 0, 0), (4, 0, 0)),
        ("move y -2", (1, 0, 0), (1, -2, 0)),
        ("move z 40.5", (0, 0, 0), (0, 0, 40.5)),
        ("roll x 90", (0, 1, 0), (0, 0, 1)),
        ("roll x 90", (0, 0, 1), (0, -1, 0)),
        ("roll y 90", (0, 0, 1), (1, 0, 0)),
        ("roll y 90", (1, 0, 0), (0, 0, -1)),
        ("roll z 90", (1, 0, 0), (0, 1, 0)),
        ("roll z -90", (1, 0, 0), (0, -1, 0)),
        ("roll y 180", (1, 2, 3), (-1, 2, -3)),
    ],
)
def test_each_command_follows_the_right_hand_rule(
    command: str, start: tuple[float, ...], end: tuple[float, ...]
) -> None:
    moved = placed((0, 0, 0), [command]).apply(np.array([start], dtype=float))
    assert moved.tolist() == [list(end)]


def test_a_roll_turns_about_the_pivot_wherever_a_move_has_taken_it() -> None:
    placement = placed((10, 0, 0), ["move x 5", "roll z 90"])
    assert placement.pivot == (15, 0, 0)
    assert placement.apply(np.array([[10.0, 0, 0], [11.0, 0, 0]])).tolist() == [[15, 0, 0], [15, 1, 0]]


@given(st.tuples(*[st.floats(-20, 20)] * 3), st.lists(commands, max_size=5), points)
def test_distances_and_handedness_are_kept(
    pivot: tuple[float, ...], texts: list[str], atoms: np.ndarray
) -> None:
    moved = placed(pivot, texts).apply(atoms)
    before = np.linalg.norm(atoms[:, None] - atoms[None], axis=-1)
    after = np.linalg.norm(moved[:, None] - moved[None], axis=-1)
    assert np.abs(before - after).max() < 1e-8
    assert np.linalg.det(np.array(placed(pivot, texts).rotation)) == pytest.approx(1)


@given(st.tuples(*[st.floats(-20, 20)] * 3), st.lists(commands, max_size=4), points)
def test_undoing_each_command_in_reverse_order_brings_every_atom_back(
    pivot: tuple[float, ...], texts: list[str], atoms: np.ndarray
) -> None:
    undone = [f"{verb} {axis} {-int(amount)}" for verb, axis, amount in map(str.split, reversed(texts))]
    assert np.abs(placed(pivot, texts + undone).apply(atoms) - atoms).max() < 1e-8


@given(st.integers(-24, 24), st.sampled_from("xyz"))
def test_multiples_of_fifteen_degrees_have_the_cosines_they_should(step: int, axis: str) -> None:
    rotation = np.array(placed((0, 0, 0), [f"roll {axis} {15 * step}"]).rotation)
    assert np.trace(rotation) == pytest.approx(1 + 2 * np.cos(np.deg2rad(15 * step)), abs=1e-11)


def test_the_centroid_does_not_depend_on_the_order_of_the_atoms() -> None:
    atoms = np.array([[0.1, 1e16, 3], [0.2, 1, 3], [0.3, -1e16, 3]])
    assert centroid(atoms) == centroid(atoms[::-1])
    assert centroid(atoms) == pytest.approx((0.2, 1 / 3, 3))


@pytest.mark.parametrize(
    "text", ["", "move", "move w 3", "turn x 3", "roll x", "roll x 15 16", "move x NaN", "move x 1,5"]
)
def test_what_is_no_command_is_named_in_the_complaint(text: str) -> None:
    with pytest.raises(ValueError, match="is not a command such as 'move x 3'"):
        read_command(text)


def test_a_command_keeps_verb_axis_and_amount() -> None:
    assert read_command("roll y -15") == Motion("roll", "y", -15.0)
