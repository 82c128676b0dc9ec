"""A new format is one new file: found, surer than the fallback, read and imported like those of the house."""

import pytest

from benchmark.formats.predictions import detect
from benchmark.formats.rows import UnreadableFile
from tests.benchmark.formats.new_readers import AddReader, add_reader

__all__ = ["add_reader"]

SURE = """
from benchmark.formats.rows import Sure

TITLE = "{title}"


def fits(head):
    return Sure.{sure}
"""


def test_the_surest_reader_reads(add_reader: AddReader) -> None:
    add_reader("unlikely", SURE.format(title="Unlikely", sure="NO"))
    assert detect(b"key,answer\n").TITLE == "CSV"
    add_reader("likely", SURE.format(title="Likely", sure="LIKELY"))
    assert detect(b"key,answer\n").TITLE == "Likely"
    add_reader("certain", SURE.format(title="Certain", sure="CERTAIN"))
    assert detect(b'{"key": "a"}').TITLE == "Certain"


def test_a_file_that_two_formats_fit_equally_well_is_refused_with_both_names(add_reader: AddReader) -> None:
    for title in ("One", "Two"):
        add_reader(title.lower(), SURE.format(title=title, sure="CERTAIN"))
    with pytest.raises(UnreadableFile) as refused:
        detect(b"key,answer\n")
    assert str(refused.value) == (
        "The file could be One or Two: it fits them equally well. "
        "Save it in another format, or ask whoever runs this site to keep only one of these."
    )
