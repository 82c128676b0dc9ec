"""The camera shows the whole front view, and projects as perspective matrices do."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.molecules.drawing.camera import VIEWS, Camera, fit, middle, seen_from
from benchmark.molecules.geometry import at_rest, read_command
from benchmark.tasks.wording import question

boxes = st.tuples(*[st.floats(-30, 30)] * 3, *[st.floats(2, 40)] * 3)
sizes = st.sampled_from([(800, 600), (600, 800), (96, 72), (500, 500)])


def corners(box: tuple[float, ...]) -> np.ndarray:
    low, extent = np.array(box[:3]), np.array(box[3:])
    return np.array([low + extent * np.array(corner) for corner in itertools.product((0, 1), repeat=3)])


@given(boxes, sizes)
def test_the_bounding_box_fills_the_picture_up_to_five_percent(
    box: tuple[float, ...], size: tuple[int, int]
) -> None:
    camera = fit(corners(box), *size)
    columns, rows, _ = camera.project(corners(box)).T
    across = np.abs(columns / size[0] * 2 - 1).max()
    down = np.abs(rows / size[1] * 2 - 1).max()
    assert max(across, down) == pytest.approx(0.95)


@given(boxes, sizes, st.tuples(*[st.floats(-25, 25)] * 3))
def test_projection_agrees_with_homogeneous_matrices(
    box: tuple[float, ...], size: tuple[int, int], point: tuple[float, ...]
) -> None:
    camera = fit(corners(box), *size)
    near, far, slope = 1.0, 1000.0, np.tan(np.pi / 12)
    projection = np.array(
        [
            [1 / slope, 0, 0, 0],
            [0, size[0] / size[1] / slope, 0, 0],
            [0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)],
            [0, 0, -1, 0],
        ]
    )
    world = np.array([*middle(corners(box)), 1]) + np.array([*point, 0]) * 0.02
    clip = projection @ (world - np.array([*camera.eye, 0]))
    screen = (clip[:2] / clip[3] * [1, -1] + 1) / 2 * size
    assert camera.project(world[None, :3])[0, :2] == pytest.approx(screen, abs=1e-8)


@pytest.mark.parametrize(
    ("view", "towards_the_eye", "up"),
    [
        ("front", (0, 0, 1), (0, 1, 0)),
        ("left", (-1, 0, 0), (0, 1, 0)),
        ("right", (1, 0, 0), (0, 1, 0)),
        ("back", (0, 0, -1), (0, 1, 0)),
        ("top", (0, 1, 0), (0, 0, -1)),
        ("bottom", (0, -1, 0), (0, 0, 1)),
    ],
)
def test_each_view_brings_its_side_to_the_eye(
    view: str, towards_the_eye: tuple[int, ...], up: tuple[int, ...]
) -> None:
    turned = seen_from(at_rest((0, 0, 0)), view).apply(np.array([towards_the_eye, up], dtype=float))
    assert turned.tolist() == [[0, 0, 1], [0, 1, 0]]


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "front"])
def test_a_view_shows_what_the_question_says_it_shows(view: str) -> None:
    text = question("", [view], {}, "en")
    told = re.search(rf"after a turn: {view} (roll [xy] -?\d+)\.", text)
    rest = at_rest((1, 2, 3))
    points = np.array([(4.0, -5.0, 6.0), (0.0, 1.0, -2.0)])
    assert (
        seen_from(rest, view).apply(points).tolist()
        == rest.then(read_command(told[1])).apply(points).tolist()
    )


def test_there_are_six_views_and_a_seventh_is_an_error() -> None:
    assert len(VIEWS) == 6
    with pytest.raises(KeyError):
        seen_from(at_rest((0, 0, 0)), "inside")


def test_a_point_behind_the_eye_is_not_seen() -> None:
    camera = Camera((0, 0, 10), 80, 60, 5)
    assert camera.sees(
        np.array([[0, 0, 0.0], [0, 0, 10.0], [0, 0, 11.0], [2.6, 0, 0], [2.7, 0, 0]])
    ).tolist() == [
        True,
        False,
        False,
        True,
        False,
    ]
