"""Every figure of the comparison, worked out by hand."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from annotation.models import Study
from benchmark.models import BenchmarkVersion, Item, Run, RunTally
from benchmark.runs.tallies import tallies_of
from misi_web.results.comparison import Block, Comparison, RespondentFigures, compare
from misi_web.results.figures import INCOMPLETE
from misi_web.results.queries import runs_of
from misi_web.results.question import Question
from tests.factories import (
    make_item,
    make_participation,
    make_prediction,
    make_response,
    make_run,
    make_study,
    make_user,
    make_version,
)
from tests.misi_web.results.worlds import NOW, complete, items_of_all_columns, run_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def version() -> BenchmarkVersion:
    return make_version(results_public_at=NOW)


@pytest.fixture
def items(version: BenchmarkVersion) -> list[Item]:
    """Four translation items on four structures, all with the truth `move x 3`."""
    return [make_item(version, structure=f"{number}ABC") for number in range(1, 5)]


def comparison(version: BenchmarkVersion, user: Any = None, **choice: Any) -> Comparison:
    question = Question(version, user or make_user("admin"), **choice)
    return compare(question, runs_of(question))


def block(found: Comparison, name: str = "translation") -> Block:
    return next(block for block in found.blocks if block.name == name)


def row(found: Comparison, respondent: str, column: str = "translation") -> RespondentFigures:
    return next(row for row in block(found, column).rows if row.name == respondent)


def answers(version: BenchmarkVersion, *people: dict[Item, str], **study: Any) -> None:
    asked = make_study(version, slug=f"study-{Study.objects.count()}", **study)
    for texts in people:
        participation = make_participation(asked)
        for item, text in texts.items():
            make_response(participation, item, text)


def test_peoples_exact_and_weighted_means(version: BenchmarkVersion, items: list[Item]) -> None:
    """Five answers: right, right, one bin off (6/7), wrong axis, unreadable."""
    one, two, three, _ = items
    answers(
        version,
        {one: "move x 3", two: "move x 2", three: "move y 3"},
        {one: "move x 3", two: "I cannot tell, sorry"},
    )
    exact, weighted = (comparison(version, metric=metric) for metric in ("exact", "weighted"))
    assert row(exact, "People").seen.value == pytest.approx(100 * 2 / 5)
    assert row(weighted, "People").seen.value == pytest.approx(100 * (2 + 6 / 7) / 5)
    size = row(exact, "People").seen.size
    assert (size.answers, size.items, size.people) == (5, 3, 2)
    assert block(exact).items == 4


def test_an_empty_answer_is_wrong_when_strict_and_dropped_when_lenient_but_an_unreadable_one_is_wrong(
    version: BenchmarkVersion, items: list[Item]
) -> None:
    one, two, three, _ = items
    answers(version, {one: "move x 3", two: "", three: "move it"})
    strict, lenient = (row(comparison(version, policy=name), "People").seen for name in ("strict", "lenient"))
    assert strict.value == pytest.approx(100 / 3)
    assert lenient.value == pytest.approx(100 / 2)
    assert (strict.size.answers, lenient.size.answers) == (3, 2)


def test_a_run_on_all_items_and_on_those_people_saw(version: BenchmarkVersion, items: list[Item]) -> None:
    """The run is right on the first and third item; people saw the first two."""
    one, two, three, four = items
    answers(version, {one: "move x 3"}, {two: "move x 3"})
    right, wrong = "move x 3", "move y 3"
    run_with(version, "Model A", {one: right, two: wrong, three: right, four: right})
    found = row(comparison(version, metric="exact"), "Model A")
    assert (found.seen.value, found.seen.size.items) == (50, 2)
    assert (found.whole.value, found.whole.size.items) == (75, 4)


def test_the_difference_pairs_each_answer_of_people_with_the_run_on_the_same_item(
    version: BenchmarkVersion, items: list[Item]
) -> None:
    """People: item 1 right twice, item 2 right once: 3 of 3. The run has item 2 only: 1 of 3 when paired."""
    one, two, *_ = items
    answers(version, {one: "move x 3", two: "move x 3"}, {one: "move x 3"})
    run_with(version, "Model A", {one: "move y 3", two: "move x 3"})
    found = row(comparison(version, metric="exact"), "Model A")
    assert found.seen.value == 50
    assert found.difference.value == pytest.approx(100 - 100 / 3)
    size = found.difference.size
    assert (size.answers, size.items, size.people) == (3, 2, 2)


def test_an_item_the_run_skipped_is_wrong_when_strict_and_left_out_of_the_pair_when_lenient(
    version: BenchmarkVersion, items: list[Item]
) -> None:
    one, two, *_ = items
    answers(version, {one: "move x 3", two: "move y 1"})
    run_with(version, "Model A", {one: "move x 3"})
    strict, lenient = (
        row(comparison(version, metric="exact", policy=name), "Model A") for name in ("strict", "lenient")
    )
    assert (strict.seen.value, strict.whole.value, strict.difference.value) == (50, 25, 0)
    assert (lenient.seen.value, lenient.whole.value, lenient.difference.value) == (100, 100, 0)
    assert (strict.seen.size.items, lenient.seen.size.items) == (2, 1)
    assert (strict.difference.size.answers, lenient.difference.size.answers) == (2, 1)


def test_samples_of_one_item_are_averaged_before_items_are(
    version: BenchmarkVersion, items: list[Item]
) -> None:
    """Item 1: right in one of two samples; item 2: right in its only one. (1/2 + 1) / 2."""
    one, two, *_ = items
    run = make_run(version, "Model A")
    for sample, text in enumerate(["move x 3", "move y 3"]):
        make_prediction(run, one, text, sample=sample)
    make_prediction(run, two, "move x 3")
    complete(run)
    answers(version, {one: "move x 3", two: "move x 3"})
    found = row(comparison(version, metric="exact"), "Model A")
    assert found.seen.value == 75
    assert (found.seen.size.answers, found.seen.size.items) == (3, 2)
    assert found.difference.value == 25


@pytest.mark.parametrize(("policy", "value"), [("strict", 25), ("lenient", 50)])
def test_a_refused_sample_is_wrong_when_strict_and_dropped_when_lenient(
    version: BenchmarkVersion, items: list[Item], policy: str, value: float
) -> None:
    """Item 1: a right answer and a refusal; item 2: a wrong one. What the refusal says doesn't matter."""
    one, two, *_ = items
    run = make_run(version, "Model A")
    make_prediction(run, one, "move x 3", sample=0)
    make_prediction(run, one, "move x 3", sample=1, delivery="refused")
    make_prediction(run, two, "move y 3")
    complete(run)
    answers(version, {one: "move x 3", two: "move x 3"})
    assert row(comparison(version, metric="exact", policy=policy), "Model A").seen.value == value


