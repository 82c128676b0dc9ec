"""The list of studies, and what its people may do there."""

from typing import Any

import pytest
from django.test import Client

from annotation.models import Study
from benchmark.common.roles import Role
from tests.annotation.visitors import Visitor
from tests.factories import make_study, make_user, make_version

pytestmark = pytest.mark.django_db


def logged_in(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_researcher_sees_own_studies_and_an_admin_all() -> None:
    version, mine, other = make_version(), make_user(Role.RESEARCHER), make_user(Role.RESEARCHER)
    make_study(version, "mine", title="My study", owner=mine)
    make_study(version, "other", title="Another study", owner=other)
    page = logged_in(mine).get("/studies/").content.decode()
    assert "My study" in page
    assert "Another study" not in page
    page = logged_in(make_user(Role.ADMIN)).get("/studies/").content.decode()
    assert "My study" in page
    assert "Another study" in page


def test_a_page_without_studies_says_how_to_get_one(client_as: Any) -> None:
    assert "No study of yours yet" in client_as(Role.RESEARCHER).get("/studies/").content.decode()


def test_people_and_answers_are_counted(open_study: Any) -> None:
    study = open_study("translation", per_task=1)
    Visitor(study)
    Visitor(study).start("translation")
    Visitor(study).start("translation").answer()
    row = Study.objects.with_counts().get()
    assert (row.people, row.finished, row.answers) == (2, 1, 1)


def test_the_owner_opens_pauses_and_closes(open_study: Any) -> None:
    study = open_study("translation")
    client = logged_in(study.owner)
    for state in ("paused", "open", "closed"):
        assert client.post("/studies/study/state/", {"state": state}).status_code == 302
        study.refresh_from_db()
        assert study.state == state


def test_a_step_that_makes_no_sense_is_explained(open_study: Any) -> None:
    study = open_study("translation")
    client = logged_in(study.owner)
    client.post("/studies/study/state/", {"state": "closed"})
    page = client.post("/studies/study/state/", {"state": "open"}, follow=True).content.decode()
    assert "A study that is closed cannot become open." in page


def test_a_state_that_there_is_not_changes_nothing(open_study: Any) -> None:
    study = open_study("translation")
    logged_in(study.owner).post("/studies/study/state/", {"state": "asleep"})
    study.refresh_from_db()
    assert study.state == Study.State.OPEN


def test_somebody_elses_study_is_not_there(open_study: Any) -> None:
    open_study("translation")
    client = logged_in(make_user(Role.RESEARCHER))
    assert client.post("/studies/study/state/", {"state": "paused"}).status_code == 404


def test_an_admin_publishes_and_a_researcher_does_not(open_study: Any) -> None:
    study = open_study("translation")
    assert logged_in(study.owner).post("/studies/study/publish/").status_code == 403
    assert "Make results public" not in logged_in(study.owner).get("/studies/").content.decode()
    admin = logged_in(make_user(Role.ADMIN))
    assert "Make results public" in admin.get("/studies/").content.decode()
    admin.post("/studies/study/publish/", {"results": "public"})
    study.refresh_from_db()
    assert study.results_public_at is not None
    assert "public once the study is closed" in admin.get("/studies/").content.decode()
    Study.objects.update(state=Study.State.CLOSED)
    assert "public since" in admin.get("/studies/").content.decode()


def test_an_admin_hides_what_was_published(open_study: Any) -> None:
    study, admin = open_study("translation"), logged_in(make_user(Role.ADMIN))
    admin.post("/studies/study/publish/", {"results": "public"})
    assert "Hide results" in admin.get("/studies/").content.decode()
    admin.post("/studies/study/publish/", {"results": "hidden"})
    study.refresh_from_db()
    assert study.results_public_at is None
    assert "Make results public" in admin.get("/studies/").content.decode()


def test_the_list_costs_the_same_for_one_study_and_for_many(django_assert_num_queries: Any) -> None:
    version, owner = make_version(), make_user(Role.RESEARCHER)
    client = logged_in(owner)
    make_study(version, "first", owner=owner)
    with django_assert_num_queries(5):  # session, user, role for the address and for the rows, studies
        client.get("/studies/")
    for number in range(5):
        make_study(version, f"study-{number}", owner=owner)
    with django_assert_num_queries(5):
        client.get("/studies/")
