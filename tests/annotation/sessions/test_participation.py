"""What one person does in a study, step by step, and taken twice."""

import threading
import uuid
from typing import Any

import pytest
from django.db import connection, connections
from django.utils import timezone

from annotation.design import studies
from annotation.design.document import read_design
from annotation.models import Assignment, Consent, Participation, Response, Span, Study
from annotation.sessions import answers, assignments, joining
from annotation.sessions.answers import NotShown
from annotation.sessions.joining import StudyNotOpen
from annotation.sessions.timing import MOST_SPANS, End, Flag, TimedSpan

pytestmark = pytest.mark.django_db
State, Stage = Assignment.State, Participation.Stage


def begin(study: Study) -> Participation:
    """Somebody who has joined, agreed, and said what they are."""
    person = joining.join(study=study, token=joining.new_token())
    go_to_work(person)
    return Participation.objects.get(pk=person.pk)


def go_to_work(person: Participation) -> None:
    """Agree, say what one is, and read the instructions, as a page with script does."""
    prepare(person)
    for task in person.design.document["tasks"]:
        joining.read_instructions(participation=person, task=task, sent_at=timezone.now())


def prepare(person: Participation) -> None:
    """Agree, and say what one is."""
    design = read_design(person.design.document, person.design.document["tasks"])
    joining.agree(participation=person, design=design)
    answers = {"field": "Chemistry", "level": "Master"}
    joining.tell_background(participation=person, design=design, answers=answers)


def answer(assignment: Assignment, text: str = "move x 3", **fields: Any) -> Response:
    values: dict[str, Any] = {"load_key": uuid.uuid4(), "spans": (), "aids": {}}
    return answers.submit(assignment=assignment, text=text, **(values | fields))


def advance(person: Participation) -> list[Assignment]:
    return assignments.move_on(participation=person, sent_at=timezone.now())


def states(person: Participation) -> list[str]:
    return list(person.assignments.order_by("position").values_list("state", flat=True))


def span(load: uuid.UUID, **fields: Any) -> TimedSpan:
    values: dict[str, Any] = {
        "load_key": str(load),
        "sequence": 0,
        "began_monotonic_ms": 100,
        "ended_monotonic_ms": 4_100,
        "began_wall_ms": 1_700_000_000_100,
        "ended_wall_ms": 1_700_000_004_100,
        "hidden_ms": 0,
        "ended_by": End.SUBMIT,
        "issued_ms": 1_700_000_000_000,
        "received_ms": 1_700_000_004_200,
    }
    return TimedSpan(**(values | fields))


def test_of_a_key_only_its_hash_is_kept(open_study: Any) -> None:
    token = joining.new_token()
    person = joining.join(study=open_study("translation"), token=token)
    row = Participation.objects.filter(pk=person.pk).values().get()
    assert token not in str(row)
    assert Participation.objects.with_token("study", token).get() == person


def test_the_same_key_joins_once(open_study: Any) -> None:
    study, token = open_study("translation"), joining.new_token()
    assert joining.join(study=study, token=token) == joining.join(study=study, token=token)


def test_people_are_numbered_as_they_come_to_work_and_who_refuses_uses_no_number_up(open_study: Any) -> None:
    study = open_study("translation")
    first = begin(study)
    undecided, refusing = (joining.join(study=study, token=key) for key in ("one", "two"))
    joining.refuse(participation=refusing)
    second = begin(study)
    go_to_work(undecided)
    for person, number in ((first, 0), (second, 1), (undecided, 2), (refusing, None)):
        person.refresh_from_db()
        assert person.number == number


def test_refusals_leave_the_order_of_blocks_balanced(open_study: Any) -> None:
    """Of two tasks in balanced order, every second person begins with the other one."""
    study = open_study("rotation", "translation", order="balanced")
    firsts = []
    for _ in range(4):
        joining.refuse(participation=joining.join(study=study, token=joining.new_token()))
        firsts.append(begin(study).blocks[0][0])
    assert sorted(firsts[:2]) == sorted(firsts[2:]) == ["rotation", "translation"]


def test_nobody_joins_a_paused_study(open_study: Any) -> None:
    study = open_study("translation")
    Study.objects.update(state=Study.State.PAUSED)
    with pytest.raises(StudyNotOpen):
        joining.join(study=study, token=joining.new_token())


def test_consent_is_kept_with_the_hash_of_its_text_and_given_once(open_study: Any) -> None:
    person = joining.join(study=open_study("translation"), token="key")
    design = read_design(person.design.document, person.design.document["tasks"])
    for _ in range(2):
        joining.agree(participation=person, design=design)
    consent = Consent.objects.get()
    assert (len(consent.text_sha256), consent.language) == (64, "en")
    person.refresh_from_db()
    assert person.stage == Stage.BACKGROUND


