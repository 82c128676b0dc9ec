"""Sticks and balls, ray-cast with numpy: no graphics library, the same bytes on every machine.

Each sphere and cylinder is intersected with the rays of its own bounding box (2 x 2 rays per pixel) and
kept where it is nearest; then every ray that hit something is shaded once. Only additions, products,
quotients and square roots decide a pixel: all of them are rounded alike on every processor.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmark.molecules.drawing.camera import Camera
from benchmark.molecules.drawing.labels import Label, write_labels
from benchmark.molecules.molecule import Coordinates

DRAWING_VERSION = "1"  # raise it with any change that could change a pixel

SAMPLES = 2  # rays per pixel, along each side
NEAR = 1.0  # Å from the eye; what is nearer is cut away

AMBIENT, DIFFUSE, SPECULAR = 0.8, 0.8, 0.3  # of the material; the highlight's exponent is 30
AMBIENT_LIGHT, KEY_LIGHT, FILL_LIGHT = 0.4, 1.0, 0.5
# Towards the lights, as right, up and away from the eye.
KEY_DIRECTION = (-0.577, 0.577, -0.577)
FILL_DIRECTION = (0.2, 0.2, -0.959)

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What is drawn: n balls joined by m sticks, in the world's frame.

    `coordinates` (n, 3) and `radii` (n,) in ångström; `colours` (n, 3) from 0 to 1; `bonds` (m, 2);
    `stick_radii` (m,) in ångström. Half of each stick takes each ball's colour.
    """

    coordinates: Coordinates
    radii: Floats
    colours: Floats
    bonds: NDArray[np.int64]
    stick_radii: Floats
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Primitives:
    """Cylinders without caps, and spheres as cylinders of length 0; right, up and depth from the eye."""

    start: Floats  # (k, 3)
    along: Floats  # (k, 3) unit vectors, 0 for spheres
    length: Floats  # (k,)
    radius: Floats  # (k,)
    ends: NDArray[np.int64]  # (k, 2) the balls that give the colours


@dataclass(frozen=True, slots=True, eq=False)
class _Rays:
    """Slopes of the rays: right per depth of each column, up per depth of each row."""

    columns: Floats
    rows: Floats


def draw(model: Model, camera: Camera, pivot: tuple[float, float, float]) -> bytes:
    """A PNG file of `model` on black, without any metadata.

    The depth cue fades from the depth of `pivot` (world frame) over the reach of the camera's scene.
    """
    primitives = _primitives(model, camera)
    rays = _rays(camera)
    depth, hit = _cast(primitives, rays)
    pivot_depth = camera.eye[2] - pivot[2]
    samples = _shade(model, primitives, rays, depth, hit, (pivot_depth, pivot_depth + camera.reach))
    image = Image.fromarray(_average(samples))
    write_labels(image, model.labels, camera, (pivot_depth, pivot_depth + camera.reach))
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _primitives(model: Model, camera: Camera) -> _Primitives:
    balls = camera.relative(model.coordinates)
    first, second = model.bonds[:, 0], model.bonds[:, 1]
    vectors = balls[second] - balls[first]
    lengths = np.sqrt(_dots(vectors, vectors))
    numbers = np.arange(len(balls))
    return _Primitives(
        start=np.concatenate([balls, balls[first]]),
        along=np.concatenate([np.zeros_like(balls), vectors / np.maximum(lengths, 1e-9)[:, None]]),
        length=np.concatenate([np.zeros(len(balls)), lengths]),
        radius=np.concatenate([model.radii, model.stick_radii]),
        ends=np.concatenate([np.stack([numbers, numbers], axis=1), model.bonds]),
    )


def _rays(camera: Camera) -> _Rays:
    focal = camera.focal * SAMPLES
    columns: Floats = np.arange(camera.width * SAMPLES, dtype=np.float64) + 0.5 - camera.width * SAMPLES / 2
    rows: Floats = camera.height * SAMPLES / 2 - (np.arange(camera.height * SAMPLES, dtype=np.float64) + 0.5)
    return _Rays(columns / focal, rows / focal)


