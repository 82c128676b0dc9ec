"""Answers of participants: taken once, said in place, led on; and their timing."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.design import studies
from annotation.models import Participation, Response, Span
from tests.annotation.visitors import SPAN, Visitor

pytestmark = pytest.mark.django_db
Stage = Participation.Stage


def test_a_turn_stores_the_answer_and_brings_the_next_item_alone(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    response = visitor.answer("move x 3")
    fragment = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in fragment
    assert "item 2 of 2" in fragment
    assert "Saved" in fragment
    assert Response.objects.get().answer == "move x 3"


def test_without_script_the_answer_leads_back_to_the_page(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    response = visitor.answer("", name="participant_submit", plain_text="move x 3")
    assert response["Location"] == visitor.address
    assert Response.objects.get().answer == "move x 3"
    assert "item 2 of 2" in visitor.page()


def test_the_last_answer_brings_the_thanks(open_study: Any) -> None:
    visitor = Visitor(open_study("translation", per_task=1)).start("translation")
    assert "All your answers are saved" in visitor.answer().content.decode()
    assert "All your answers are saved" in visitor.page()
    assert visitor.person.stage == Stage.FINISHED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no answer yet."),
        (" \n ", "There is no answer yet."),
        ("left a bit", "This cannot be read as an answer. Nothing here reads as a command such as move x 1."),
        ("move x 1 or move y 2", "This cannot be read as an answer. Two different commands"),
        ("x" * 10_001, "at most 10000 characters"),
        ("move x 3\0", "Null characters are not allowed."),
    ],
)
@pytest.mark.parametrize("name", ["participant_turn", "participant_submit"])
def test_what_is_no_answer_is_said_in_place_before_it_is_stored(
    open_study: Any, text: str, sentence: str, name: str
) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    response = visitor.answer(text, name=name)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert Response.objects.count() == 0


def test_a_sentence_on_a_turn_takes_only_its_own_place_on_the_page(open_study: Any) -> None:
    response = Visitor(open_study("translation")).start("translation").answer("left a bit")
    assert (response["HX-Retarget"], response["HX-Reswap"]) == ("#problem", "outerHTML")


def test_what_cannot_be_read_can_be_sent_as_it_is(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    assert "Send it as it is" in visitor.answer("left a bit").content.decode()
    visitor.answer("left a bit", as_is="on")
    response = Response.objects.get()
    assert (response.raw, response.status, response.answer) == ("left a bit", "unreadable", None)


def test_a_wrong_answer_is_taken_like_a_right_one(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    right, wrong = visitor.answer("move x 3"), visitor.answer("move z 3")
    assert (right.status_code, wrong.status_code) == (200, 200)
    assert list(Response.objects.order_by("id").values_list("exact", flat=True)) == [1, 0]


@pytest.mark.parametrize("name", ["participant_turn", "participant_submit"])
def test_a_replayed_post_leads_on_and_stores_nothing(open_study: Any, name: str) -> None:
    visitor = Visitor(open_study("translation", per_task=3)).start("translation")
    load = visitor.client.get(visitor.address).context["load"]
    answers = [
        visitor.post(name, 0, text=text, load=load) for text in ("move x 3", "move x 3", "", "move y 1")
    ]
    assert {response.status_code for response in answers} <= {200, 302}
    assert Response.objects.get().raw == "move x 3"
    assert "item 2 of 3" in visitor.page()


def test_a_second_tab_is_told_that_the_first_answer_counts(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    load = visitor.client.get(visitor.address).context["load"]
    visitor.answer("move x 3")
    fragment = visitor.post("participant_turn", 0, text="move y 1", load=load).content.decode()
    assert "the first answer counts" in fragment


def test_an_item_ahead_cannot_be_answered(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    visitor.page()
    response = visitor.post("participant_turn", 1, text="move x 3")
    assert "item 1 of 2" in response.content.decode()
    assert Response.objects.count() == 0


def test_an_answer_that_was_begun_is_taken_while_the_study_is_paused(open_study: Any) -> None:
    study = open_study("translation")
    visitor = Visitor(study).start("translation")
    load = visitor.client.get(visitor.address).context["load"]
    studies.pause_study(study=study, who=None)
    fragment = visitor.post("participant_turn", 0, text="move x 3", load=load).content.decode()
    assert Response.objects.count() == 1
    assert "This study is paused" in fragment


def test_the_aids_that_were_used_are_kept(open_study: Any) -> None:
    visitor = Visitor(open_study("translation", show_range=True)).start("translation")
    assert "Possible answers:" in visitor.page()
    visitor.answer(enlarged="2", zoomed="0")
    assert Response.objects.get().aids == {"range": True, "enlarged": 2}


@pytest.mark.parametrize("count", ["-1", "many", "9" * 20, "\0"])
def test_a_count_of_aids_that_is_none_never_costs_an_answer(open_study: Any, count: str) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    assert visitor.answer(enlarged=count).status_code == 200
    assert "enlarged" not in Response.objects.get().aids


def test_the_possible_answers_are_shown_only_if_the_study_says_so(open_study: Any) -> None:
    assert "Possible answers" not in Visitor(open_study("translation")).start("translation").page()


# --- Timing --------------------------------------------------------------------------------------


def test_spans_come_with_the_answer(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    visitor.answer(spans=json.dumps([SPAN]))
    response, span = Response.objects.get(), Span.objects.get()
    assert response.response_time_ms == 1_000
    assert response.load_key == span.load_key
    assert span.issued_at <= span.received_at


def test_a_span_that_ends_without_an_answer_is_kept_once(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    load = visitor.client.get(visitor.address).context["load"]
    spans = json.dumps([SPAN | {"ended_by": "leave"}])
    for _ in range(2):
        assert visitor.post("participant_spans", 0, load=load, spans=spans).status_code == 204
    assert Span.objects.get().ended_by == "leave"


def test_every_load_of_an_item_has_a_key_of_its_own(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    assert len({visitor.client.get(visitor.address).context["load"] for _ in range(3)}) == 3


HUGE = json.dumps([SPAN | {"ended_monotonic_ms": 10**400}])


@pytest.mark.parametrize("spans", ["{", "[1]", "NaN", "[" * 5_000, '[{"sequence": 0}]', "\x01", "\0", HUGE])
def test_broken_timing_never_costs_an_answer(open_study: Any, spans: str) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    assert visitor.answer(spans=spans).status_code == 200
    assert Response.objects.get().timing_flags == ["no_timing", "broken"]


@pytest.mark.parametrize("load", ["", "made up", "1.2.3:signature", "x" * 5_000])
def test_a_load_that_was_not_issued_never_costs_an_answer(open_study: Any, load: str) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    visitor.page()
    visitor.post("participant_turn", 0, text="move x 3", load=load, spans=json.dumps([SPAN]))
    assert Response.objects.get().timing_flags == ["no_timing", "broken"]
    assert Span.objects.count() == 0


def test_a_load_of_another_item_is_not_taken(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    load = visitor.client.get(visitor.address).context["load"]
    visitor.answer()
    visitor.page()
    visitor.post("participant_spans", 1, load=load, spans=json.dumps([SPAN]))
    assert Span.objects.count() == 0


def test_the_first_load_is_of_the_moment_the_item_was_shown_and_later_ones_are_not(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    first = visitor.client.get(visitor.address).context["load"]
    visitor.answer(spans=json.dumps([SPAN]), load=first)
    assert Response.objects.get().timing_flags == []
    visitor.page()  # a load that never reports
    visitor.answer(spans=json.dumps([SPAN]))
    assert Response.objects.order_by("id")[1].timing_flags == ["incomplete"]


def test_a_page_with_script_gets_the_first_item_with_its_first_load(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start()
    fragment = visitor.post("participant_instructions_turn", "translation").content.decode()
    assert "/items/0/turn/" in fragment
    assert "<html" not in fragment
    visitor.answer(spans=json.dumps([SPAN]))  # of a later load: the first one never reported
    assert Response.objects.get().timing_flags == ["incomplete"]


def written(visitor: Visitor) -> list[str]:
    """What opening the participant's page wrote."""
    with CaptureQueriesContext(connection) as queries:
        visitor.page()
    return [query["sql"] for query in queries if not query["sql"].startswith("SELECT")]


