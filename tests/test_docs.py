"""What the documentation names is there: files, commands with their options, make targets, examples."""

import gzip
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from django.core.management import get_commands, load_command_class

from benchmark.formats.predictions import Reader
from benchmark.formats.rows import Row, Sure, UnreadableFile

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "benchmark/demo/README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
# `run` is how the page on deploying calls manage.py with the settings of the site.
COMMAND = re.compile(r"(?:manage\.py|^run) ([a-z_]+)(.*)$", re.MULTILINE)
MAKE = re.compile(r"(?:^|&& |[A-Z]=\S+ )make (?:[A-Z]+=\S+ )*([\w./-]+)", re.MULTILINE)
TARGET = re.compile(r"^([\w./-]+):", re.MULTILINE)
REST_OF_LINE = re.compile(r"(?:\||<<|#).*|[\[\]]")
OURS = re.compile(r"(?:annotation|bench|benchmark|deploy|docs|misi_web|static|templates|tests)/[\w./-]*")
CODE = ("*.py", "*.service", "*.example", "*.conf", "*.html", "*.sh")

documents = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))


def blocks(document: Path) -> list[str]:
    return FENCE.findall(document.read_text())


def pieces(document: Path) -> list[str]:
    """All that stands in a document as code: blocks, and spans within lines."""
    return [*blocks(document), *SPAN.findall(FENCE.sub("", document.read_text()))]


def commands(texts: list[str]) -> Iterator[tuple[str, list[str]]]:
    for name, rest in COMMAND.findall("\n".join(texts).replace("\\\n", " ")):
        yield name, shlex.split(REST_OF_LINE.sub("", rest))


@documents
def test_every_link_leads_to_a_file(document: Path) -> None:
    links = LINK.findall(FENCE.sub("", document.read_text()))
    files = [link.partition("#")[0] for link in links if "://" not in link]
    assert [name for name in files if not (document.parent / name).exists()] == []


@documents
def test_every_path_named_exists(document: Path) -> None:
    named = [span for span in pieces(document) if OURS.fullmatch(span)]
    assert [path for path in named if not (ROOT / path).exists()] == []


@documents
def test_every_make_target_named_exists(document: Path) -> None:
    targets = set(TARGET.findall((ROOT / "Makefile").read_text()))
    assert set(MAKE.findall("\n".join(pieces(document)))) - targets == set()


@documents
def test_every_command_named_exists(document: Path) -> None:
    assert {name for name, _ in commands(pieces(document))} - set(get_commands()) == set()


@documents
def test_every_command_line_shown_is_understood(document: Path) -> None:
    for name, arguments in commands(blocks(document)):
        place = get_commands()[name]
        command = place if not isinstance(place, str) else load_command_class(place, name)
        command.create_parser("manage.py", name).parse_args(arguments)


def test_the_index_lists_every_page() -> None:
    pages = {page.name for page in DOCUMENTS if page.parent.name == "docs"} - {"README.md"}
    assert set(LINK.findall((ROOT / "docs/README.md").read_text())) == pages


def test_every_page_the_code_points_to_exists() -> None:
    folders = ("annotation", "benchmark", "deploy", "misi_web", "templates")
    files = [file for folder in folders for kind in CODE for file in (ROOT / folder).rglob(kind)]
    named = {page for file in files for page in re.findall(r"docs/[\w-]+\.md", file.read_text())}
    assert named
    assert [page for page in named if not (ROOT / page).exists()] == []


@pytest.fixture
def example() -> Reader:
    """The reader that the page on file formats shows."""
    (code,) = (text for text in blocks(ROOT / "docs/add-a-file-format.md") if "def read" in text)
    module = ModuleType("gzipped")
    exec(code, module.__dict__)
    return cast(Reader, module)


def test_the_example_of_a_reader_reads(example: Reader) -> None:
    packed = gzip.compress(b'{"key": "a", "answer": "move x 3"}\n')
    assert example.fits(packed) == Sure.CERTAIN
    assert list(example.read(io.BytesIO(packed))) == [Row(1, "a", "move x 3", 0, "", {})]


def test_the_example_of_a_reader_refuses_half_a_file(example: Reader) -> None:
    packed = gzip.compress(b'{"key": "a", "answer": "move x 3"}\n')
    with pytest.raises(UnreadableFile, match="The gzip file is broken"):
        list(example.read(io.BytesIO(packed[:-4])))
