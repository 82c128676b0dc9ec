"""Plain helpers that make one row with everything it needs. Names say what comes back."""

import hashlib
import itertools
import uuid
from io import BytesIO
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from PIL import Image, ImageDraw

from annotation.design.document import Design
from annotation.models import Assignment, Participation, Response, Study, StudyDesign, StudyItem
from benchmark.common.roles import Role
from benchmark.models import (
    Benchmark,
    BenchmarkVersion,
    Item,
    ItemPicture,
    ItemStructure,
    ModelCard,
    Picture,
    Prediction,
    Run,
    Split,
    Structure,
)
from benchmark.tasks import all_tasks, get_task

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


def make_version(
    name: str = "demo", number: int = 1, split: str = Split.TEST, **fields: Any
) -> BenchmarkVersion:
    benchmark, _ = Benchmark.objects.get_or_create(name=name)
    return BenchmarkVersion.objects.create(
        benchmark=benchmark, number=number, content_sha256=sha((name, number)), split=split, **fields
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
        split=version.split,
        question=fields.pop("question", "Which way?"),
        **fields,
    )
    ItemStructure.objects.create(item=item, structure=make_structure(structure), role="complex")
    return item


def make_picture(text: str, size: tuple[int, int] = (80, 60)) -> Picture:
    """A stored picture with a text on it: the same text and size are the same picture."""
    image = Image.new("RGB", size)
    ImageDraw.Draw(image).text((4, size[1] // 2), text, fill="white")
    pixels = sha(image.tobytes())
    if known := Picture.objects.filter(pk=pixels).first():
        return known
    image.save(file := BytesIO(), "png")
    picture = Picture(pixel_sha256=pixels, source_sha256=pixels, format="png", width=size[0], height=size[1])
    picture.file_sha256 = hashlib.sha256(file.getvalue()).hexdigest()
    picture.path().parent.mkdir(parents=True, exist_ok=True)
    picture.path().write_bytes(file.getvalue())
    picture.save()
    return picture


# A truth of each task, and what its question needs to know.
TRUTHS = {
    "translation": "move x 3",
    "rotation": "roll y -15",
    "zooming": "move z 47",
    "residue_ligand": "Yes: SER OG, O4; SER N, O3",
    "translation_rotation": "B",
    "rotation_rotation": "C",
    "docking": "roll x 75, move x -14",
    "interaction_location": "D",
    "pocket_ligand": "SER 195 OG A, O4; SER 195 N A, O3",
}
BOND = {"residue": "ARG", "number": 221, "atom": "NH2", "chain": "A", "ligand_atom": "O22"}
SHIFTS = {letter: f"move x {shift}, move y -5" for letter, shift in zip("ABCD", (3, -3, 4, 0), strict=True)}


def make_shown_item(
    version: BenchmarkVersion, slug: str, size: tuple[int, int] = (80, 60), **fields: Any
) -> Item:
    """An item as people see it: with its question, its options and all its pictures."""
    task = get_task(slug)
    options = {"texts": SHIFTS, "pictures": {letter: f"option_{letter.lower()}" for letter in "ABCD"}}
    number = next(counter)
    item = make_item(
        version,
        slug,
        fields.pop("truth", TRUTHS[slug]),
        facts=BOND,
        question=task.question(BOND),
        options=options.get(task.option_kind, {}),
        **fields,
    )
    for position, role in enumerate(task.images):
        picture = make_picture(f"{number} {role}", size)
        ItemPicture.objects.create(item=item, position=position, role=role, picture=picture)
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
    values = {"title": "A study", "state": Study.State.OPEN} | fields
    study = Study.objects.create(slug=slug, version=version, **values)
    design = Design(tasks=tuple(task.slug for task in all_tasks()))
    StudyDesign.objects.create(study=study, number=1, document=design.document, sha256=design.sha256)
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
    response = Response.mark(item, text, assignment=assignment, load_key=uuid.uuid4(), **fields)
    response.save()
    return response
