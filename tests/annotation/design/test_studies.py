"""Making a study from a design, and what becomes of it."""

from typing import Any

import pytest

from annotation.design import studies
from annotation.design.document import Design
from annotation.design.studies import StudyRefused
from annotation.models import Study, StudyItem
from benchmark.common.roles import Role
from benchmark.models import AuditEntry
from tests.factories import make_item, make_user, make_version

pytestmark = pytest.mark.django_db


def create(**fields: Any) -> Study:
    values: dict[str, Any] = {
        "slug": "study",
        "title": "A study",
        "owner": make_user(Role.RESEARCHER),
        "design": {"tasks": ["translation"]},
    }
    return studies.create_study(**(values | fields))


def chosen(study: Study, role: str = StudyItem.Role.SCORED) -> list[str]:
    return list(study.study_items.filter(role=role).order_by("item__key").values_list("item__key", flat=True))


def test_a_new_study_is_a_draft_with_all_items_of_its_tasks() -> None:
    version = make_version()
    for key in ("a", "b"):
        make_item(version, key=key)
    make_item(version, "rotation", "roll x 15", key="other")
    study = create(version=version)
    assert study.state == Study.State.DRAFT
    assert chosen(study) == ["a", "b"]
    design = study.designs.get()
    assert design.sha256 == Design(tasks=("translation",)).sha256
    assert AuditEntry.objects.get().what == "study created"


def test_a_sample_of_items_follows_the_seed_alone() -> None:
    version = make_version()
    for number in range(20):
        make_item(version, key=f"k{number}")
    design = {"tasks": ["translation"], "items_per_task": 5}
    first, again = (chosen(create(version=version, slug=slug, design=design)) for slug in ("one", "two"))
    other = chosen(create(version=version, slug="three", design=design | {"seed": 2}))
    assert len(first) == 5
    assert first == again != other


def test_examples_come_from_the_train_split_and_from_complexes_that_are_not_scored() -> None:
    version, train = make_version(), make_version("train", split="train")
    make_item(version, structure="1HPV")
    make_item(train, key="seen", structure="1HPV")
    make_item(train, key="unseen", structure="9TRN")
    study = create(version=version, design={"tasks": ["translation"], "examples": "train"})
    assert chosen(study, StudyItem.Role.EXAMPLE) == ["unseen"]


def test_an_example_does_not_have_the_commonest_answer_where_there_is_another() -> None:
    version, train = make_version(), make_version("train", split="train")
    make_item(version, "pocket_ligand", "No")
    for _ in range(5):
        make_item(train, "pocket_ligand", "No", structure="9TRN")
    make_item(train, "pocket_ligand", "ARG 221 NH2 A, O22", key="telling", structure="9TRN")
    study = create(version=version, design={"tasks": ["pocket_ligand"], "examples": "train"})
    assert chosen(study, StudyItem.Role.EXAMPLE) == ["telling"]


def test_a_task_without_a_free_example_has_none() -> None:
    version, train = make_version(), make_version("train", split="train")
    make_item(version, structure="1HPV")
    make_item(train, structure="1HPV")
    study = create(version=version, design={"tasks": ["translation"], "examples": "train"})
    assert chosen(study, StudyItem.Role.EXAMPLE) == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"design": {"tasks": ["juggling"]}}, "There is no task 'juggling'"),
        ({"design": {"tasks": ["rotation"]}}, "demo v1 has 0 items of rotation; the design asks for some."),
        (
            {"design": {"tasks": ["translation"], "items_per_task": 3}},
            "demo v1 has 1 items of translation; the design asks for 3.",
        ),
        (
            {"design": {"tasks": ["translation"], "examples": "nowhere"}},
            "The design takes its examples from 'nowhere', which is no benchmark.",
        ),
        (
            {"design": {"tasks": ["translation"], "examples": "demo"}},
            "The examples come from demo v1, which is not of the train split.",
        ),
        ({"slug": "taken"}, "There is already a study 'taken'. Choose another short name."),
        ({"slug": "not a slug"}, "Enter a valid"),
        ({"title": ""}, "This field cannot be blank."),
    ],
)
def test_a_study_that_cannot_be_made_leaves_nothing_behind(fields: dict[str, Any], sentence: str) -> None:
    version = make_version()
    make_item(version)
    create(version=version, slug="taken")
    with pytest.raises(StudyRefused) as refusal:
        create(version=version, **fields)
    assert str(refusal.value).startswith(sentence)
    assert [study.slug for study in Study.objects.all()] == ["taken"]


def test_a_study_opens_pauses_opens_again_and_closes_for_good() -> None:
    version = make_version()
    make_item(version)
    study = create(version=version)
    admin = make_user(Role.ADMIN)
    for change in (studies.open_study, studies.pause_study, studies.open_study, studies.close_study):
        change(study=study, who=admin)
    study.refresh_from_db()
    assert study.state == Study.State.CLOSED
    entries = AuditEntry.objects.filter(who=admin).order_by("id")
    assert [entry.what for entry in entries] == ["study open", "study paused", "study open", "study closed"]
    with pytest.raises(StudyRefused, match="A study that is closed cannot become open"):
        studies.open_study(study=study, who=admin)


def test_opening_an_open_study_or_publishing_a_published_one_changes_nothing() -> None:
    version = make_version()
    make_item(version)
    study = create(version=version)
    for _ in range(2):
        studies.open_study(study=study, who=None)
        studies.show_results(study=study, who=None)
    assert AuditEntry.objects.exclude(what="study created").count() == 2
    study.refresh_from_db()
    assert study.results_public_at is not None


def test_hiding_takes_publishing_back_and_leaves_a_trace_once() -> None:
    version = make_version()
    make_item(version)
    study, admin = create(version=version), make_user(Role.ADMIN)
    studies.show_results(study=study, who=admin)
    for _ in range(2):
        studies.hide_results(study=study, who=admin)
    study.refresh_from_db()
    assert study.results_public_at is None
    assert [entry.what for entry in AuditEntry.objects.filter(who=admin).order_by("id")] == [
        "study published",
        "study hidden",
    ]