def _cast(primitives: _Primitives, rays: _Rays) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Per ray the depth of the nearest hit, and which primitive it was: -1 where there is none."""
    shape = (len(rays.rows), len(rays.columns))
    depth = np.full(shape, np.inf, dtype=np.float32)
    hit = np.full(shape, -1, dtype=np.int32)
    boxes = _boxes(primitives, rays)
    for number in np.flatnonzero((boxes[:, 0] < boxes[:, 1]) & (boxes[:, 2] < boxes[:, 3])).tolist():
        left, right, top, bottom = boxes[number].tolist()
        found = _intersect(primitives, number, rays.columns[left:right], rays.rows[top:bottom, None])
        nearest = depth[top:bottom, left:right]
        closer = (found > NEAR) & (found < nearest)
        np.copyto(nearest, found, where=closer, casting="same_kind")
        np.copyto(hit[top:bottom, left:right], number, where=closer)
    return depth, hit


def _intersect(primitives: _Primitives, number: int, x: Floats, y: Floats) -> Floats:
    """Depth of the front hit of each ray (x, y, 1) of a box, infinity where it misses."""
    ax, ay, az = primitives.start[number].tolist()
    ux, uy, uz = primitives.along[number].tolist()
    length = float(primitives.length[number])
    radius = float(primitives.radius[number])
    ray_ray = x * x + (y * y + 1.0)
    ray_start = x * ax + (y * ay + az)
    if length == 0:
        room = ray_start * ray_start - ray_ray * (ax * ax + ay * ay + az * az - radius * radius)
        root = np.sqrt(np.maximum(room, 0.0))
        return np.where(room > 0, (ray_start - root) / ray_ray, np.inf)
    # The ray's part across the axis meets a circle; `across` is the ray's distance from the axis
    # times the length of that part.
    ray_along = x * ux + (y * uy + uz)
    start_along = ax * ux + ay * uy + az * uz
    across = x * (uy * az - uz * ay) + (y * (uz * ax - ux * az) + (ux * ay - uy * ax))
    breadth = np.maximum(ray_ray - ray_along * ray_along, 1e-12)
    room = breadth * (radius * radius) - across * across
    found = (ray_start - ray_along * start_along - np.sqrt(np.maximum(room, 0.0))) / breadth
    place = found * ray_along - start_along
    return np.where((room > 0) & (place >= 0) & (place <= length), found, np.inf)


def _boxes(primitives: _Primitives, rays: _Rays) -> NDArray[np.int64]:
    """(k, 4) first and last column, first and last row (the lasts excluded) that each can reach.

    One that crosses the near plane may reach anywhere; one behind it reaches nothing.
    """
    end = primitives.start + primitives.along * primitives.length[:, None]
    depths = np.stack([primitives.start[:, 2], end[:, 2]])
    nearest = depths.min(axis=0) - primitives.radius
    crossing, gone = nearest <= NEAR, depths.max(axis=0) + primitives.radius <= NEAR
    spacing = rays.columns[1] - rays.columns[0]
    columns = _span(primitives, end, 0, crossing) / spacing + len(rays.columns) / 2
    rows = len(rays.rows) / 2 - _span(primitives, end, 1, crossing)[:, ::-1] / spacing
    boxes = np.concatenate([np.clip(columns, 0, len(rays.columns)), np.clip(rows, 0, len(rays.rows))], axis=1)
    boxes[:, ::2], boxes[:, 1::2] = np.floor(boxes[:, ::2]), np.ceil(boxes[:, 1::2])
    boxes[gone] = 0
    return boxes.astype(np.int64)


def _span(primitives: _Primitives, end: Floats, side: int, crossing: NDArray[np.bool_]) -> Floats:
    """(k, 2) lowest and highest slope of the rays that touch either end's sphere."""
    slopes = []
    for centre in (primitives.start, end):
        offset, depth, radius = centre[:, side], centre[:, 2], primitives.radius
        squared = np.where(crossing, 1.0, depth * depth - radius * radius)
        spread = radius * np.sqrt(offset * offset + squared)
        slopes += [(offset * depth - spread) / squared, (offset * depth + spread) / squared]
    low = np.where(crossing, -np.inf, np.minimum(slopes[0], slopes[2]))
    high = np.where(crossing, np.inf, np.maximum(slopes[1], slopes[3]))
    return np.stack([low, high], axis=1)


