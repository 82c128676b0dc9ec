"""`manage.py import_items` and pictures and zips that are broken or unsafe: each with its sentence."""

import io
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.benchmark.management.package_imports import complaints, run, with_picture
from tests.packages import (
    make_package,
    make_zip,
    package_item,
    picture_bytes,
    picture_file,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_pictures")]


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package", [package_item()])
    file = package_item()["images"][2]["file"]
    (folder / file).unlink()
    assert complaints(folder) == f"items.jsonl, line 1: The picture {file} is missing, or no plain file."


def test_a_picture_that_is_a_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package", [package_item()])
    picture = folder / package_item()["images"][0]["file"]
    picture.rename(tmp_path / "elsewhere.png")
    picture.symlink_to(tmp_path / "elsewhere.png")
    assert "is missing, or no plain file." in complaints(folder)


def saved(image: Image.Image, format_: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()


BAD_PICTURES: dict[str, tuple[Callable[[], bytes], str]] = {
    "text": (lambda: b"hello", "It is not a PNG, JPEG or WebP picture. Save it as one of these."),
    "empty": (lambda: b"", "It is not a PNG, JPEG or WebP picture. Save it as one of these."),
    "a GIF": (lambda: saved(Image.new("P", (9, 9)), "GIF"), "It is not a PNG, JPEG or WebP picture."),
    "cut short": (
        lambda: saved(Image.effect_noise((90, 90), 50))[:3000],
        "It cannot be decoded. It may be cut short: write it again.",
    ),
    "20,000 px wide": (
        lambda: saved(Image.new("1", (20_000, 10))),
        "It is 20,000 x 10 px; at most 4,096 px a side and 16,000,000 px in all are taken. Make it smaller.",
    ),
    "too many pixels": (lambda: saved(Image.new("1", (4096, 4096))), "It is 4,096 x 4,096 px; at most"),
    "a decompression bomb": (
        lambda: saved(Image.new("1", (15_000, 15_000))),
        "It is much too large; at most 4,096 px a side",
    ),
    "sixteen bits": (
        lambda: saved(Image.new("I;16", (9, 9))),
        "Its colours are of kind I;16. Save it as RGB with 8 bits a channel.",
    ),
    "animated": (
        lambda: saved(
            Image.new("RGB", (9, 9)), save_all=True, append_images=[Image.new("RGB", (9, 9), "red")]
        ),
        "It is animated. Save one frame.",
    ),
}


@pytest.mark.parametrize("case", BAD_PICTURES)
def test_a_bad_picture_is_refused_with_a_sentence(case: str, tmp_path: Path) -> None:
    make, sentence = BAD_PICTURES[case]
    data = make()
    folder = with_picture(tmp_path / "package", data)
    assert complaints(folder).startswith(f"items.jsonl, line 1: The picture {picture_file(data)}: {sentence}")


def test_a_picture_under_a_false_name_is_refused(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package", [package_item()])
    (folder / package_item()["images"][0]["file"]).write_bytes(picture_bytes("another"))
    assert "Its name is not the hash of its bytes." in complaints(folder)


# --- Zips ----------------------------------------------------------------------------------------


def test_a_zip_is_as_good_as_a_folder(folder: Path, tmp_path: Path) -> None:
    assert run(make_zip(folder, tmp_path / "small.zip")).startswith("small v1: 9 items")


def test_a_zip_cut_short_is_refused(folder: Path, tmp_path: Path) -> None:
    path = make_zip(folder, tmp_path / "small.zip")
    path.write_bytes(path.read_bytes()[:-200])
    assert complaints(path) == (
        "This is not a whole zip file. It may be cut short: copy it again, or give the folder."
    )


def test_a_zip_with_damaged_bytes_is_refused(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package", [package_item()])
    path = make_zip(folder, tmp_path / "small.zip")
    with zipfile.ZipFile(path) as file:
        at = file.getinfo("items.jsonl").header_offset + 60
    data = bytearray(path.read_bytes())
    data[at : at + 20] = bytes(20)
    path.write_bytes(data)
    assert complaints(path).startswith("items.jsonl: It cannot be read (")


def add_member(path: Path, member: zipfile.ZipInfo | str, data: bytes = b"x") -> Path:
    with zipfile.ZipFile(path, "a") as file:
        file.writestr(member, data)
    return path


def symbolic_link() -> zipfile.ZipInfo:
    member = zipfile.ZipInfo("images/link.png")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member


LEADS_OUT = "The name leads out of the package. Names are relative, with / and without .. in them."
BAD_MEMBERS: dict[str, tuple[zipfile.ZipInfo | str, str]] = {
    "..": ("../evil.png", f"../evil.png: {LEADS_OUT}"),
    ".. inside": ("images/../../evil.png", f"images/../../evil.png: {LEADS_OUT}"),
    "absolute": ("/etc/evil.png", f"/etc/evil.png: {LEADS_OUT}"),
    "a drive": ("C:\\evil.png", f"C:\\evil.png: {LEADS_OUT}"),
    "a backslash": ("images\\evil.png", f"images\\evil.png: {LEADS_OUT}"),
    "a symbolic link": (
        symbolic_link(),
        "images/link.png: It is a symbolic link or a device. Put the file itself into the zip.",
    ),
}


@pytest.mark.parametrize("case", BAD_MEMBERS)
def test_an_unsafe_zip_is_refused_with_the_member_s_name(case: str, folder: Path, tmp_path: Path) -> None:
    member, sentence = BAD_MEMBERS[case]
    assert complaints(add_member(make_zip(folder, tmp_path / "small.zip"), member)) == sentence


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_twice_in_a_zip_is_refused(folder: Path, tmp_path: Path) -> None:
    path = add_member(make_zip(folder, tmp_path / "small.zip"), "items.jsonl", b"{}")
    assert complaints(path) == "items.jsonl: The zip holds this name twice. Make it again."


def test_a_zip_bomb_is_refused_before_it_is_unpacked(folder: Path, tmp_path: Path) -> None:
    path = make_zip(folder, tmp_path / "small.zip")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as file:
        file.writestr("images/bomb.png", bytes(20_000_000))
    assert "images/bomb.png: It unpacks to more than 200 times its size." in complaints(path)


def test_an_encrypted_zip_is_refused(folder: Path, tmp_path: Path) -> None:
    path = make_zip(folder, tmp_path / "small.zip")
    data = bytearray(path.read_bytes())
    central = data.rindex(b"PK\x01\x02")
    data[central + 8] |= 1  # the flag that says so
    path.write_bytes(data)
    assert complaints(path).endswith("It is encrypted. Make the zip without a password.")


def test_what_a_desktop_adds_to_a_zip_does_no_harm(folder: Path, tmp_path: Path) -> None:
    path = make_zip(folder, tmp_path / "small.zip", top="small/")
    add_member(path, "__MACOSX/small/._benchmark.json")
    assert run(path).startswith("small v1: 9 items")