def test_positives_and_negatives_stand_apart_and_pocket_ligand_also_without_its_empty_items(
    version: BenchmarkVersion,
) -> None:
    bond = make_item(version, "residue_ligand", "Yes: ARG N, O1", stratum="positive")
    none = make_item(version, "residue_ligand", "No", stratum="negative")
    pocket = make_item(version, "pocket_ligand", "ARG 1 N A, O1", stratum="bonds")
    empty = make_item(version, "pocket_ligand", "No", stratum="none")
    run_with(version, "Model A", dict.fromkeys([bond, none, pocket, empty], "No"))
    found = comparison(version, metric="exact")
    values = {block.name: block.rows[1].whole.value for block in found.blocks}
    assert values["residue_ligand_positive"] == 0
    assert values["residue_ligand_negative"] == 100
    assert values["pocket_ligand"] == 50
    assert values["pocket_ligand_bonds"] == 0


def test_the_average_is_the_plain_mean_of_eight_columns(version: BenchmarkVersion) -> None:
    """All right but translation (half) and one column that does not count: (7 + 1/2) / 8."""
    world = items_of_all_columns(version, 2)
    texts = {item: item.truth for column in world.values() for item in column}
    texts[world["translation"][0]] = "move y 3"
    texts |= dict.fromkeys(world["rotation_rotation"], "D")
    run_with(version, "Model A", texts)
    answers(version, texts, texts)
    found = comparison(version, metric="exact")
    assert row(found, "Model A", "average").whole.value == pytest.approx(100 * 7.5 / 8)
    assert row(found, "Model A", "average").seen.value == pytest.approx(100 * 7.5 / 8)
    assert row(found, "People", "average").seen.value == pytest.approx(100 * 7.5 / 8)
    assert row(found, "Model A", "average").difference.value == 0
    assert row(found, "People", "average").seen.size.people == 2


def test_an_average_with_a_column_missing_is_missing_and_says_so(
    version: BenchmarkVersion, items: list[Item]
) -> None:
    run_with(version, "Model A", dict.fromkeys(items, "move x 3"))
    found = row(comparison(version), "Model A", "average").whole
    assert found.value is None
    assert found.reason == INCOMPLETE


def test_what_nobody_answered_is_missing_with_the_reason(
    version: BenchmarkVersion, items: list[Item]
) -> None:
    run_with(version, "Model A", dict.fromkeys(items, "move x 3"))
    found = comparison(version)
    assert row(found, "People").seen.value is None
    assert row(found, "People").seen.reason == "Nobody has answered these items."
    assert row(found, "Model A").seen.reason == "Nobody has answered these items."
    assert row(found, "Model A").difference.reason == "Nobody has answered these items."
    assert row(found, "Model A").whole.value == 100


def test_one_person_has_a_mean_without_an_interval_and_the_reason(
    version: BenchmarkVersion, items: list[Item]
) -> None:
    answers(version, dict.fromkeys(items, "move x 3"))
    found = row(comparison(version), "People").seen
    assert (found.value, found.low) == (100, None)
    assert found.reason == "No interval: it takes answers from at least two people and structures."