def _shade(
    model: Model,
    primitives: _Primitives,
    rays: _Rays,
    depth: NDArray[np.float32],
    hit: NDArray[np.int32],
    fade: tuple[float, float],
) -> Pixels:
    """(rows, columns, 3): the light of every ray that hit something, black elsewhere."""
    samples = np.zeros((*hit.shape, 3), dtype=np.uint8)
    rows, columns = np.nonzero(hit >= 0)
    number, far = hit[rows, columns], depth[rows, columns]
    x = rays.columns.astype(np.float32)[columns]
    y = rays.rows.astype(np.float32)[rows]
    normal, place = _normals(primitives, number, np.stack([x * far, y * far, far]))
    second_half = (place > primitives.length.astype(np.float32)[number] / 2).astype(np.int64)
    colours = model.colours.astype(np.float32)[primitives.ends[number, second_half]].T
    light, shine = _light(normal, x, y)
    cue = 1 - np.clip((far - np.float32(fade[0])) / np.float32(fade[1] - fade[0]), 0, 1)
    for channel in range(3):
        value = np.clip(colours[channel] * light + shine, 0, 1) * cue
        samples[rows, columns, channel] = (value * 255 + np.float32(0.5)).astype(np.uint8)
    return samples


def _normals(
    primitives: _Primitives, number: NDArray[np.int32], point: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(3, h) unit normals at the points hit, and (h,) how far along its stick each lies."""
    start = primitives.start.astype(np.float32).T[:, number]
    along = primitives.along.astype(np.float32).T[:, number]
    away = point - start
    place = away[0] * along[0] + away[1] * along[1] + away[2] * along[2]
    return (away - along * place) / primitives.radius.astype(np.float32)[number], place


def _light(
    normal: NDArray[np.float32], x: NDArray[np.float32], y: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What multiplies the colour (ambient and diffuse light), and the white highlight added to it."""
    key, fill = np.array(KEY_DIRECTION, dtype=np.float32), np.array(FILL_DIRECTION, dtype=np.float32)
    towards_key = normal[0] * key[0] + normal[1] * key[1] + normal[2] * key[2]
    towards_fill = normal[0] * fill[0] + normal[1] * fill[1] + normal[2] * fill[2]
    lit = np.maximum(towards_key, 0) * np.float32(KEY_LIGHT) + np.maximum(towards_fill, 0) * np.float32(
        FILL_LIGHT
    )
    light = np.float32(AMBIENT * AMBIENT_LIGHT) + np.float32(DIFFUSE) * lit
    # The key light's mirror image, compared with the direction to the eye.
    mirrored = normal * (2 * towards_key) - key[:, None]
    seen = -(mirrored[0] * x + mirrored[1] * y + mirrored[2]) / np.sqrt(x * x + y * y + 1)
    square = np.where(towards_key > 0, np.clip(seen, 0, 1), 0) ** 2
    fourth = square * square
    eighth = fourth * fourth
    return light, np.float32(SPECULAR) * (eighth * eighth * eighth * fourth * square)


def _average(samples: Pixels) -> Pixels:
    """The mean of each 2 x 2 block, rounded to whole numbers."""
    wide = samples.astype(np.uint16)
    total = wide[::2, ::2] + wide[1::2, ::2] + wide[::2, 1::2] + wide[1::2, 1::2]
    return ((total + 2) // 4).astype(np.uint8)


def _dots(left: Floats, right: Floats) -> Floats:
    product: Floats = left[:, 0] * right[:, 0] + left[:, 1] * right[:, 1] + left[:, 2] * right[:, 2]
    return product
