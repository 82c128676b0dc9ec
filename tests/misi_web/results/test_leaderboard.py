"""The leaderboard: averages, rank ranges, and the published tables beside them."""

import csv
import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmark.models import BenchmarkVersion
from misi_web.results.leaderboard import Entry, Leaderboard, lead
from misi_web.results.queries import runs_of
from misi_web.results.question import Question
from tests.factories import make_participation, make_response, make_study, make_user, make_version
from tests.misi_web.results.worlds import COLUMNS, NOW, items_of_all_columns, lively, printed, run_with

pytestmark = pytest.mark.django_db

# The printed weighted figures of GPT-4.1: their mean over the eight columns is 28.20, 29.20 was printed.
GPT_41 = {
    "translation": 29.71,
    "rotation": 37.45,
    "zooming": 2.00,
    "residue_ligand_positive": 7.33,
    "residue_ligand_negative": 80.00,
    "translation_rotation": 33.33,
    "rotation_rotation": 29.26,
    "docking": 32.90,
    "interaction_location": 36.00,
    "pocket_ligand": 0.20,
}


@pytest.fixture
def version() -> BenchmarkVersion:
    return make_version(results_public_at=NOW)


def leaderboard(version: BenchmarkVersion, metric: str = "weighted", **options: Any) -> Leaderboard:
    question = Question(version, make_user("admin"), metric)
    return lead(question, runs_of(question), **options)


def entry(found: Leaderboard, name: str) -> Entry:
    return next(entry for entry in found.entries if entry.name == name)


def test_a_run_that_is_right_wherever_another_is_and_more_is_first_for_sure(
    version: BenchmarkVersion,
) -> None:
    columns = items_of_all_columns(version, 12)
    right = {item: item.truth for items in columns.values() for item in items}
    some = right | {item: COLUMNS[name][2] for name, items in columns.items() for item in items[:3]}
    fewer = right | {item: COLUMNS[name][2] for name, items in columns.items() for item in items[:9]}
    run_with(version, "Some", some)
    run_with(version, "Fewer", fewer)
    found = leaderboard(version, "exact")
    assert [(one.name, one.ranks) for one in found.entries] == [("Some", (1, 1)), ("Fewer", (2, 2))]
    assert entry(found, "Some").average.value == pytest.approx(75)
    assert entry(found, "Fewer").average.value == pytest.approx(25)


def test_two_runs_that_differ_by_chance_share_their_ranks(version: BenchmarkVersion) -> None:
    columns = items_of_all_columns(version, 8)
    right = {item: item.truth for items in columns.values() for item in items}
    for name, where in (("A", slice(0, 4)), ("B", slice(4, 8))):
        wrong = {item: COLUMNS[column][2] for column, items in columns.items() for item in items[where]}
        run_with(version, name, right | wrong)
    assert {one.ranks for one in leaderboard(version, "exact").entries} == {(1, 2)}


def test_two_runs_of_one_model_are_told_apart(version: BenchmarkVersion) -> None:
    columns = items_of_all_columns(version, 2)
    first, second = (
        run_with(version, "Model A", {item: item.truth for items in columns.values() for item in items})
        for _ in range(2)
    )
    assert {one.name for one in leaderboard(version).entries} == {
        f"Model A (run {first.pk})",
        f"Model A (run {second.pk})",
    }


def test_a_run_without_an_average_has_no_rank_and_stands_last(version: BenchmarkVersion) -> None:
    columns = items_of_all_columns(version, 3)
    run_with(version, "Whole", {item: COLUMNS[name][2] for name, items in columns.items() for item in items})
    question = Question(version, make_user("admin"), "exact", "lenient")
    run_with(version, "Part", {item: item.truth for item in columns["translation"]})
    found = lead(question, runs_of(question))
    assert [(one.name, one.ranks) for one in found.entries] == [("Whole", (1, 1)), ("Part", None)]
    assert found.entries[1].average.reason.startswith("The average takes all averaged columns")
    assert found.entries[1].cells[0].value == 100


def test_people_stand_on_the_leaderboard_without_a_rank(version: BenchmarkVersion) -> None:
    columns = items_of_all_columns(version, 3)
    study = make_study(version)
    for _ in range(2):
        participation = make_participation(study)
        for items in columns.values():
            for item in items:
                make_response(participation, item, item.truth)
    people = entry(leaderboard(version), "People")
    assert (people.average.value, people.ranks, people.average.size.people) == (100, None, 2)


def test_a_printed_average_that_its_columns_do_not_give_is_marked(version: BenchmarkVersion) -> None:
    printed("GPT-4.1", "tiny", GPT_41, average=29.20, rank=7)
    found = entry(leaderboard(version), "GPT-4.1")
    assert found.average.value == pytest.approx(28.19875)
    assert (found.printed_average, found.printed_rank) == (29.20, 7)
    assert found.notes == ("The printed average is 29.20; the columns give 28.20.",)


def test_an_average_that_ends_in_a_half_is_rounded_up_as_on_paper(version: BenchmarkVersion) -> None:
    values = dict.fromkeys(COLUMNS, 23.0) | {"translation": 25.92}
    printed("Half", "tiny", values, average=20.0)
    assert entry(leaderboard(version), "Half").notes == (
        "The printed average is 20.00; the columns give 23.37.",
    )


