"""A participant's pages: one address, and what leads back to it."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation import participation, studies
from annotation.models import Participation, Response, Segment
from annotation.screens import Progress, Visit, progress, screen_for
from benchmark.tasks import all_tasks
from tests.annotation.visitors import Visitor
from tests.factories import make_item, make_user, make_version

pytestmark = pytest.mark.django_db
Stage = Participation.Stage


@pytest.mark.parametrize(
    ("position", "place"),
    [
        (0, Progress(1, 2, 1, 5)),
        (1, Progress(1, 2, 2, 5)),
        (2, Progress(2, 2, 3, 5)),
        (4, Progress(2, 2, 5, 5)),
    ],
)
def test_a_place_in_the_plan_gives_the_block_and_the_item(position: int, place: Progress) -> None:
    assert progress([["rotation", 2], ["zooming", 3]], position) == place


# --- Arriving ------------------------------------------------------------------------------------


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
        ("participant_segment", (0,)),
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
        ("participant_segment", (0,)),
        ("participant_picture", (0, 0)),
        ("participant_example_picture", ("translation", 0)),
    ],
)
def test_a_key_that_nobody_has_opens_nothing(open_study: Any, name: str, places: tuple[Any, ...]) -> None:
    study = open_study("translation")
    address = reverse(name, args=[study.slug, "nobody", *places])
    verb = Client().get if name.endswith(("participant", "picture")) else Client().post
    assert verb(address).status_code == 404


# --- Answering -----------------------------------------------------------------------------------


def test_a_turn_stores_the_answer_and_brings_the_next_item_alone(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    response = visitor.answer("move x 3")
    fragment = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in fragment
    assert "item 2 of 2" in fragment
    assert "Saved" in fragment
    assert Response.objects.get().final == "move x 3"


def test_without_script_the_answer_leads_back_to_the_page(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    response = visitor.answer("", name="participant_submit", plain_text="move x 3")
    assert response["Location"] == visitor.address
    assert Response.objects.get().final == "move x 3"
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
    assert (response.raw, response.status, response.final) == ("left a bit", "unreadable", None)


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

SPAN = {
    "sequence": 0,
    "began_monotonic_ms": 100,
    "ended_monotonic_ms": 1_100,
    "began_wall_ms": 1_700_000_000_100,
    "ended_wall_ms": 1_700_000_001_100,
    "hidden_ms": 0,
    "ended_by": "submit",
    "pictures_failed": 0,
}


def test_spans_come_with_the_answer(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    visitor.answer(spans=json.dumps([SPAN]))
    response, segment = Response.objects.get(), Segment.objects.get()
    assert response.response_time_ms == 1_000
    assert response.submission_key == segment.load_id
    assert segment.issued_at <= segment.received_at


def test_a_span_that_ends_without_an_answer_is_kept_once(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    load = visitor.client.get(visitor.address).context["load"]
    spans = json.dumps([SPAN | {"ended_by": "leave"}])
    for _ in range(2):
        assert visitor.post("participant_segment", 0, load=load, spans=spans).status_code == 204
    assert Segment.objects.get().ended_by == "leave"


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
    assert Segment.objects.count() == 0


def test_a_load_of_another_item_is_not_taken(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    load = visitor.client.get(visitor.address).context["load"]
    visitor.answer()
    visitor.page()
    visitor.post("participant_segment", 1, load=load, spans=json.dumps([SPAN]))
    assert Segment.objects.count() == 0


def test_the_first_load_is_of_the_moment_the_item_was_shown_and_later_ones_are_not(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    first = visitor.client.get(visitor.address).context["load"]
    visitor.answer(spans=json.dumps([SPAN]), load=first)
    assert Response.objects.get().timing_flags == []
    visitor.page()  # a load that never reports
    visitor.answer(spans=json.dumps([SPAN]))
    assert Response.objects.order_by("id")[1].timing_flags == ["incomplete"]


def test_a_screen_is_made_without_writing(open_study: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    visit, now = Visit(visitor.person, visitor.token), timezone.now()
    ready = participation.advance(participation=visit.person, now=now)
    with CaptureQueriesContext(connection) as queries:
        screen = screen_for(visit, ready, now)
    assert screen.template == "annotation/_item.html"
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []


# --- Pictures ------------------------------------------------------------------------------------


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
