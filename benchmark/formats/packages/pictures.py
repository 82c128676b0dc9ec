"""Checks a picture by decoding it, and makes the file to keep: upright, bare of metadata."""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import dataclass

from PIL import Image, ImageOps

LARGEST_FILE = 32 * 1024 * 1024  # bytes
LONGEST_SIDE = 4096  # pixels
MOST_PIXELS = 16_000_000
FORMATS = ("PNG", "JPEG", "WEBP")
MODES = ("1", "L", "LA", "P", "RGB", "RGBA")  # eight bits or fewer a channel; no CMYK, no 16 bits

# What a picture needs to be drawn; everything else that a file may carry is dropped.
PNG_CHUNKS = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
WEBP_CHUNKS = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH"}
# In JPEG: applications' own segments, but not JFIF's and Adobe's (colours), comments, and what comes
# after the end. Picture data never holds these pairs: there, FF is followed by 00 or a restart mark.
JPEG_EXTRAS = re.compile(rb"\xff[\xe1-\xed\xef\xfe]|\xff\xd9.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CheckedPicture:
    """A picture that decodes. `data` is the file to keep; `format` its extension, in small letters."""

    source_sha256: str  # of the bytes that came in
    pixel_sha256: str  # of mode, size and raw pixels, once upright
    file_sha256: str  # of `data`
    format: str
    width: int
    height: int
    data: bytes


def check_picture(source: bytes) -> CheckedPicture:
    """The picture in `source`; ValueError, with a sentence, where there is none to take.

    The bytes are kept as they are unless there is something to turn or to strip; then the same pixels
    are stored as PNG, which loses nothing.
    """
    image = _open(source)
    format_ = str(image.format)
    pixels = _decode(image)
    keep = _is_bare(source, format_)  # what says that a picture must be turned is metadata too
    data = source if keep else _as_png(pixels)
    return CheckedPicture(
        source_sha256=hashlib.sha256(source).hexdigest(),
        pixel_sha256=_pixel_sha256(pixels),
        file_sha256=hashlib.sha256(data).hexdigest(),
        format=format_.lower() if keep else "png",
        width=pixels.width,
        height=pixels.height,
        data=data,
    )


def _open(source: bytes) -> Image.Image:
    """The picture with its size and mode checked, nothing decoded yet."""
    try:
        image = Image.open(io.BytesIO(source), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise ValueError(_too_large("much too large")) from None
    except Exception:  # whatever the decoders of a damaged file come upon
        raise ValueError("It is not a PNG, JPEG or WebP picture. Save it as one of these.") from None
    if max(image.size) > LONGEST_SIDE or image.width * image.height > MOST_PIXELS:
        raise ValueError(_too_large(f"{image.width:,} x {image.height:,} px"))
    if image.mode not in MODES:
        raise ValueError(f"Its colours are of kind {image.mode}. Save it as RGB with 8 bits a channel.")
    if getattr(image, "n_frames", 1) > 1:
        raise ValueError("It is animated. Save one frame.")
    return image


def _too_large(size: str) -> str:
    limit = f"{LONGEST_SIDE:,} px a side and {MOST_PIXELS:,} px in all"
    return f"It is {size}; at most {limit} are taken. Make it smaller."


def _decode(image: Image.Image) -> Image.Image:
    """The pixels alone, upright, as RGB or, where something shines through, RGBA."""
    try:
        image.load()
        upright = ImageOps.exif_transpose(image)
        mode = "RGBA" if upright.has_transparency_data else "RGB"
        pixels = upright.convert(mode)
    except Exception:  # whatever the decoders of a damaged file come upon
        raise ValueError("It cannot be decoded. It may be cut short: write it again.") from None
    return Image.frombytes(pixels.mode, pixels.size, pixels.tobytes())


def _pixel_sha256(pixels: Image.Image) -> str:
    head = f"{pixels.mode} {pixels.width}x{pixels.height}\n".encode()
    return hashlib.sha256(head + pixels.tobytes()).hexdigest()


def _as_png(pixels: Image.Image) -> bytes:
    file = io.BytesIO()
    pixels.save(file, "PNG")
    return file.getvalue()


def _is_bare(source: bytes, format_: str) -> bool:
    """Whether the file holds the picture and nothing beside it."""
    if format_ == "JPEG":
        return source.endswith(b"\xff\xd9") and not JPEG_EXTRAS.search(source)
    return _only_png_chunks(source) if format_ == "PNG" else _only_webp_chunks(source)


def _only_png_chunks(source: bytes) -> bool:
    at, name = 8, b""
    while at < len(source) and name != b"IEND":
        name = source[at + 4 : at + 8]
        if name not in PNG_CHUNKS:
            return False
        at += 12 + int.from_bytes(source[at : at + 4], "big")
    return at == len(source)


def _only_webp_chunks(source: bytes) -> bool:
    at = 12
    while at < len(source):
        if source[at : at + 4] not in WEBP_CHUNKS:
            return False
        size = int.from_bytes(source[at + 4 : at + 8], "little")
        at += 8 + size + size % 2
    return at == len(source)
