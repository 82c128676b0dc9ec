"""Pictures show what stands where, in its colour, and are the same bytes every time."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from benchmark.molecules.drawing.camera import Camera
from benchmark.molecules.drawing.labels import Label
from benchmark.molecules.drawing.raycasting import Model, draw

CAMERA = Camera((0, 0, 20), 96, 72, 10)
RED, BLUE, WHITE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 1.0)


def model(
    places: list[tuple[float, float, float]],
    colours: list[tuple[float, float, float]],
    bonds: tuple[tuple[int, int], ...] = (),
    labels: tuple[Label, ...] = (),
    radius: float = 0.8,
) -> Model:
    return Model(
        coordinates=np.array(places, dtype=float),
        radii=np.full(len(places), radius),
        colours=np.array(colours),
        bonds=np.array(bonds, dtype=np.int64).reshape(-1, 2),
        stick_radii=np.full(len(bonds), 0.3),
        labels=labels,
    )


def picture(scene: Model, camera: Camera = CAMERA) -> np.ndarray:
    with Image.open(io.BytesIO(draw(scene, camera, (0, 0, 0)))) as image:
        return np.asarray(image)


def strongest(pixel: np.ndarray) -> str:
    return "rgb"[int(pixel.argmax())] if pixel.max() > 0 else "black"


def test_a_ball_stands_where_the_camera_projects_its_centre() -> None:
    scene = model([(1.5, -0.8, 3.0)], [WHITE])
    rows, columns = np.nonzero(picture(scene).sum(axis=2))
    column, row, _ = CAMERA.project(scene.coordinates)[0]
    assert (columns.min() + columns.max() + 1) / 2 == pytest.approx(column, abs=0.6)
    assert (rows.min() + rows.max() + 1) / 2 == pytest.approx(row, abs=0.6)


def test_the_nearer_of_two_balls_hides_the_farther() -> None:
    assert strongest(picture(model([(0, 0, 0), (0, 0, 2)], [RED, BLUE]))[36, 48]) == "b"
    assert strongest(picture(model([(0, 0, 2), (0, 0, 0)], [RED, BLUE]))[36, 48]) == "r"


def test_each_half_of_a_stick_has_the_colour_of_its_ball() -> None:
    shown = picture(model([(-3, 0, 0), (3, 0, 0)], [RED, BLUE], ((0, 1),), radius=0.3))
    assert [strongest(shown[36, column]) for column in (30, 44, 52, 66)] == ["r", "r", "b", "b"]
    assert not shown[:, 5].any()


def test_a_slanted_stick_covers_the_line_between_its_balls() -> None:
    scene = model([(-3, -2, -4), (3, 2, 6)], [WHITE, WHITE], ((0, 1),), radius=0.3)
    shown = picture(scene)
    along = np.linspace(scene.coordinates[0], scene.coordinates[1], 20)
    columns, rows, _ = CAMERA.project(along).T
    assert shown[rows.astype(int), columns.astype(int)].any(axis=1).all()


def test_light_comes_from_the_upper_left_and_depth_darkens() -> None:
    near, far = (
        picture(model([(0, 0, 0)], [WHITE], radius=2.0)),
        picture(model([(0, 0, -9)], [WHITE], radius=2.0)),
    )
    assert near[32, 44].sum() > near[40, 52].sum()
    assert near[36, 48].sum() > 2 * far[36, 48].sum() > 0


@pytest.mark.parametrize("z", [18.0, 19.5, 20.0, 21.0, 30.0])
def test_what_crosses_the_near_plane_or_lies_behind_the_eye_is_cut_away(z: float) -> None:
    shown = picture(model([(0, 0, z), (1, 0, -5)], [RED, BLUE], radius=0.6))
    column, row, _ = CAMERA.project(np.array([[1.0, 0, -5]]))[0]
    assert strongest(shown[int(row), int(column)]) in ("r", "b")
    assert (strongest(shown[36, 48]) == "r") == (z < 18.4)


def test_a_stick_that_passes_the_eye_is_drawn_up_to_it() -> None:
    shown = picture(model([(0.5, -0.5, 0), (0.5, -0.5, 40)], [RED, RED], ((0, 1),), radius=0.3))
    assert shown[50:, 70:].any()
    assert not shown[:30, :40].any()


def test_an_empty_picture_is_black() -> None:
    assert not picture(model([(50, 0, 0)], [RED])).any()


def test_a_label_is_written_at_its_place_and_stays_inside_the_picture() -> None:
    bare = model([(0, 0, -500)], [RED])
    named = model([(0, 0, -500)], [RED], labels=(Label("ARG 221", (4.6, 0, 0), (255, 255, 255)),))
    written = np.nonzero((picture(named) != picture(bare)).any(axis=2))
    assert written[1].min() > 48
    assert written[1].max() < 96
    assert abs(written[0].mean() - 36) < 4


def test_a_label_out_of_sight_is_not_written() -> None:
    hidden = (Label("ARG 221", (9, 0, 0), (255, 255, 255)), Label("O22", (0, 0, 25), (255, 255, 255)))
    assert not picture(model([(0, 0, -500)], [RED], labels=hidden)).any()


def test_two_labels_of_one_place_do_not_cover_each_other() -> None:
    red, green = Label("SER 1", (0, 0, 0), (255, 0, 0)), Label("SER 2", (0, 0, -1), (0, 255, 0))
    both = picture(model([(0, 0, -500)], [RED], labels=(red, green)))
    for label, channel in ((red, 0), (green, 1)):
        alone = picture(model([(0, 0, -500)], [RED], labels=(label,)))
        assert (both[..., channel] > 60).sum() == (alone[..., channel] > 60).sum()


def test_the_file_is_a_png_of_the_asked_size_without_metadata() -> None:
    data = draw(model([(0, 0, 0)], [RED]), CAMERA, (0, 0, 0))
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.size, image.mode, image.info) == ("PNG", (96, 72), "RGB", {})
    kinds, start = [], 8
    while start < len(data):
        length = int.from_bytes(data[start : start + 4], "big")
        kinds.append(data[start + 4 : start + 8])
        start += length + 12
    assert set(kinds) == {b"IHDR", b"IDAT", b"IEND"}


SCRIPT = """
import hashlib
from tests.benchmark.molecules.drawing.test_raycasting import CAMERA, draw, named_stick
print(hashlib.sha256(draw(named_stick(), CAMERA, (0, 0, 0))).hexdigest())
"""


def named_stick() -> Model:
    label = Label("O22", (0, 0, 0), (255, 255, 255))
    return model([(-3, 0.3, 0), (3, 1, 2)], [RED, (0, 0.4, 1)], ((0, 1),), (label,), radius=0.5)


def test_another_process_draws_the_same_bytes() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert hashlib.sha256(draw(named_stick(), CAMERA, (0, 0, 0))).hexdigest() == done.stdout.strip()
