"""The REST API: who sees what, and every answer that makes no sense gets a sentence."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from rest_framework.authtoken.models import Token

from misi_web.results.comparison import compare
from misi_web.results.queries import runs_of
from misi_web.results.question import Question
from tests.factories import make_item, make_run, make_user, make_version
from tests.misi_web.results.worlds import NOW, complete, lively

pytestmark = pytest.mark.django_db

VERSION = "/api/benchmarks/demo/versions/1/"
ROLES = ("anonymous", "viewer", "researcher", "admin")


def with_token(user: Any) -> Client:
    return Client(headers={"Authorization": f"Token {Token.objects.create(user=user).key}"})


def test_the_root_names_the_starting_points(client: Client) -> None:
    assert client.get("/api/").json()["benchmarks"] == "http://testserver/api/benchmarks/"


def test_benchmarks_and_their_versions_are_listed_where_they_may_be_seen(client_as: Any) -> None:
    make_version("shown", 1, results_public_at=NOW)
    make_version("shown", 2)
    make_version("hidden", 1)

    def listed(role: str) -> list[tuple[str, list[int]]]:
        found = client_as(role).get("/api/benchmarks/").json()
        return [(one["name"], [version["number"] for version in one["versions"]]) for one in found]

    assert listed("anonymous") == listed("viewer") == [("shown", [1])]
    assert listed("researcher") == listed("admin") == [("hidden", [1]), ("shown", [2, 1])]


def test_a_version_tells_how_many_items_each_column_has(client: Client) -> None:
    version = make_version(results_public_at=NOW)
    make_item(version, "residue_ligand", "No", stratum="negative")
    columns = {one["name"]: one["items"] for one in client.get(VERSION).json()["columns"]}
    assert (columns["residue_ligand_negative"], columns["residue_ligand_positive"]) == (1, 0)


@pytest.mark.parametrize("path", ["", "items/", "results/", "leaderboard/"])
def test_a_version_that_is_not_the_callers_to_see_is_not_there(client_as: Any, path: str) -> None:
    make_version()
    response = client_as("viewer").get(VERSION + path)
    assert response.status_code == 404
    assert response.json() == {"detail": "There is no such benchmark version, or it is not yours to see."}


def test_an_item_shows_its_truth_to_those_who_may_see_it_and_only_to_them(client_as: Any) -> None:
    version = make_version(results_public_at=NOW)
    make_item(version, truth="move x 3", facts={"depth": 1}, difficulty={"bonds": 2}, structure="1HPV")
    told = {"stratum", "truth", "facts", "difficulty", "structures"}
    shown = {role: client_as(role).get(f"{VERSION}items/") for role in ROLES}
    assert shown["anonymous"].status_code == 401
    assert told.isdisjoint(shown["viewer"].json()["results"][0])
    assert "move x 3" not in shown["viewer"].content.decode()
    for role in ("researcher", "admin"):
        (item,) = shown[role].json()["results"]
        assert (item["truth"], item["structures"]) == ("move x 3", ["1HPV"])


def test_items_come_in_pages_in_the_order_of_their_opaque_keys(client_as: Any) -> None:
    version = make_version()
    for number in range(101):
        make_item(version, key=f"key{(number * 7) % 101:03d}")
    client = client_as("researcher")
    first = client.get(f"{VERSION}items/").json()
    second = client.get(first["next"]).json()
    keys = [item["key"] for item in first["results"] + second["results"]]
    assert keys == sorted(keys)
    assert (len(first["results"]), len(second["results"])) == (100, 1)


def test_items_cost_the_same_queries_however_many_there_are(
    client_as: Any, django_assert_num_queries: Any
) -> None:
    version = make_version()
    for _ in range(20):
        make_item(version)
    client = client_as("researcher")
    with django_assert_num_queries(8):
        client.get(f"{VERSION}items/")


def test_everybody_sees_public_runs_and_researchers_all(client_as: Any) -> None:
    version = make_version(results_public_at=NOW)
    complete(make_run(version, "Shown"), public_at=NOW)
    hidden = make_run(version, "Queued")
    seen = {
        role: [run["model"] for run in client_as(role).get("/api/runs/").json()["results"]] for role in ROLES
    }
    assert seen["anonymous"] == seen["viewer"] == ["Shown"]
    assert seen["researcher"] == seen["admin"] == ["Queued", "Shown"]
    response = client_as("viewer").get(f"/api/runs/{hidden.pk}/")
    assert response.status_code == 404
    assert response.json() == {"detail": "There is no such run, or it is not yours to see."}


def test_a_run_tells_its_state_and_its_bad_rows(client_as: Any) -> None:
    run = make_run(make_version(), state="failed", reason="Line 3 is not JSON.", rows_counted=9, rows_bad=1)
    run.problems.create(place=3, code="json", text="This line is not JSON.")
    found = client_as("researcher").get(f"/api/runs/{run.pk}/").json()
    assert (found["state"], found["reason"], found["rows_bad"]) == ("failed", "Line 3 is not JSON.", 1)
    assert found["problems"] == [{"line": 3, "code": "json", "text": "This line is not JSON."}]


def test_results_are_those_of_the_comparison_page(client: Client) -> None:
    version = lively()
    found = client.get(f"{VERSION}results/", {"metric": "exact", "policy": "lenient"}).json()
    question = Question(version, make_user("viewer"), "exact", "lenient")
    of_page = compare(question, runs_of(question))
    assert (found["metric"], found["policy"], found["people"]) == ("exact", "lenient", 5)
    first = found["results"][0]
    people = of_page.blocks[0].rows[0].seen
    assert (first["respondent"], first["column"], first["scope"]) == ("People", "translation", "seen")
    assert (first["value"], first["low"], first["high"]) == (people.value, people.low, people.high)


def test_results_of_chosen_runs(client: Client) -> None:
    version = lively(structures=2, people=2)
    run = version.runs.first()
    found = client.get(f"{VERSION}results/", {"run": run.pk}).json()
    assert {one["run"] for one in found["results"]} == {None, run.pk}
    response = client.get(f"{VERSION}results/", {"run": 999_999})
    assert response.status_code == 404
    assert response.json()["detail"].startswith("There is no run 999999 on this version")


def test_the_leaderboard_has_measured_and_published_respondents(client: Client) -> None:
    lively(structures=3, people=2)
    found = client.get(f"{VERSION}leaderboard/").json()
    kinds = {one["name"]: (one["kind"], one["item_set"]) for one in found["respondents"]}
    assert kinds["Uniform guessing"] == ("model", None)
    assert kinds["Fine-tuned"] == ("published", "full")
    assert set(found["respondents"][0]["columns"]["average"]) >= {"value", "low", "high", "people"}


@pytest.mark.parametrize("path", ["results/", "leaderboard/"])
def test_a_senseless_choice_gets_a_sentence(client: Client, path: str) -> None:
    make_version(results_public_at=NOW)
    response = client.get(VERSION + path, {"metric": "beauty"})
    assert response.status_code == 400
    assert response.json() == {"metric": ['"beauty" is not a valid choice.']}


def test_a_token_stands_for_its_account(client: Client) -> None:
    make_item(make_version())
    assert with_token(make_user("researcher")).get(f"{VERSION}items/").status_code == 200
    response = Client(headers={"Authorization": "Token nonsense"}).get("/api/runs/")
    assert response.status_code == 401
    assert response.json() == {"detail": "Invalid token."}


def test_an_account_without_the_role_is_told_so() -> None:
    make_version(results_public_at=NOW)
    nobody = make_user("researcher")
    nobody.groups.clear()
    response = with_token(nobody).get(f"{VERSION}items/")
    assert response.status_code == 403
    assert response.json() == {"detail": "This account may not do that. Ask an admin for another role."}


def test_the_schema_validates_without_a_warning(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"))
    assert "/api/runs/" in (tmp_path / "schema.yml").read_text()


def test_in_a_browser_an_answer_is_a_page_with_links(client: Client) -> None:
    lively(structures=1, people=1)
    response = client.get("/api/benchmarks/", headers={"Accept": "text/html"})
    assert "text/html" in response["Content-Type"]
    assert "&quot;demo&quot;" in response.content.decode()
    root = client.get("/api/", headers={"Accept": "text/html"}).content.decode()
    assert '<a href="http://testserver/api/benchmarks/"' in root
