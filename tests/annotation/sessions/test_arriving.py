"""A participant's pages before the work: joining, consent, background, instructions; one address."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.design import studies
from annotation.models import Participation
from tests.annotation.visitors import Visitor
from tests.factories import make_item, make_user, make_version

pytestmark = pytest.mark.django_db
Stage = Participation.Stage


def test_joining_needs_no_cookie_and_sets_none(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    visitor.answer()
    assert not visitor.client.cookies


def test_pressing_start_twice_makes_one_participation(open_study: Any) -> None:
    study, client = open_study("translation"), Client()
    key = client.get(reverse("join", args=[study.slug])).context["key"]
    first, second = (client.post(reverse("join", args=[study.slug]), {"key": key}) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Participation.objects.count() == 1


@pytest.mark.parametrize("key", ["", "mine", "mine:signature"])
def test_a_key_of_ones_own_making_opens_nothing(open_study: Any, key: str) -> None:
    study, client = open_study("translation"), Client()
    response = client.post(reverse("join", args=[study.slug]), {"key": key})
    assert response["Location"] == reverse("join", args=[study.slug])
    assert Participation.objects.count() == 0


def test_a_draft_cannot_be_found() -> None:
    version = make_version()
    make_item(version)
    design = {"tasks": ["translation"]}
    studies.create_study(slug="s", title="S", version=version, owner=make_user("researcher"), design=design)
    assert Client().get("/s/s/").status_code == 404


@pytest.mark.parametrize(
    ("change", "sentence"),
    [(studies.pause_study, "This study is paused"), (studies.close_study, "This study is closed")],
)
def test_a_study_that_takes_nobody_says_so(open_study: Any, change: Any, sentence: str) -> None:
    study = open_study("translation")
    visitor = Visitor(study).start("translation")
    change(study=study, who=None)
    assert sentence in Client().get(reverse("join", args=[study.slug])).content.decode()
    assert sentence in visitor.page()


def test_somebody_who_joins_while_the_study_closes_is_told(open_study: Any) -> None:
    study, client = open_study("translation"), Client()
    key = client.get(reverse("join", args=[study.slug])).context["key"]
    studies.close_study(study=study, who=None)
    assert b"is closed" in client.post(reverse("join", args=[study.slug]), {"key": key}, follow=True).content


def test_a_key_opens_only_the_study_it_was_made_for(open_study: Any) -> None:
    here, there = Visitor(open_study("translation", slug="here")), open_study("translation", slug="there")
    assert here.client.get(reverse("participant", args=[there.slug, here.token])).status_code == 404


def test_no_page_is_kept_by_browser_or_proxy(open_study: Any) -> None:
    visitor = Visitor(open_study("translation"))
    for address in (reverse("join", args=["study"]), visitor.address):
        response = visitor.client.get(address)
        assert "no-store" in response["Cache-Control"]
        assert response["Referrer-Policy"] == "same-origin"


# --- Before the work -----------------------------------------------------------------------------


def test_the_way_leads_from_consent_over_background_and_instructions_to_an_item(open_study: Any) -> None:
    visitor = Visitor(open_study("translation"))
    assert "I agree to take part" in visitor.page()
    visitor.post("participant_consent", choice="agree")
    assert "About you" in visitor.page()
    visitor.post("participant_background", field="Chemistry", level="Master")
    assert "Begin this block" in visitor.page()
    visitor.post("participant_instructions", "translation")
    assert "Block 1 of 1" in visitor.page()
    assert visitor.person.background == {"field": "Chemistry", "level": "Master"}


def test_refusing_ends_politely_and_for_good(open_study: Any) -> None:
    visitor = Visitor(open_study("translation"))
    visitor.post("participant_consent", choice="refuse")
    assert "You do not take part" in visitor.page()
    assert "We keep that somebody declined" in visitor.page()
    visitor.post("participant_consent", choice="agree")
    assert "You do not take part" in visitor.page()


def test_who_withdrew_is_not_told_that_they_declined(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start()
    Participation.objects.update(stage=Stage.WITHDRAWN)
    assert "You have left this study" in visitor.page()
    assert "declined" not in visitor.page()


def test_a_step_ahead_of_its_turn_changes_nothing(open_study: Any) -> None:
    visitor = Visitor(open_study("translation"))
    visitor.post("participant_background", field="Chemistry", level="Master")
    visitor.post("participant_instructions", "juggling")
    assert "I agree to take part" in visitor.page()
    assert visitor.person.instructed == []


def test_a_background_question_left_open_is_named_and_the_rest_stays(open_study: Any) -> None:
    visitor = Visitor(open_study("translation"))
    visitor.post("participant_consent", choice="agree")
    response = visitor.post("participant_background", field="Chemistry", level="")
    assert response.status_code == 422
    assert "This field is required." in response.content.decode()
    assert 'value="Chemistry"' in response.content.decode()
    assert visitor.person.stage == Stage.BACKGROUND


def test_instructions_show_an_example_from_the_train_split_with_its_answer(open_study: Any) -> None:
    page = Visitor(open_study("rotation")).start().page()
    assert "The right answer here" in page
    assert "roll y -15" in page


def test_instructions_without_an_example_show_the_question_and_no_answer(open_study: Any) -> None:
    page = Visitor(open_study("rotation", examples=None)).start().page()
    assert "The right answer" not in page
    assert "Which command turns the first picture" in page


# --- One address ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("participant_consent", ()),
        ("participant_background", ()),
        ("participant_instructions", ("translation",)),
        ("participant_submit", (0,)),
        ("participant_turn", (0,)),
        ("participant_spans", (0,)),
    ],
)
def test_every_other_address_leads_back_to_the_one(
    open_study: Any, name: str, places: tuple[Any, ...]
) -> None:
    visitor = Visitor(open_study("translation"))
    response = visitor.client.get(visitor.url(name, *places))
    assert (response.status_code, response["Location"]) == (302, visitor.address)


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("participant", ()),
        ("participant_consent", ()),
        ("participant_turn", (0,)),
        ("participant_spans", (0,)),
        ("participant_picture", (0, 0)),
        ("participant_example_picture", ("translation", 0)),
    ],
)
def test_a_key_that_nobody_has_opens_nothing(open_study: Any, name: str, places: tuple[Any, ...]) -> None:
    study = open_study("translation")
    address = reverse(name, args=[study.slug, "nobody", *places])
    verb = Client().get if name.endswith(("participant", "picture")) else Client().post
    assert verb(address).status_code == 404
