"""A participant finds no truth and no score: nothing that can be fetched depends on either.

The crawler follows every address it finds, from a participant's page, the front page and the API. It does so
twice, with different truths, or scores, behind the same items: what it gets must be the same to the letter.
Published figures of a study or a run are for everybody and have pages of their own, which it leaves out.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from annotation.design import studies
from annotation.models import Response
from benchmark.common.roles import Role
from benchmark.items import importing as items
from benchmark.models import Item
from benchmark.tasks import all_tasks
from tests.annotation.visitors import Visitor
from tests.factories import TRUTHS
from tests.pngs import metadata

pytestmark = pytest.mark.django_db
ADDRESS = re.compile(r"""(?:href|src|action|hx-\w+|data-\w+)="([^"]*)"|"(https?://testserver[^"]*)\"""")
LEFT_OUT = ("/results/", "/runs/", "/api/runs", "/static/")
# What is new in every answer by design: keys against forged forms, nonces, signed loads, join keys, times.
FRESH = re.compile(
    r"""(?:nonce|name="(?:csrfmiddlewaretoken|load|key)" value|"csrf_?[Tt]oken")[=:] ?"[^"]*\""""
    r"""|nonce-[\w/+=-]+|\d\d:\d\d:\d\d GMT"""
)
OTHER_TRUTHS = {
    "translation": "move y -4",
    "rotation": "roll z 90",
    "zooming": "move z 59",
    "residue_ligand": "Yes: GLY N, O99",
    "translation_rotation": "D",
    "rotation_rotation": "A",
    "docking": "roll z -90, move x 33",
    "interaction_location": "A",
    "pocket_ligand": "GLY 99 N A, O99",
}


def links_in(text: str) -> Iterator[str]:
    for first, second in ADDRESS.findall(text):
        for address in (first or second).removeprefix("http://testserver").split():
            if address.startswith("/") and not address.startswith(LEFT_OUT):
                yield address.partition("#")[0]


def crawl(client: Client, *starts: str) -> dict[str, str]:
    """What every address that can be found answers: its headers and its content, without what is ever new."""
    found: dict[str, str] = {}
    waiting = list(starts)
    while waiting:
        if (address := waiting.pop()) in found:
            continue
        response = client.get(address)
        body = b"".join(response) if response.streaming else response.content
        is_picture = response.headers.get("Content-Type", "").startswith("image/png")
        if is_picture:
            assert metadata(body) == set(), address
        text = body.hex() if is_picture else body.decode()
        found[address] = FRESH.sub("", f"{response.status_code} {sorted(response.headers.items())} {text}")
        waiting += links_in("" if is_picture else text) if response.status_code == 200 else []
    return found


@pytest.fixture
def at_work(open_study: Any) -> Visitor:
    tasks = [task.slug for task in all_tasks()]
    return Visitor(open_study(*tasks)).start(*tasks)


def everything(visitor: Visitor) -> dict[str, str]:
    return crawl(visitor.client, visitor.address, "/", "/api/")


def with_other_truths(visitor: Visitor) -> dict[str, str]:
    for task, truth in OTHER_TRUTHS.items():
        scored = Item.objects.filter(version__benchmark__name="study-items", task=task)
        assert scored.update(truth=truth, difficulty={"much": 9}, stratum="other") == 2
    return everything(visitor)


def test_no_page_on_the_way_depends_on_a_truth(at_work: Visitor) -> None:
    while current := at_work.person.assignments.open().with_items().first():
        before = everything(at_work)
        assert any("/pictures/" in address for address in before)
        with transaction.atomic():
            after = with_other_truths(at_work)
            transaction.set_rollback(True)
        assert after == before
        at_work.answer(TRUTHS[current.study_item.item.task])
    assert "All your answers are saved" in at_work.page()


def test_no_page_depends_on_how_earlier_answers_were_scored(at_work: Visitor) -> None:
    at_work.answer("move x 3")
    before = everything(at_work)
    assert Response.objects.update(exact=0.123, weighted=0.456, status="unreadable") == 1
    assert everything(at_work) == before


@pytest.mark.parametrize("role", [Role.ANONYMOUS, Role.VIEWER])
@pytest.mark.parametrize(
    "address", ["/results/{}/1/comparison.csv", "/results/{}/1/", "/api/benchmarks/{}/versions/1/results/"]
)
def test_results_of_a_published_study_show_no_answer_before_it_is_closed(
    client_as: Any, open_study: Any, role: Role, address: str
) -> None:
    """Else whoever answers reads from the figures how near the truth that answer was."""
    study, client = open_study("translation"), client_as(role)
    items.show_results(study.version, who=None)
    studies.show_results(study=study, who=None)
    address = address.format("study-items")

    def figures() -> str:
        response = client.get(address)
        assert response.status_code == 200
        return FRESH.sub("", b"".join(response).decode())

    before = figures()
    Visitor(study).start("translation").answer("move x 1")
    assert figures() == before
    studies.close_study(study=study, who=None)
    assert figures() != before


@pytest.mark.parametrize("role", [Role.ANONYMOUS, Role.VIEWER])
def test_the_api_gives_truths_to_nobody_who_may_not_see_them(
    client_as: Any, at_work: Visitor, role: Role
) -> None:
    client = client_as(role)
    before = crawl(client, "/api/")
    with_other_truths(at_work)
    assert crawl(client, "/api/") == before


def test_the_crawler_notices_a_page_that_shows_truths(client_as: Any, at_work: Visitor) -> None:
    researcher, items = client_as(Role.RESEARCHER), "/benchmarks/study-items/1/items/"
    before = crawl(researcher, items)
    with_other_truths(at_work)
    assert crawl(researcher, items) != before
