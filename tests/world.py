"""One of everything, for tests that walk all addresses: each parameter of an address has a value here."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.design import studies
from annotation.design.document import Design
from annotation.models import Participation, Study
from annotation.sessions import joining
from benchmark.common.roles import Role
from benchmark.models import WorkerBeat
from tests.factories import make_run, make_shown_item, make_user, make_version

TASK = "translation"
TOKEN = "a-key-that-nobody-guesses-0123456"


class World:
    """People of every role, and the rows that addresses name. The study is the researcher's."""

    def __init__(self) -> None:
        self.people: dict[str, User] = {
            role: make_user(role) for role in (Role.VIEWER, Role.RESEARCHER, Role.ADMIN)
        }
        self.version = make_version(results_public_at=timezone.now())
        self.run = make_run(self.version, state="done", completed_at=timezone.now(), public_at=timezone.now())
        self.item = make_shown_item(self.version, TASK)
        self.picture = self.item.item_pictures.get(position=1).picture
        self.study = self.open_study()
        self.participation = self.participation_at_an_item()
        WorkerBeat.objects.create(worker="w1", last_seen=timezone.now())

    def open_study(self) -> Study:
        make_shown_item(make_version("examples", split="train"), TASK, structure="9TRN")
        owner = self.people[Role.RESEARCHER]
        design = {"tasks": [TASK], "examples": "examples", "background": []}
        study = studies.create_study(
            slug="study", title="A study", version=self.version, owner=owner, design=design
        )
        studies.open_study(study=study, who=owner)
        return study

    def participation_at_an_item(self) -> Participation:
        person = joining.join(study=self.study, token=TOKEN)
        joining.agree(participation=person, design=Design(tasks=(TASK,), background=()))
        joining.read_instructions(participation=person, task=TASK)
        return Participation.objects.get(pk=person.pk)

    def value(self, parameter: str) -> Any:
        """What stands for a parameter in an address."""
        values = {
            # Benchmarks and their results
            "name": self.version.benchmark.name,
            "number": self.version.number,
            "key": self.item.key,
            "file_sha256": self.picture.file_sha256,
            "kind": "csv",
            "run_id": self.run.pk,
            # Studies and their participants; `number` is a picture's place as well
            "slug": self.study.slug,
            "token": TOKEN,
            "task": TASK,
            "position": 0,
            # Django's own
            "uidb64": "MQ",
            "object_id": self.people[Role.VIEWER].pk,
            "id": self.people[Role.VIEWER].pk,
            "app_label": "auth",
            "content_type_id": 1,
            "url": "nowhere",
        }
        return values[parameter]


@pytest.fixture
def world(db: None) -> World:
    return World()
