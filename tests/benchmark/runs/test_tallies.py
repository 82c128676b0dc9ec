"""A published run's sums."""

import pytest

from benchmark.models import BenchmarkVersion, Run, RunTally
from tests.benchmark.runs.files import imported, json_lines, queued
from tests.factories import make_item, make_structure, make_version

pytestmark = pytest.mark.django_db


def tally(run: Run, policy: str, **which: str) -> RunTally:
    return RunTally.objects.get(run=run, policy=policy, **which)


def sums(row: RunTally) -> tuple[int, int, float, float]:
    return row.items, row.answers, row.exact_sum, round(row.weighted_sum, 6)


def run_of(version: BenchmarkVersion, *records: dict[str, object]) -> Run:
    return imported(queued(version, json_lines(*records)))


def test_strict_counts_what_is_missing_and_lenient_drops_it() -> None:
    version = make_version()
    right, wrong, unreadable, empty, null, absent = (make_item(version, truth="move x 4") for _ in range(6))
    run = run_of(
        version,
        {"key": right.key, "answer": "move x 4"},
        {"key": wrong.key, "answer": "move x 3"},
        {"key": unreadable.key, "answer": "perhaps"},
        {"key": empty.key, "answer": ""},
        {"key": null.key, "answer": None},
    )
    assert absent.key
    assert sums(tally(run, "strict")) == (6, 5, 1, round(1 + 6 / 7, 6))
    assert sums(tally(run, "lenient")) == (3, 3, 1, round(1 + 6 / 7, 6))


def test_repeated_samples_are_averaged_before_items_are() -> None:
    version = make_version()
    first, second = (make_item(version, truth="move x 4") for _ in range(2))
    samples = [("move x 4", 0), ("move x 4", 1), ("move y 1", 2), ("", 3)]
    records = [{"key": first.key, "answer": text, "sample": sample} for text, sample in samples]
    run = run_of(version, *records, {"key": second.key, "answer": "move x 4"})
    assert sums(tally(run, "strict")) == (2, 5, 1.5, 1.5)
    lenient = tally(run, "lenient")
    assert (lenient.items, lenient.answers, lenient.exact_sum) == (2, 4, pytest.approx(1 + 2 / 3))


def test_tasks_and_strata_are_apart() -> None:
    version = make_version()
    yes = make_item(version, "residue_ligand", "Yes: ARG NH2, O22", stratum="positive")
    no = make_item(version, "residue_ligand", "No", stratum="negative")
    make_item(version, "zooming", "move z 47")
    run = run_of(version, {"key": yes.key, "answer": "No"}, {"key": no.key, "answer": "No"})
    assert sums(tally(run, "strict", stratum="positive")) == (1, 1, 0, 0)
    assert sums(tally(run, "strict", stratum="negative")) == (1, 1, 1, 1)
    assert sums(tally(run, "strict", task="zooming")) == (1, 0, 0, 0)
    assert not RunTally.objects.filter(task="zooming", policy="lenient").exists()


def test_clusters_add_up_to_the_whole_by_structure() -> None:
    version = make_version()
    one = [make_item(version, truth="move x 4", structure="1ABC") for _ in range(2)]
    two = make_item(version, truth="move x 4", structure="2XYZ")
    run = run_of(version, *({"key": item.key, "answer": "move x 4"} for item in [*one, two]))
    structures = [str(make_structure(name).pk) for name in ("1ABC", "2XYZ")]
    assert tally(run, "strict").clusters == {structures[0]: [2, 2.0, 2.0], structures[1]: [1, 1.0, 1.0]}


def test_an_item_of_two_structures_belongs_to_its_cluster_alone() -> None:
    version = make_version()
    item = make_item(version, "translation_rotation", "A", structure="TARGET")
    item.item_structures.create(structure=make_structure("REFERENCE"), role="reference", is_cluster=False)
    run = run_of(version, {"key": item.key, "answer": "A"})
    assert sums(tally(run, "strict")) == (1, 1, 1, 1)
    assert list(tally(run, "strict").clusters) == [str(make_structure("TARGET").pk)]


def test_an_item_without_a_structure_is_counted_too() -> None:
    version = make_version()
    item = make_item(version, truth="move x 4")
    item.item_structures.all().delete()
    run = run_of(version, {"key": item.key, "answer": "move x 4"})
    assert sums(tally(run, "strict")) == (1, 1, 1, 1)
    assert tally(run, "lenient").clusters == {"None": [1, 1.0, 1.0]}
