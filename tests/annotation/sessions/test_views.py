"""What a participant's pages show and send: pictures, nothing of the truth, and at which cost."""

import json
from typing import Any

import pytest

from annotation.models import Participation
from annotation.sessions.screens import Standing, standing
from benchmark.tasks import all_tasks
from tests.annotation.visitors import SPAN, Visitor

pytestmark = pytest.mark.django_db
Stage = Participation.Stage


@pytest.mark.parametrize(
    ("position", "place"),
    [
        (0, Standing(1, 2, 1, 5)),
        (1, Standing(1, 2, 2, 5)),
        (2, Standing(2, 2, 3, 5)),
        (4, Standing(2, 2, 5, 5)),
    ],
)
def test_a_place_in_the_plan_gives_the_block_and_the_item(position: int, place: Standing) -> None:
    assert standing([["rotation", 2], ["zooming", 3]], position) == place


def test_pictures_of_the_item_and_of_the_one_ahead_can_be_loaded_and_kept(open_study: Any) -> None:
    visitor = Visitor(open_study("translation", per_task=3)).start("translation")
    visitor.page()
    for position in (0, 1):
        response = visitor.client.get(visitor.url("participant_picture", position, 0))
        assert response["Content-Type"] == "image/png"
        assert response["Cache-Control"] == "private, max-age=31536000, immutable"
        assert b"".join(response.streaming_content).startswith(b"\x89PNG")


def test_pictures_further_ahead_are_not_to_be_had(open_study: Any) -> None:
    visitor = Visitor(open_study("translation", per_task=3)).start("translation")
    visitor.page()
    assert visitor.client.get(visitor.url("participant_picture", 2, 0)).status_code == 404
    assert visitor.client.get(visitor.url("participant_picture", 0, 9)).status_code == 404


def test_a_picture_whose_file_is_gone_is_not_found(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    visitor.page()
    item = visitor.person.assignments.order_by("position")[0].study_item.item
    item.item_pictures.get(position=0).picture.path().unlink()
    assert visitor.client.get(visitor.url("participant_picture", 0, 0)).status_code == 404


def test_example_pictures_are_open_to_everybody_in_the_study(open_study: Any) -> None:
    visitor = Visitor(open_study("translation"))
    response = visitor.client.get(visitor.url("participant_example_picture", "translation", 0))
    assert b"".join(response.streaming_content).startswith(b"\x89PNG")


def test_nginx_sends_the_picture_where_it_serves_the_folder(open_study: Any, settings: Any) -> None:
    settings.PICTURES_INTERNAL_URL = "/internal/"
    visitor = Visitor(open_study("translation")).start("translation")
    visitor.page()
    response = visitor.client.get(visitor.url("participant_picture", 0, 0))
    assert response["X-Accel-Redirect"].startswith("/internal/")
    assert response.content == b""


# --- What must not be seen, and what a turn costs -----------------------------------------------


@pytest.mark.parametrize("task", [task.slug for task in all_tasks()])
def test_an_item_page_tells_neither_truth_nor_key_nor_structure(open_study: Any, task: str) -> None:
    visitor = Visitor(open_study(task)).start(task)
    response = visitor.client.get(visitor.address)
    item = visitor.person.assignments.order_by("position")[0].study_item.item
    picture = item.item_pictures.all()[0].picture
    secrets = [item.key, picture.file_sha256, picture.pixel_sha256, "1HPV", "1FMO"]
    if not item.options:  # a truth that is a letter stands among the letters to choose from
        secrets.append(item.truth)
    page = response.content.decode() + str(response.headers)
    assert [secret for secret in secrets if secret in page] == []


SAVEPOINT = 2  # what a transaction costs inside the one of the test


def test_one_turn_costs_ten_queries(open_study: Any, django_assert_num_queries: Any) -> None:
    visitor = Visitor(open_study("translation", per_task=4)).start("translation")
    load = visitor.client.get(visitor.address).context["load"]
    # The answer: the assignment, its claim, known spans, new spans, the response.
    # What comes next: last seen, two items, their pictures, one shown, one reserved.
    with django_assert_num_queries(10 + 2 * SAVEPOINT):
        visitor.post("participant_turn", 0, text="move x 3", load=load, spans=json.dumps([SPAN]))
