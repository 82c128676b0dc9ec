"""What `/healthz` says."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchmark.models import WorkerBeat
from tests.services import free_port

pytestmark = pytest.mark.django_db


def asked() -> tuple[int, dict[str, str]]:
    response = Client().get("/healthz")
    return response.status_code, response.json()


def test_all_three_parts_answer() -> None:
    WorkerBeat.objects.create(worker="w1", last_seen=timezone.now())
    assert asked() == (200, {"database": "ok", "broker": "ok", "worker": "ok"})


def test_a_worker_that_was_not_seen_for_half_a_minute_is_missing() -> None:
    WorkerBeat.objects.create(worker="w1", last_seen=timezone.now() - timedelta(seconds=31))
    status, parts = asked()
    assert (status, parts["worker"]) == (503, "none seen for 30 s")


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_does_not_answer_is_missing(settings: Any, scheme: str) -> None:
    settings.CELERY_BROKER_URL = f"{scheme}://127.0.0.1:{free_port()}"
    status, parts = asked()
    assert (status, parts["broker"]) == (503, "does not answer")


def test_a_broker_folder_that_is_gone_is_missing(settings: Any, tmp_path: Path) -> None:
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": str(tmp_path / "gone")}
    status, parts = asked()
    assert (status, parts["broker"]) == (503, "its folder cannot be written to")


def test_nobody_in_between_keeps_the_answer() -> None:
    assert "no-store" in Client().get("/healthz").headers["Cache-Control"]


@pytest.mark.postgresql
def test_a_redis_that_answers_is_well(settings: Any) -> None:
    settings.CELERY_BROKER_URL = os.environ["TEST_REDIS_URL"]
    assert asked()[1]["broker"] == "ok"
