"""What becomes of a picture's bytes: kept as they are, or the same pixels upright and bare."""

import hashlib
import io
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from benchmark.formats.packages.pictures import check_picture
from tests.packages import picture_bytes

ORIENTATION = 0x0112
SECRET = b"the answer is B"


def two_colours(mode: str = "RGB") -> Image.Image:
    """Three columns and two rows, red at the left: turning it shows."""
    image = Image.new("RGB", (30, 20), "blue")
    image.paste("red", (0, 0, 10, 20))
    return image.convert(mode)


def saved(format_: str, image: Image.Image | None = None, **options: Any) -> bytes:
    file = io.BytesIO()
    (image or two_colours()).save(file, format_, **options)
    return file.getvalue()


def with_text() -> bytes:
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", SECRET.decode())
    return saved("PNG", pnginfo=text)


def turned(format_: str) -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION] = 6  # to be turned a quarter clockwise
    return saved(format_, exif=exif)


@pytest.mark.parametrize("format_", ["PNG", "JPEG", "WEBP"])
def test_a_bare_picture_is_kept_byte_for_byte(format_: str) -> None:
    source = saved(format_)
    picture = check_picture(source)
    assert picture.data == source
    assert picture.format == format_.lower()
    assert picture.file_sha256 == picture.source_sha256 == hashlib.sha256(source).hexdigest()
    assert (picture.width, picture.height) == (30, 20)


METADATA: dict[str, Callable[[], bytes]] = {
    "PNG text": with_text,
    "PNG resolution": lambda: saved("PNG", dpi=(300, 300)),
    "PNG with a tail": lambda: saved("PNG") + SECRET,
    "JPEG comment": lambda: saved("JPEG", comment=SECRET),
    "JPEG with a tail": lambda: saved("JPEG") + SECRET,
    "JPEG with a tail that ends like a JPEG": lambda: saved("JPEG") + SECRET + b"\xff\xd9",
    "WebP with XMP": lambda: saved("WEBP", xmp=SECRET),
    "WebP with a tail": lambda: saved("WEBP") + SECRET,
}


@pytest.mark.parametrize("case", METADATA)
def test_metadata_is_dropped_and_the_pixels_stay_the_same(case: str) -> None:
    source = METADATA[case]()
    picture = check_picture(source)
    assert picture.source_sha256 == hashlib.sha256(source).hexdigest()
    assert picture.format == "png"
    assert SECRET not in picture.data
    assert Image.open(io.BytesIO(picture.data)).info == {}
    before, after = (Image.open(io.BytesIO(data)).convert("RGB") for data in (source, picture.data))
    assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize("format_", ["PNG", "JPEG", "WEBP"])
def test_a_picture_that_says_it_lies_on_its_side_is_stored_upright(format_: str) -> None:
    picture = check_picture(turned(format_))
    assert (picture.width, picture.height) == (20, 30)
    upright = Image.open(io.BytesIO(picture.data)).convert("RGB")
    red, _, blue = upright.getpixel((10, 2))
    assert (red > 200, blue < 50) == (True, True), "the left column is on top now"


def test_pixels_have_one_hash_however_they_are_packed() -> None:
    as_png, as_webp = check_picture(saved("PNG")), check_picture(saved("WEBP", lossless=True))
    assert as_png.pixel_sha256 == as_webp.pixel_sha256 == check_picture(with_text()).pixel_sha256
    assert as_png.file_sha256 != as_webp.file_sha256


def test_the_same_bytes_in_another_shape_are_other_pixels() -> None:
    wide, high = (check_picture(saved("PNG", Image.new("RGB", size))) for size in ((6, 4), (4, 6)))
    assert wide.pixel_sha256 != high.pixel_sha256


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA"])
def test_pictures_of_every_common_kind_are_taken(mode: str) -> None:
    source = saved("PNG", two_colours(mode))
    assert check_picture(source).data == source


def test_what_shines_through_stays_so() -> None:
    source = saved("PNG", Image.new("RGBA", (4, 4), (255, 0, 0, 0)), dpi=(72, 72))
    assert Image.open(io.BytesIO(check_picture(source).data)).mode == "RGBA"


@given(
    cut=st.integers(0, 100),
    flips=st.lists(st.tuples(st.integers(0, 10_000), st.integers(1, 255)), max_size=4),
)
def test_damaged_bytes_give_a_picture_or_a_sentence_and_nothing_else(
    cut: int, flips: list[tuple[int, int]]
) -> None:
    data = bytearray(picture_bytes("a", (30, 20)))
    for at, change in flips:
        data[at % len(data)] ^= change
    assert complaint_about(bytes(data[: len(data) - cut]))[:3] in ("", "It ")


def complaint_about(data: bytes) -> str:
    try:
        check_picture(data)
    except ValueError as error:
        return str(error)
    return ""
