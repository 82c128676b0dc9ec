"""What a PNG file holds besides its pixels."""

import struct

# The image header, the palette, the pixels, the end; and how transparent a palette's colours are.
PIXELS = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS"}
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def metadata(data: bytes) -> set[bytes]:
    """The kinds of chunks that are not needed to show the picture, and what stands behind its end."""
    assert data.startswith(SIGNATURE)
    found, place = set(), len(SIGNATURE)
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        found.add(kind)
        place += length + 12
        if kind == b"IEND":
            break
    return (found - PIXELS) | ({b"behind the end"} if place != len(data) else set())
