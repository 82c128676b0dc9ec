"""Names written onto a picture, with Pillow's built-in font, kept apart where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmark.molecules.drawing.camera import Camera

HEIGHT = 0.7  # Å, before perspective
SMALLEST = 10  # pixels: below this, nobody can read it
LARGEST_SHARE = 0.045  # of the picture's width: a near label must not hide the molecule
FAR_BRIGHTNESS = 0.65  # of labels where the depth cue is deepest; the molecule itself is black there
_GAP = 1  # pixels kept free around each label

# Where a label's middle may stand, in widths and heights of its text away from its place.
_OFFSETS = np.array(
    [
        *((0, 0), (0, -1), (0, 1), (0.6, -0.6), (-0.6, -0.6), (0.6, 0.6), (-0.6, 0.6)),
        *((0.75, 0), (-0.75, 0), (0, -2), (0, 2), (0.8, -1.5), (-0.8, -1.5), (0.8, 1.5), (-0.8, 1.5)),
    ]
)

Boxes = NDArray[np.int64]  # left, top, right, bottom in pixels
TextSize = NDArray[np.int64]  # width, height in pixels


@dataclass(frozen=True, slots=True)
class Label:
    """A name at a place of the world's frame; `beside` keeps it off the place itself."""

    text: str
    place: tuple[float, float, float]
    colour: tuple[int, int, int]
    beside: bool = False
    rank: int = 0  # lower ranks choose their places first


def write_labels(
    image: Image.Image, labels: Sequence[Label], camera: Camera, fade: tuple[float, float]
) -> None:
    """Writes each label whose place is in the picture; far ones smaller and dimmer, near ones on top."""
    if not labels:
        return
    places = np.array([label.place for label in labels])
    seen = camera.sees(places)
    columns, rows, depths = camera.project(places).T
    order = sorted(np.flatnonzero(seen).tolist(), key=lambda i: (labels[i].rank, depths[i], i))
    boxes = np.empty((len(labels), 4), dtype=np.int64)
    picture = np.array(image.size)
    for count, i in enumerate(order):
        size = _font_size(camera, depths[i])
        boxes[i] = _free_box(labels[i], size, (columns[i], rows[i]), boxes[order[:count]], picture)
    brush = ImageDraw.Draw(image)
    for i in sorted(order, key=lambda i: (-depths[i], i)):
        share = min(max((depths[i] - fade[0]) / (fade[1] - fade[0]), 0.0), 1.0)
        colour = _dimmed(labels[i].colour, 1 - share * (1 - FAR_BRIGHTNESS))
        _write(brush, labels[i].text, _font_size(camera, depths[i]), boxes[i], colour)


def _font_size(camera: Camera, depth: float) -> int:
    largest = max(SMALLEST, round(LARGEST_SHARE * camera.width))
    return min(max(round(HEIGHT * camera.focal / depth), SMALLEST), largest)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is Pillow's own; the other one depends on what the system has installed.
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font.font_variant(layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _extent(text: str, size: int) -> tuple[int, int]:
    left, top, right, bottom = _font(size).getbbox(text, anchor="lt")
    return round(right - left) + 2 * _GAP, round(bottom - top) + 2 * _GAP


def _free_box(label: Label, size: int, place: tuple[float, float], taken: Boxes, picture: TextSize) -> Boxes:
    """The first box that overlaps none of those taken, or the one that overlaps least; (4,)."""
    extent = np.array(_extent(label.text, size))
    offsets = _OFFSETS[1:] if label.beside else _OFFSETS
    start = np.array(place) + offsets * (extent + _GAP) - extent / 2
    start = np.clip(np.rint(start), 0, np.maximum(picture - extent, 0)).astype(np.int64)
    boxes: Boxes = np.concatenate([start, start + extent], axis=1)
    best: Boxes = boxes[np.argmin(_overlaps(boxes, taken))]
    return best


def _overlaps(boxes: Boxes, taken: Boxes) -> NDArray[np.int64]:
    """The pixels that each of (n, 4) boxes shares with all of (m, 4) together; (n,)."""
    last = np.minimum(boxes[:, None, 2:], taken[None, :, 2:])
    sides = np.maximum(last - np.maximum(boxes[:, None, :2], taken[None, :, :2]), 0)
    shared: NDArray[np.int64] = (sides[:, :, 0] * sides[:, :, 1]).sum(axis=1)
    return shared


def _dimmed(colour: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    red, green, blue = (round(value * share) for value in colour)
    return red, green, blue


def _write(
    brush: ImageDraw.ImageDraw, text: str, size: int, box: Boxes, colour: tuple[int, int, int]
) -> None:
    brush.text(
        (int(box[0]) + _GAP, int(box[1]) + _GAP),
        text,
        fill=colour,
        font=_font(size),
        anchor="lt",
        stroke_width=max(1, size // 12),
        stroke_fill=(0, 0, 0),
    )