def test_who_refused_cannot_be_made_to_agree(open_study: Any) -> None:
    person = joining.join(study=open_study("translation"), token="key")
    design = read_design(person.design.document, person.design.document["tasks"])
    joining.refuse(participation=person)
    joining.agree(participation=person, design=design)
    person.refresh_from_db()
    assert (person.stage, Consent.objects.count()) == (Stage.REFUSED, 0)


def test_a_study_without_background_questions_goes_straight_to_work(open_study: Any) -> None:
    person = joining.join(study=open_study("translation", background=[]), token="key")
    design = read_design(person.design.document, person.design.document["tasks"])
    joining.agree(participation=person, design=design)
    person.refresh_from_db()
    assert (person.stage, person.assignments.count()) == (Stage.WORKING, 2)


def test_everybody_gets_every_scored_item_in_blocks(open_study: Any) -> None:
    person = begin(open_study("rotation", "translation", per_task=3))
    tasks = person.assignments.order_by("position").values_list("study_item__item__task", flat=True)
    assert list(tasks) == ["rotation"] * 3 + ["translation"] * 3
    assert person.blocks == [["rotation", 3], ["translation", 3]]
    assert person.background == {"field": "Chemistry", "level": "Master"}


def test_one_item_is_shown_and_one_ahead_reserved(open_study: Any) -> None:
    person = begin(open_study("translation", per_task=4))
    advance(person)
    assert states(person) == [State.SHOWN, State.RESERVED, State.PLANNED, State.PLANNED]


def test_an_item_is_not_shown_before_its_instructions_are_read(open_study: Any) -> None:
    person = joining.join(study=open_study("translation"), token="a-token")
    prepare(person)
    assert states(person) == [State.RESERVED, State.RESERVED]
    assert [assignment.state for assignment in advance(person)] == [State.RESERVED, State.RESERVED]
    assert person.assignments.filter(shown_at__isnull=False).count() == 0


def test_an_item_that_the_browser_fetches_by_itself_has_no_known_moment_of_its_first_load(
    open_study: Any,
) -> None:
    person = joining.join(study=open_study("translation"), token="a-token")
    prepare(person)
    shown, _ = joining.read_instructions(participation=person, task="translation")
    assert (shown.state, shown.shown_at) == (State.SHOWN, None)
    response = answer(shown, spans=[span(uuid.uuid4())])
    assert response.timing_flags == []


def test_nobody_moves_on_while_the_study_is_paused_and_everybody_once_it_is_open_again(
    open_study: Any,
) -> None:
    person = begin(open_study("translation"))
    studies.pause_study(study=person.study, who=None)
    answer(assignments.items_at_hand(person)[0])
    assert advance(person) == []
    studies.open_study(study=person.study, who=None)
    assert [assignment.state for assignment in advance(person)] == [State.SHOWN]


def test_coming_back_shows_the_same_item(open_study: Any) -> None:
    person = begin(open_study("translation"))
    first = advance(person)[0]
    again = advance(person)[0]
    assert (first.pk, first.position) == (again.pk, again.position)


def test_after_the_last_answer_the_person_is_done(open_study: Any) -> None:
    person = begin(open_study("translation"))
    while ready := advance(person):
        answer(ready[0])
    person.refresh_from_db()
    assert person.stage == Stage.FINISHED
    assert person.finished_at is not None
    assert Response.objects.count() == 2


def test_an_answer_is_scored_by_the_reader_that_scores_models(open_study: Any) -> None:
    person = begin(open_study("translation"))
    response = answer(advance(person)[0], "Move X +2 Å.")
    assert (response.raw, response.answer, response.exact) == ("Move X +2 Å.", "move x 2", 0)
    assert 0 < response.weighted < 1


def test_the_same_submission_twice_is_one_response(open_study: Any) -> None:
    person, key = begin(open_study("translation")), uuid.uuid4()
    assignment = advance(person)[0]
    first, second = (answer(assignment, load_key=key) for _ in range(2))
    assert first == second
    assert Response.objects.count() == 1


def test_another_answer_to_the_same_item_changes_nothing(open_study: Any) -> None:
    person = begin(open_study("translation"))
    assignment = advance(person)[0]
    first, second = answer(assignment, "move x 3"), answer(assignment, "move y 1")
    assert (second.pk, second.raw) == (first.pk, "move x 3")


def test_an_item_that_was_not_shown_takes_no_answer(open_study: Any) -> None:
    person = begin(open_study("translation"))
    ahead = advance(person)[1]
    with pytest.raises(NotShown):
        answer(ahead)
    assert Response.objects.count() == 0


