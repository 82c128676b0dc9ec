"""`manage.py import_items`: what goes well, and the items and manifests that are refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from benchmark.models import Item
from tests.benchmark.management.package_imports import complaints, run
from tests.packages import (
    make_package,
    package_item,
    write_items,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_pictures")]


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
