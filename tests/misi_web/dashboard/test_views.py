"""The results pages over HTTP: who sees what, the controls in the address, the files."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_version
from tests.misi_web.results.worlds import NOW, items_of_all_columns, lively, run_with

pytestmark = pytest.mark.django_db

COMPARISON, LEADERBOARD = "/results/demo/1/", "/results/demo/1/leaderboard/"
PAGES = [COMPARISON, LEADERBOARD, "/results/demo/1/comparison.csv", "/results/demo/1/leaderboard.csv"]


def text_of(response: Any) -> str:
    """A page's text, its tags and runs of space gone."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.mark.parametrize("path", PAGES)
def test_unpublished_results_do_not_exist_for_anonymous_visitors_and_viewers(
    client_as: Any, path: str
) -> None:
    items_of_all_columns(make_version(), 1)
    status = {
        role: client_as(role).get(path).status_code for role in ("anonymous", "viewer", "researcher", "admin")
    }
    assert status == {"anonymous": 404, "viewer": 404, "researcher": 200, "admin": 200}


@pytest.mark.parametrize("path", PAGES)
def test_published_results_are_open_to_everybody(client_as: Any, path: str) -> None:
    items_of_all_columns(make_version(results_public_at=NOW), 1)
    for role in ("anonymous", "viewer", "researcher", "admin"):
        assert client_as(role).get(path).status_code == 200


def test_the_index_lists_the_versions_a_visitor_may_see(client_as: Any) -> None:
    make_version("shown", results_public_at=NOW)
    make_version("hidden")
    assert "shown, version 1" in text_of(client_as("anonymous").get("/results/"))
    assert "hidden" not in text_of(client_as("viewer").get("/results/"))
    assert "hidden, version 1" in text_of(client_as("researcher").get("/results/"))


def test_an_empty_index_says_how_results_come_here(client: Client) -> None:
    assert "No results are public yet." in text_of(client.get("/results/"))


def test_a_page_without_people_or_runs_says_what_would_be_here(client: Client) -> None:
    items_of_all_columns(make_version(results_public_at=NOW), 1)
    text = text_of(client.get(COMPARISON))
    assert "No answers of people to show yet." in text
    assert "No run to show yet." in text
    assert "missing: Nobody has answered these items." in text


def test_the_address_chooses_metric_policy_and_runs(client: Client) -> None:
    version = make_version(results_public_at=NOW)
    item = items_of_all_columns(version, 1)["translation"][0]
    one, two = (run_with(version, name, {item: "move x 2"}, public_at=NOW) for name in ("One", "Two"))
    found = client.get(COMPARISON, {"metric": "exact", "policy": "lenient", "run": two.pk}).context[
        "comparison"
    ]
    assert (found.metric, found.policy) == ("exact", "lenient")
    assert [row.run for row in found.blocks[0].rows] == [None, two.pk]
    assert found.blocks[0].rows[1].whole.value == 0
    everything = client.get(COMPARISON).context["comparison"]
    assert [row.run for row in everything.blocks[0].rows] == [None, two.pk, one.pk]
    assert everything.blocks[0].rows[1].whole.value == pytest.approx(100 * 6 / 7)


@pytest.mark.parametrize("path", [COMPARISON, LEADERBOARD])
def test_a_senseless_choice_is_named_and_the_default_shown(client: Client, path: str) -> None:
    items_of_all_columns(make_version(results_public_at=NOW), 1)
    response = client.get(path, {"metric": "beauty", "policy": "kind", "run": "x", "sort": "y", "order": "z"})
    assert response.status_code == 200
    assert "Select a valid choice. beauty is not one of the available choices." in text_of(response)


def test_a_run_that_is_not_public_cannot_be_asked_for_by_its_number(client: Client) -> None:
    version = make_version(results_public_at=NOW)
    item = items_of_all_columns(version, 1)["translation"][0]
    hidden = run_with(version, "Hidden", {item: "move x 3"})
    response = client.get(COMPARISON, {"run": hidden.pk})
    assert "Hidden" not in response.content.decode()


def test_the_csv_holds_the_numbers_of_the_page(client: Client) -> None:
    lively()
    page = client.get(COMPARISON, {"metric": "exact"}).context["comparison"]
    response = client.get("/results/demo/1/comparison.csv", {"metric": "exact"})
    lines = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert response["Content-Disposition"] == 'attachment; filename="demo-v1-comparison.csv"'
    of_page = [
        figure.value
        for block in page.blocks
        for row in block.rows
        for figure in (row.seen, row.whole, row.difference)
        if figure is not None
    ]
    assert [float(line["value"]) for line in lines] == of_page


@pytest.mark.parametrize("page", ["comparison", "leaderboard"])
@pytest.mark.parametrize(
    ("kind", "content_type", "start"),
    [
        ("svg", "image/svg+xml", b"<svg"),
        ("pdf", "application/pdf", b"%PDF"),
        ("png", "image/png", b"\x89PNG"),
    ],
)
def test_charts_come_as_files_for_papers(
    client: Client, page: str, kind: str, content_type: str, start: bytes
) -> None:
    lively(structures=2, people=2)
    response = client.get(f"/results/demo/1/{page}.{kind}")
    assert response["Content-Type"] == content_type
    assert response.content.startswith(start)


def test_a_file_of_an_unknown_kind_does_not_exist(client: Client) -> None:
    lively(structures=1, people=1)
    assert client.get("/results/demo/1/comparison.exe").status_code == 404


def test_the_leaderboard_tells_measured_published_full_and_tiny_apart_in_words(client: Client) -> None:
    lively()
    text = text_of(client.get(LEADERBOARD))
    assert "measured here, 5 people" in text
    assert "published, tiny set" in text
    assert "published, full set" in text
    assert "Two rotations † not in the average" in text
    assert "o3 (tiny set): The printed average is 21.00; the columns give 22.00." in text


def test_headings_sort_and_turn_round(client: Client) -> None:
    lively(structures=2, people=2)
    headings = client.get(LEADERBOARD, {"sort": "zooming", "metric": "exact"}).context["headings"]
    zooming = next(heading for heading in headings if heading["title"] == "Zooming")
    docking = next(heading for heading in headings if heading["title"] == "Ligand docking")
    assert (zooming["sorted"], zooming["query"]) == ("descending", "sort=zooming&metric=exact&order=up")
    assert (docking["sorted"], docking["query"]) == ("", "sort=docking&metric=exact&order=down")


@pytest.mark.parametrize(("people", "structures"), [(1, 2), (4, 6)])
@pytest.mark.parametrize(("path", "queries"), [(COMPARISON, 8), (LEADERBOARD, 8)])
def test_the_number_of_queries_does_not_grow(
    client: Client, django_assert_num_queries: Any, people: int, structures: int, path: str, queries: int
) -> None:
    lively(structures, people)
    with django_assert_num_queries(queries):
        client.get(path)