def test_opening_the_page_writes_nothing_wherever_the_person_is(open_study: Any) -> None:
    study = open_study("translation")
    visitor = Visitor(study)
    assert written(visitor) == []
    visitor.start()
    assert written(visitor) == []
    visitor.post("participant_instructions", "translation")
    assert written(visitor) == []
    visitor.answer()
    studies.pause_study(study=study, who=None)
    assert written(visitor) == []
    visitor.answer_now("move x 1", 1)
    studies.open_study(study=study, who=None)
    assert "Continue" in visitor.page()
    assert written(visitor) == []
    visitor.post("participant_continue")
    assert "Thank you" in visitor.page()
    assert written(visitor) == []


@pytest.mark.parametrize("address", ["participant_continue", "participant_continue_turn"])
def test_going_on_after_a_pause_shows_the_next_item(open_study: Any, address: str) -> None:
    study = open_study("translation")
    visitor = Visitor(study).start("translation")
    studies.pause_study(study=study, who=None)
    visitor.answer_now("move x 1", 0)
    studies.open_study(study=study, who=None)
    page = visitor.page()
    assert ("Continue" in page, "/turn/" in page.replace("/continue/turn/", "")) == (True, False)
    visitor.post(address)
    assert "/items/1/turn/" in visitor.page()


def test_going_on_where_there_is_nowhere_to_go_changes_nothing(open_study: Any) -> None:
    visitor = Visitor(open_study("translation"))
    visitor.post("participant_continue")
    assert visitor.person.stage == Stage.CONSENT
    visitor.start()
    fragment = visitor.post("participant_continue_turn").content.decode()
    assert "Begin this block" in fragment