def test_tables_of_two_papers_are_not_mixed(version: BenchmarkVersion) -> None:
    printed("Human", "tiny", dict.fromkeys(COLUMNS, 80.0), average=80.0, source="paper A")
    printed("Human", "tiny", dict.fromkeys(COLUMNS, 60.0), average=60.0, source="paper B")
    found = {(one.source, one.average.value) for one in leaderboard(version).entries}
    assert found == {("paper A", 80.0), ("paper B", 60.0)}


def test_a_printed_average_within_rounding_is_not_marked(version: BenchmarkVersion) -> None:
    printed("Cut", "tiny", GPT_41, average=28.19, rank=7)
    assert entry(leaderboard(version), "Cut").notes == ()


def test_an_exact_figure_that_equals_the_weighted_one_is_marked(version: BenchmarkVersion) -> None:
    """As Gemini-2.5-flash-lite's translation; without partial credit, and at 0 or 100, nothing is odd."""
    exact = GPT_41 | {"rotation": 100.0, "docking": 0.0, "residue_ligand_positive": 3.0, "pocket_ligand": 0.0}
    exact |= {"residue_ligand_negative": 81.0}
    weighted = exact | {"residue_ligand_positive": 5.0}
    printed("Gemini", "tiny", weighted, average=sum_of_eight(weighted))
    printed("Gemini", "tiny", exact, average=sum_of_eight(exact), metric="exact")
    assert entry(leaderboard(version), "Gemini").notes == ()
    notes = entry(leaderboard(version, "exact"), "Gemini").notes
    assert "The printed exact figure of translation equals the weighted one." in notes


def sum_of_eight(values: dict[str, float]) -> float:
    apart = ("translation_rotation", "rotation_rotation")
    return sum(value for name, value in values.items() if name not in apart) / 8


def test_published_ranks_are_made_again_without_people(version: BenchmarkVersion) -> None:
    for name, value, rank in (("Human Level", 90.0, 0), ("One", 30.0, 2), ("Two", 20.0, 1)):
        printed(name, "tiny", dict.fromkeys(COLUMNS, value), average=value, rank=rank)
    found = leaderboard(version)
    ranks = {one.name: (one.printed_rank, one.rank) for one in found.entries}
    assert ranks == {"Human Level": (None, None), "One": (2, 1), "Two": (1, 2)}


def test_it_sorts_by_any_column_both_ways_and_what_is_missing_stands_last(
    version: BenchmarkVersion,
) -> None:
    printed("High", "tiny", {"zooming": 9.0}, rank=1)
    printed("Low", "tiny", {"zooming": 3.0}, rank=2)
    printed("None", "tiny", {"docking": 5.0}, rank=3)
    down, up = (leaderboard(version, sort="zooming", order=order) for order in ("down", "up"))
    assert [one.name for one in down.entries] == ["High", "Low", "None"]
    assert [one.name for one in up.entries] == ["Low", "High", "None"]


def command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("leaderboard", "--benchmark", "demo", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_json_with_all_decimals() -> None:
    version = lively()
    found = json.loads(command("--format", "json"))
    of_page = leaderboard(version)
    assert (found["benchmark"], found["version"], found["metric"]) == ("demo", 1, "weighted")
    assert [one["name"] for one in found["respondents"]] == [one.name for one in of_page.entries]
    assert found["respondents"][0]["columns"]["average"]["value"] == of_page.entries[0].average.value
    assert len(found["averaged_columns"]) == 8


def test_the_command_prints_csv_with_one_line_for_each_figure() -> None:
    version = lively()
    lines = list(csv.DictReader(io.StringIO(command("--format", "csv", "--metric", "exact"))))
    people = [line for line in lines if line["respondent"] == "People"]
    assert [line["column"] for line in people][:2] == ["average", "translation"]
    assert float(people[0]["value"]) == entry(leaderboard(version, "exact"), "People").average.value
    assert {line["item_set"] for line in lines} == {"", "tiny", "full"}


def test_a_name_that_a_spreadsheet_would_run_is_disarmed(version: BenchmarkVersion) -> None:
    run_with(version, "=1+1", {})
    items_of_all_columns(version, 1)
    lines = list(csv.DictReader(io.StringIO(command("--format", "csv"))))
    assert {line["respondent"] for line in lines} == {"'=1+1"}


def test_the_command_prints_a_latex_table_with_names_escaped(version: BenchmarkVersion) -> None:
    printed("100%_Model & Co", "full", GPT_41, average=28.2, rank=1)
    text = command("--format", "latex")
    assert r"100\%\_Model \& Co (published, full set) & 28.2 & 1 & 29.7" in text
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 1
    assert r"Two rotations$^\dagger$" in text
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert len({line.count("&") - line.count(r"\&") for line in rows}) == 1


def test_the_command_shows_only_what_everybody_may_see_when_asked(version: BenchmarkVersion) -> None:
    items_of_all_columns(version, 1)
    run_with(version, "Hidden", {})
    names = [
        [one["name"] for one in json.loads(command(*options))["respondents"]]
        for options in ([], ["--public"])
    ]
    assert names == [["Hidden"], []]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--benchmark", "nope"], "There is no benchmark nope. Known here: demo v1."),
        (["--version", "9"], "There is no benchmark demo version 9. Known here: demo v1."),
    ],
)
def test_an_unknown_benchmark_is_answered_with_those_there_are(
    version: BenchmarkVersion, arguments: list[str], sentence: str
) -> None:
    with pytest.raises(CommandError, match=sentence):
        command(*arguments)