@pytest.mark.parametrize(
    ("state", "validity"), [("open", "valid"), ("paused", "valid"), ("closed", "surplus")]
)
def test_an_answer_that_comes_after_the_study_was_closed_is_kept_as_surplus(
    open_study: Any, state: str, validity: str
) -> None:
    person = begin(open_study("translation"))
    assignment = advance(person)[0]
    Study.objects.update(state=state)
    assert answer(assignment).validity == validity
    assert answer(assignment).validity == validity


def test_spans_and_the_time_they_give_are_kept_with_the_answer(open_study: Any) -> None:
    person, load = begin(open_study("translation")), uuid.uuid4()
    assignment = advance(person)[0]
    response = answer(assignment, spans=[span(load)])
    assert (response.response_time_ms, response.timing_flags, response.timing_version) == (4_000, [], "1")
    row = Span.objects.get()
    assert (row.load_key, row.ended_by) == (load, "submit")
    assert row.received_at.timestamp() == 1_700_000_004.2


def test_spans_of_an_earlier_load_count_too(open_study: Any) -> None:
    person = begin(open_study("translation"))
    assignment = advance(person)[0]
    left = span(
        uuid.uuid4(), ended_by=End.LEAVE, issued_ms=1_600_000_000_000, began_wall_ms=1, ended_wall_ms=4_001
    )
    for _ in range(2):
        answers.record_spans(assignment=assignment, spans=[left])
    response = answer(assignment, spans=[span(uuid.uuid4())])
    assert response.response_time_ms == 8_000
    assert response.timing_flags == [Flag.SEVERAL_LOADS]
    assert Span.objects.count() == 2


def test_a_first_load_that_never_reported_is_noticed(open_study: Any) -> None:
    person = begin(open_study("translation"))
    assignment = advance(person)[0]
    shown_ms = int(Assignment.objects.get(pk=assignment.pk).shown_at.timestamp() * 1000)
    response = answer(
        assignment, spans=[span(uuid.uuid4(), issued_ms=shown_ms + 60_000, received_ms=shown_ms + 65_000)]
    )
    assert (response.response_time_ms, response.timing_flags) == (4_000, [Flag.INCOMPLETE])


def test_spans_of_an_item_that_is_not_shown_or_is_answered_are_not_kept(open_study: Any) -> None:
    person = begin(open_study("translation"))
    shown, ahead = advance(person)
    answers.record_spans(assignment=ahead, spans=[span(uuid.uuid4(), ended_by=End.LEAVE)])
    answer(shown)
    answers.record_spans(assignment=shown, spans=[span(uuid.uuid4(), ended_by=End.LEAVE)])
    assert Span.objects.count() == 0


def test_no_more_spans_are_kept_than_a_person_can_make_and_what_is_left_out_is_flagged(
    open_study: Any,
) -> None:
    person, load = begin(open_study("translation")), uuid.uuid4()
    assignment = advance(person)[0]
    many = [span(load, sequence=number, ended_by=End.HIDE) for number in range(MOST_SPANS - 1)]
    answers.record_spans(assignment=assignment, spans=many)
    more = [span(uuid.uuid4(), sequence=number, ended_by=End.HIDE) for number in range(3)]
    for _ in range(2):
        answers.record_spans(assignment=assignment, spans=more)
    assert Span.objects.count() == MOST_SPANS
    assert Flag.INCOMPLETE in answer(assignment, spans=[span(uuid.uuid4())]).timing_flags


def test_an_answer_without_timing_says_so(open_study: Any) -> None:
    person = begin(open_study("translation"))
    response = answer(advance(person)[0], flags=[Flag.BROKEN])
    assert (response.response_time_ms, response.timing_flags) == (None, ["no_timing", "broken"])


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_threads_answering_one_item_make_one_response(open_study: Any) -> None:
    person = begin(open_study("translation"))
    assignment = advance(person)[0]
    together = threading.Barrier(2)
    responses: list[int] = []

    def press(text: str) -> None:
        own = Assignment.objects.with_items().get(pk=assignment.pk)
        together.wait(10)
        responses.append(answer(own, text).pk)
        connections.close_all()

    threads = [threading.Thread(target=press, args=[text]) for text in ("move x 3", "move y 1")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(responses) == 2
    assert set(responses) == {Response.objects.get().pk}


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_people_who_come_at_the_same_moment_each_get_a_number_of_their_own(open_study: Any) -> None:
    study = open_study("translation")
    people = [joining.join(study=study, token=joining.new_token()) for _ in range(6)]
    together = threading.Barrier(len(people))
    failures: list[BaseException] = []

    def work(person: Participation) -> None:
        try:
            together.wait(10)
            go_to_work(person)
        except BaseException as failure:
            failures.append(failure)
        connection.close()

    threads = [threading.Thread(target=work, args=[person]) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert set(Participation.objects.values_list("number", flat=True)) == set(range(6))
