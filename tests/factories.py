"""Plain helpers that make one row with everything it needs. Names say what comes back."""

import hashlib
import itertools
import uuid
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from annotation.models import Assignment, Participation, Response, Study, StudyDesign, StudyItem
from benchmark.models import (
    Benchmark,
    BenchmarkVersion,
    Item,
    ItemStructure,
    ModelCard,
    Prediction,
    Role,
    Run,
    Structure,
)

counter = itertools.count(1)


def sha(text: object) -> str:
    return hashlib.sha256(str(text).encode()).hexdigest()


def make_user(role: str = Role.RESEARCHER, name: str | None = None) -> Any:
    user = get_user_model().objects.create_user(
        name or f"{role}-{next(counter)}",
        password="cheese-and-onions",
        is_staff=role == Role.ADMIN,
        is_superuser=role == Role.ADMIN,
    )
    user.groups.add(Group.objects.get_or_create(name=role)[0])
    return user


def make_version(name: str = "demo", number: int = 1, **fields: Any) -> BenchmarkVersion:
    benchmark, _ = Benchmark.objects.get_or_create(name=name)
    return BenchmarkVersion.objects.create(
        benchmark=benchmark, number=number, content_sha256=sha((name, number)), split="test", **fields
    )


def make_structure(source_id: str = "1HPV") -> Structure:
    return Structure.objects.get_or_create(source_id=source_id, sha256=sha(source_id))[0]


def make_item(
    version: BenchmarkVersion,
    task: str = "translation",
    truth: str = "move x 3",
    structure: str = "1HPV",
    **fields: Any,
) -> Item:
    """An item without pictures: what results and scoring need."""
    item = Item.objects.create(
        version=version,
        key=fields.pop("key", f"item{next(counter):05d}"),
        task=task,
        truth=truth,
        split="test",
        question=fields.pop("question", "Which way?"),
        **fields,
    )
    ItemStructure.objects.create(item=item, structure=make_structure(structure), role="complex")
    return item


def make_run(version: BenchmarkVersion, model: str = "Model A", **fields: Any) -> Run:
    card, _ = ModelCard.objects.get_or_create(name=model)
    return Run.objects.create(
        model=card, version=version, file_sha256=fields.pop("file_sha256", sha(uuid.uuid4())), **fields
    )


def make_prediction(run: Run, item: Item, text: str, **fields: Any) -> Prediction:
    prediction = Prediction.mark(item, text, run=run, **fields)
    prediction.save()
    return prediction


def make_study(version: BenchmarkVersion, slug: str = "study", **fields: Any) -> Study:
    study = Study.objects.create(
        slug=slug, title=fields.pop("title", "A study"), version=version, state=Study.State.OPEN, **fields
    )
    StudyDesign.objects.create(study=study, number=1, document={}, sha256=sha(slug))
    return study


def make_participation(study: Study, person: str = "", **fields: Any) -> Participation:
    key = person or f"person-{next(counter)}"
    return Participation.objects.create(
        study=study,
        design=study.designs.latest(),
        person_key=key,
        number=study.participations.count(),
        token_sha256=sha((study.pk, key)),
        **fields,
    )


def make_response(participation: Participation, item: Item, text: str, **fields: Any) -> Response:
    """An answered assignment of a scored item, with its response."""
    study_item, _ = StudyItem.objects.get_or_create(study=participation.study, item=item)
    assignment = Assignment.objects.create(
        participation=participation,
        study_item=study_item,
        position=participation.assignments.count(),
        state=Assignment.State.ANSWERED,
    )
    response = Response.mark(item, text, assignment=assignment, submission_key=uuid.uuid4(), **fields)
    response.save()
    return response
