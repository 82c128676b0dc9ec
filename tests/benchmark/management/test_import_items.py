"""`manage.py import_items`, and everything that can be wrong with a package: each with its sentence."""

import io
import json
import stat
import zipfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from benchmark.models import Benchmark, Item, Picture
from tests.packages import (
    make_package,
    make_zip,
    package_item,
    picture_bytes,
    picture_file,
    write_items,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_pictures(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path / "pictures"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_package(tmp_path / "package")


def run(path: Path, *options: str) -> str:
    out = StringIO()
    call_command("import_items", str(path), "--name", "small", *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def complaints(path: Path) -> str:
    """What the command says about a package it refuses, having left nothing behind."""
    with pytest.raises(CommandError) as caught:
        run(path)
    assert (Benchmark.objects.count(), Item.objects.count(), Picture.objects.count()) == (0, 0, 0)
    first, _, rest = str(caught.value).partition("\n")
    assert first == "Nothing was imported."
    return rest


def with_picture(folder: Path, data: bytes, extension: str = "png") -> Path:
    """The package with `data` as the first picture of its only item."""
    item = package_item()
    item["images"][0]["file"] = picture_file(data, extension)
    make_package(folder, [item])
    (folder / item["images"][0]["file"]).write_bytes(data)
    return folder


# --- What goes well ------------------------------------------------------------------------------


def test_a_package_is_imported_and_counted(folder: Path) -> None:
    pictures = len(list(folder.glob("images/*")))
    assert run(folder) == f"small v1: 9 items, {pictures} pictures.\n"


def test_the_same_package_again_says_that_it_is_there(folder: Path) -> None:
    run(folder)
    assert run(folder) == "small v1 holds this package already. Nothing changed.\n"


def test_a_changed_package_becomes_the_next_version_on_demand(folder: Path, tmp_path: Path) -> None:
    run(folder)
    changed = make_package(tmp_path / "changed", [package_item(answer="move x 4")])
    with pytest.raises(CommandError, match="--new-version"):
        run(changed)
    assert run(changed, "--new-version") == "small v2: 1 item, 4 pictures.\n"


def test_a_byte_order_mark_and_carriage_returns_do_not_matter(folder: Path) -> None:
    for name in ("items.jsonl", "benchmark.json"):
        text = (folder / name).read_bytes()
        (folder / name).write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n") + b"\r\n")
    assert run(folder).startswith("small v1: 9 items")


def test_line_separators_inside_a_text_are_text(tmp_path: Path) -> None:
    item = package_item(question="One\u2028two\x85three")
    folder = make_package(tmp_path / "package", [item])
    (folder / "items.jsonl").write_text(json.dumps(item, ensure_ascii=False) + "\n", encoding="utf-8")
    run(folder)
    assert Item.objects.get().question == "One\u2028two\x85three"


# --- Items ---------------------------------------------------------------------------------------

TRANSLATION_ROLES = "front, left, top, after"

BAD_ITEMS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown task": (
        package_item(task="translation") | {"task": "juggling"},
        "line 1: There is no task 'juggling'. The tasks are: translation, rotation,",
    ),
    "answer outside its bins": (package_item(answer="move x 5"), "line 1: "),
    "answer between its bins": (package_item(answer="move x 1.5"), "line 1: "),
    "zero": (package_item(answer="move x 0"), "line 1: "),
    "an axis the task does not have": (package_item(answer="move z 3"), "line 1: "),
    "unreadable answer": (
        package_item(answer="upwards") | {},
        "line 1: 'upwards' is no answer to translation",
    ),
    "five options": (
        package_item("rotation_rotation", options={letter: f"option_{letter.lower()}" for letter in "ABCDE"}),
        "line 1: rotation_rotation has four options, A, B, C and D; here are 5: A, B, C, D, E.",
    ),
    "three options": (
        package_item("rotation_rotation", options={letter: f"option_{letter.lower()}" for letter in "ABC"}),
        "line 1: rotation_rotation has four options, A, B, C and D; here are 3: A, B, C.",
    ),
    "an option that is no picture": (
        package_item(
            "rotation_rotation", options=dict(zip("ABCD", ["option_a", "b", "c", "d"], strict=True))
        ),
        "line 1: Option B names the picture 'b'",
    ),
    "options where there are none": (package_item(options={"A": "x"}), "line 1: translation has no options"),
    "a key in capitals": (
        package_item(key="Aa01"),
        "line 1: The key 'Aa01' is not 1 to 64 lower-case letters, digits, - and _.",
    ),
    "a wrong stratum": (
        package_item("residue_ligand", stratum="negative"),
        "line 1: The stratum is 'negative', but the answer makes it 'positive'.",
    ),
    "pictures in another order": (
        package_item() | {"images": package_item()["images"][::-1]},
        f"line 1: The pictures are after, top, left, front; translation has, in order, {TRANSLATION_ROLES}.",
    ),
    "a picture outside the package": (
        package_item() | {"images": [{"role": "front", "file": "../../secret.png"}]},
        "line 1: The picture 'front' is the file '../../secret.png'; name it images/<hash of its bytes>.png",
    ),
    "two options with one picture": (
        package_item("rotation_rotation")
        | {
            "images": [
                {"role": image["role"], "file": package_item("rotation_rotation")["images"][4]["file"]}
                if image["role"].startswith("option")
                else image
                for image in package_item("rotation_rotation")["images"]
            ]
        },
        "line 1: Two options show the same picture.",
    ),
    "an unknown structure role": (
        package_item(structures=[{"id": "1HPV", "sha256": "0" * 64, "role": "both"}]),
        "line 1: The structures' roles are ['both']; they are complex, or reference and target.",
    ),
    "no structure": (package_item(structures=[]), "line 1: The structures' roles are []"),
    "a structure's hash": (
        package_item(structures=[{"id": "1HPV", "sha256": "12", "role": "complex"}]),
        "line 1: The sha256 of structure '1HPV' is not 64 hexadecimal digits.",
    ),
    "a missing fact": (
        package_item("residue_ligand", facts={}),
        "line 1: The facts of residue_ligand need residue.",
    ),
    "an empty question": (package_item(question=" "), "line 1: The question is empty or longer than"),
    "a field of another type": (package_item() | {"facts": []}, "line 1: facts is not an object."),
    "a null": (package_item() | {"answer": None}, "line 1: answer is not a text."),
    "a misspelt field": (package_item() | {"optoins": {}}, "line 1: There is no field 'optoins'."),
    "a picture that is a text": (
        package_item() | {"images": ["front.png"]},
        "line 1: Entry 1 of images is not an object of the texts role, file.",
    ),
    "options that are numbers": (
        package_item("rotation_rotation", options={"A": 1}),
        "line 1: The options are not texts by letter.",
    ),
}


@pytest.mark.parametrize("case", BAD_ITEMS)
def test_a_bad_item_is_refused_with_its_line_and_a_sentence(case: str, tmp_path: Path) -> None:
    item, sentence = BAD_ITEMS[case]
    folder = make_package(tmp_path / "package", [package_item()])
    write_items(folder, [item])
    assert f"items.jsonl, {sentence}" in complaints(folder)


def test_a_missing_field_is_named(tmp_path: Path) -> None:
    item = package_item()
    del item["answer"], item["key"]
    folder = make_package(tmp_path / "package", [package_item()])
    write_items(folder, [item])
    assert complaints(folder) == "items.jsonl, line 1: Missing: key, answer."


def test_a_duplicate_key_names_both_lines(tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package", [package_item(), package_item(answer="move x 2")])
    assert complaints(folder) == "items.jsonl, line 2: The key 'aa01' stands in line 1 already."


BAD_LINES: dict[str, tuple[bytes, str]] = {
    "not JSON": (
        b'{"key": "a",',
        "items.jsonl, line 2: This is not one whole JSON text: unexpected end of data, at column",
    ),
    "not an object": (b"[1, 2]", "items.jsonl, line 2: This is JSON, but not an object in { }."),
    "not UTF-8": (b'{"key": "\xe9"}', "items.jsonl, line 2: Byte 10 is not UTF-8. Save the file as UTF-8."),
    "NaN": (b'{"key": NaN}', "items.jsonl, line 2: NaN is not JSON. Write null where there is no value"),
    "a NUL": (b'{"key": "\\u0000"}', "items.jsonl, line 2: It holds the character \\u0000"),
    "a megabyte": (
        b'"' + b"a" * 2**20 + b'"',
        "items.jsonl, line 2: The line is longer than 1,048,576 bytes.",
    ),
}


@pytest.mark.parametrize("case", BAD_LINES)
def test_a_bad_line_is_refused_with_its_number_and_a_sentence(case: str, tmp_path: Path) -> None:
    line, sentence = BAD_LINES[case]
    folder = make_package(tmp_path / "package", [package_item()])
    with (folder / "items.jsonl").open("ab") as file:
        file.write(line + b"\n\n")
    assert complaints(folder).startswith(sentence)


def test_every_complaint_is_shown_up_to_fifty_and_the_rest_counted(tmp_path: Path) -> None:
    items = [package_item(key=f"k{n}", answer="upwards") for n in range(60)]
    folder = make_package(tmp_path / "package", [package_item()])
    write_items(folder, items)
    (folder / items[0]["images"][0]["file"]).unlink(missing_ok=True)
    lines = complaints(folder).splitlines()
    assert len(lines) == 51
    assert lines[-1].startswith("… and ")


# --- The manifest --------------------------------------------------------------------------------

FORMAT = '"format": "misi-item-package", "format_version": 1, "name": "a"'

BAD_MANIFESTS: dict[str, tuple[str, str]] = {
    "not JSON": (
        "{",
        "benchmark.json: This is not one whole JSON text: unexpected end of data, at column 2.",
    ),
    "a list": ("[]", "benchmark.json: This is JSON, but not an object in { }."),
    "empty": ("{}", "benchmark.json: Missing: name, split, counts."),
    "another format": (
        '{"format_version": 2, "name": "a", "split": "test", "counts": {}}',
        'benchmark.json: It is not "format": "misi-item-package" with "format_version": 1',
    ),
    "another split": (
        f'{{{FORMAT}, "split": "dev", "counts": {{}}}}',
        "benchmark.json: The split is 'dev'; it is train or test.",
    ),
    "counts that are texts": (
        f'{{{FORMAT}, "split": "test", "counts": {{"translation": {{"": "1"}}}}}}',
        "benchmark.json: The counts are not whole numbers by task and stratum.",
    ),
    "other counts": (
        f'{{{FORMAT}, "split": "test", "counts": {{"translation": {{"": 2}}}}}}',
        "benchmark.json: It counts 2 items of translation; items.jsonl has 1. The package may be cut short.",
    ),
}


@pytest.mark.parametrize("case", BAD_MANIFESTS)
def test_a_bad_manifest_is_refused_with_a_sentence(case: str, tmp_path: Path) -> None:
    text, sentence = BAD_MANIFESTS[case]
    folder = make_package(tmp_path / "package", [package_item()])
    (folder / "benchmark.json").write_text(text)
    assert complaints(folder).startswith(sentence)


def test_a_package_without_items_is_refused(tmp_path: Path) -> None:
    assert complaints(make_package(tmp_path / "package", [])) == "items.jsonl: There are no items."


@pytest.mark.parametrize("name", ["benchmark.json", "items.jsonl"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert complaints(folder) == (
        f"{name} is missing. A package has benchmark.json, items.jsonl and images/."
    )


def test_a_path_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    assert (
        complaints(tmp_path / "nowhere") == f"There is no file or folder {tmp_path}/nowhere. Check the path."
    )


# --- Pictures ------------------------------------------------------------------------------------


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
