"""Names written onto a picture, with Pillow's built-in font, kept apart where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmark.molecules.camera import Camera

HEIGHT = 0.7  # Å, before perspective
SMALLEST = 10  # pixels: below this, nobody can read it
LARGEST_SHARE = 0.045  # of the picture's width: a near label must not hide the molecule
FAR_BRIGHTNESS = 0.65  # of labels where the depth cue is deepest; the molecule itself is black there
_GAP = 1  # pixels kept free around each label

# Where a label's middle may stand, in widths and heights of its text away from its place.
_OFFSETS = (
    *((0, 0), (0, -1), (0, 1), (0.6, -0.6), (-0.6, -0.6), (0.6, 0.6), (-0.6, 0.6)),
    *((0.75, 0), (-0.75, 0), (0, -2), (0, 2), (0.8, -1.5), (-0.8, -1.5), (0.8, 1.5), (-0.8, 1.5)),
)

Box = tuple[int, int, int, int]


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
    boxes: dict[int, Box] = {}
    for i in order:
        size = _font_size(camera, depths[i])
        boxes[i] = _free_box(labels[i], size, (columns[i], rows[i]), list(boxes.values()), image.size)
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


def _free_box(
    label: Label, size: int, place: tuple[float, float], taken: Sequence[Box], picture: tuple[int, int]
) -> Box:
    """The first place that overlaps nothing, or the one that overlaps least."""
    width, height = _extent(label.text, size)
    best, least = (0, 0, 0, 0), float("inf")
    for across, down in _OFFSETS[1:] if label.beside else _OFFSETS:
        left = _inside(place[0] + across * (width + _GAP) - width / 2, width, picture[0])
        top = _inside(place[1] + down * (height + _GAP) - height / 2, height, picture[1])
        box = (left, top, left + width, top + height)
        overlap = sum(_overlap(box, other) for other in taken)
        if overlap < least:
            best, least = box, overlap
        if overlap == 0:
            break
    return best


def _inside(start: float, length: int, limit: int) -> int:
    return max(0, min(round(start), limit - length))


def _overlap(one: Box, other: Box) -> int:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0


def _dimmed(colour: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    red, green, blue = (round(value * share) for value in colour)
    return red, green, blue


def _write(brush: ImageDraw.ImageDraw, text: str, size: int, box: Box, colour: tuple[int, int, int]) -> None:
    brush.text(
        (box[0] + _GAP, box[1] + _GAP),
        text,
        fill=colour,
        font=_font(size),
        anchor="lt",
        stroke_width=max(1, size // 12),
        stroke_fill=(0, 0, 0),
    )
