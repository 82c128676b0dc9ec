"""One of everything, for tests that walk all addresses: each parameter of an address has a value here."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from benchmark.models import Role, WorkerBeat
from tests.factories import make_item, make_run, make_user, make_version


class World:
    """People of every role, and the rows that addresses name. The study and the run are the researcher's."""

    def __init__(self) -> None:
        self.people: dict[str, User] = {
            role: make_user(role) for role in (Role.VIEWER, Role.RESEARCHER, Role.ADMIN)
        }
        self.version = make_version(results_public_at=timezone.now())
        self.item = make_item(self.version)
        self.run = make_run(self.version, state="done", published_at=timezone.now(), public_at=timezone.now())
        WorkerBeat.objects.create(worker="w1", last_seen=timezone.now())

    def value(self, parameter: str) -> Any:
        """What stands for a parameter in an address."""
        values = {
            # Benchmarks and their results
            "name": self.version.benchmark.name,
            "number": self.version.number,
            "key": self.item.key,
            "file_sha256": "0" * 64,
            "kind": "csv",
            "run_id": self.run.pk,
            # Django's own
            "uidb64": "MQ",
            "token": "set-password",
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