def test_all_right_has_a_named_interval(version: BenchmarkVersion, items: list[Item]) -> None:
    run_with(version, "Model A", dict.fromkeys(items, "move x 3"))
    found = row(comparison(version), "Model A").whole
    assert (found.method, found.high) == ("Wilson", 100)
    assert found.low == pytest.approx(100 * 4 / (4 + 1.959964**2))


def test_everybody_sees_published_studies_that_are_closed_and_public_runs_only(
    version: BenchmarkVersion, items: list[Item]
) -> None:
    owner = make_user("researcher")
    answers(version, dict.fromkeys(items, "move x 3"), owner=owner)
    answers(version, dict.fromkeys(items, "move y 3"), results_public_at=NOW, state="closed")
    answers(version, dict.fromkeys(items, "move y 3"), results_public_at=NOW, state="open")
    answers(version, dict.fromkeys(items, "move y 3"), results_public_at=NOW, state="paused")
    run_with(version, "Hidden", dict.fromkeys(items, "move x 3"))
    run_with(version, "Shown", dict.fromkeys(items, "move x 3"), public_at=NOW)
    for user, people, models in [
        (AnonymousUser(), 1, ["Shown"]),
        (make_user("viewer"), 1, ["Shown"]),
        (make_user("researcher"), 1, ["Shown", "Hidden"]),
        (owner, 2, ["Shown", "Hidden"]),
        (make_user("admin"), 4, ["Shown", "Hidden"]),
    ]:
        found = comparison(version, user)
        assert found.people == people
        assert sorted(row.name for row in block(found).rows[1:]) == sorted(models)


def test_answers_that_do_not_count_stay_out(version: BenchmarkVersion, items: list[Item]) -> None:
    study = make_study(version)
    for fields in ({"validity": "excluded"}, {"validity": "surplus"}):
        make_response(make_participation(study), items[0], "move x 3", **fields)
    make_response(make_participation(study, kind="preview"), items[0], "move x 3")
    make_run(version, "Incomplete")
    complete(make_run(version, "Retired"), state="retired")
    found = comparison(version)
    assert found.people == 0
    assert [row.name for row in block(found).rows] == ["People"]


def test_the_same_page_shows_the_same_numbers_twice(version: BenchmarkVersion, items: list[Item]) -> None:
    one, two, *_ = items
    answers(version, {one: "move x 3", two: "move x 1"}, {one: "move y 3", two: "move x 3"})
    run_with(version, "Model A", {one: "move x 2", two: "move x 3"})
    user = make_user("admin")
    assert comparison(version, user) == comparison(version, user)


def test_an_empty_version_has_no_columns(version: BenchmarkVersion) -> None:
    found = comparison(version)
    assert [block.name for block in found.blocks] == ["average"]


def test_items_without_a_structure_count_as_one_together(version: BenchmarkVersion) -> None:
    loose = [make_item(version) for _ in range(3)]
    for item in loose:
        item.item_structures.all().delete()
    answers(version, dict.fromkeys(loose, "move x 3"), dict.fromkeys(loose, "move x 3"))
    run = make_run(version, "Model A")
    for item in loose:
        make_prediction(run, item, "move x 3")
    RunTally.objects.bulk_create(tallies_of(run))
    Run.objects.update(state="done", completed_at=NOW)
    found = row(comparison(version), "Model A").whole
    assert (found.value, found.low) == (100, None)
    assert found.reason == "No interval: it takes answers from at least two structures."
    assert row(comparison(version), "People").seen.value == 100


def test_the_writers_tallies_are_those_of_the_plainest_sums(version: BenchmarkVersion) -> None:
    """Samples, a refusal, an empty answer and a missing one, over two structures and two strata."""
    bond, none = (
        make_item(version, "residue_ligand", truth, structure=structure, stratum=stratum)
        for truth, structure, stratum in (("Yes: ARG N, O1", "1ABC", "positive"), ("No", "2ABC", "negative"))
    )
    one, two, three = (make_item(version, structure=structure) for structure in ("1ABC", "1ABC", "2ABC"))
    run = make_run(version, "Model A")
    make_prediction(run, one, "move x 3", sample=0)
    make_prediction(run, one, "move x 2", sample=1)
    make_prediction(run, one, "", sample=2)
    make_prediction(run, two, "move x 3", delivery="refused")
    make_prediction(run, bond, "No")
    complete(run)
    assert three.pk not in run.predictions.values_list("item", flat=True)
    assert none.stratum == "negative"
    fields = ("task", "stratum", "policy", "items", "answers", "exact_sum", "weighted_sum", "clusters")
    plain = {row[:3]: row[3:] for row in run.tallies.filter(items__gt=0).values_list(*fields)}
    for tally in tallies_of(run):
        expected = plain.pop((tally.task, tally.stratum, tally.policy))
        assert (tally.items, tally.answers) == expected[:2]
        assert (tally.exact_sum, tally.weighted_sum) == pytest.approx(expected[2:4])
        assert {key: pytest.approx(sums) for key, sums in expected[4].items()} == tally.clusters
    assert plain == {}
