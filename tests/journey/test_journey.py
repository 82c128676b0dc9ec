"""From the join page to the comparison page, on a whole site."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from benchmark.tasks import all_tasks
from tests.browser import listen
from tests.journey.answers import Answer, right, wrong
from tests.journey.participant import go_through, join
from tests.journey.seen import Seen
from tests.journey.staff import comparison, log_in, upload_run
from tests.site import Site

pytestmark = pytest.mark.browser
ITEMS_PER_TASK = 2
MODEL = "A model that is always right"
TIMING_TOLERANCE_MS = 2

PLAN = """
from annotation.models import Assignment
rows = Assignment.objects.order_by("position").values_list(
    "position", "study_item__item__task", "study_item__item__truth")
answer = [list(row) for row in rows]
"""
TRUTHS = """
from benchmark.models import Item
answer = dict(Item.objects.filter(version__benchmark__name="demo").values_list("key", "truth"))
"""
STORED = """
from annotation.models import Response
names = ["assignment__position", "raw", "status", "delivery", "validity", "exact", "weighted",
         "scorer_version", "response_time_ms", "timing_flags"]
answer = list(Response.objects.order_by("assignment__position").values(*names))
"""
SPANS = """
from annotation.models import Span
names = ["assignment__position", "load_key", "began_monotonic_ms", "ended_monotonic_ms", "hidden_ms",
         "ended_by", "issued_at", "received_at"]
answer = list(Span.objects.order_by("assignment__position", "issued_at", "sequence").values(*names))
"""


@pytest.fixture
def context(browser: Browser, trouble: list[str], site: Site) -> Any:
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    yield context
    context.close()


def new_page(context: BrowserContext, trouble: list[str]) -> Page:
    page = context.new_page()
    listen(page, trouble)
    return page


def chosen_answers(plan: list[tuple[int, str, str]]) -> dict[int, Answer]:
    """The first item of each task answered right, the second wrong."""
    seen: set[str] = set()
    answers = {}
    for position, task, truth in plan:
        answers[position] = wrong(task, truth) if task in seen else right(truth)
        seen.add(task)
    return answers


def test_a_participant_answers_all_nine_tasks(
    context: BrowserContext, trouble: list[str], site: Site
) -> None:
    page = new_page(context, trouble)
    join(page, "/s/demo/")
    plan = [tuple(row) for row in site.ask(PLAN)]
    assert sorted(task for _, task, _ in plan) == sorted(
        task.slug for task in all_tasks() for _ in range(ITEMS_PER_TASK)
    )
    answers = chosen_answers(plan)
    seen = Seen(page)
    go_through(page, {place: answer.text for place, answer in answers.items()}, reload_at=3, look=seen.look)
    seen.check({place: truth for place, _, truth in plan})
    expect(page.get_by_text("All your answers are saved.")).to_be_visible()
    check_scores(site.ask(STORED), answers)
    check_timing(site.ask(STORED), site.ask(SPANS))
    log_in(page, site, "researcher")
    upload_run(page, MODEL, site.ask(TRUTHS))
    tasks = {task: [answers[place] for place, of, _ in plan if of == task] for _, task, _ in plan}
    for metric in ("Exact", "Weighted"):
        scores = {task: [getattr(one, metric.lower()) for one in tasks[task]] for task in tasks}
        check_comparison(comparison(page, metric), scores)


def check_comparison(shown: dict[str, dict[str, str]], scores: dict[str, list[float]]) -> None:
    """People by their mean, the model by its hundred; the task whose column is split is left out."""
    for task in all_tasks():
        if len(task.columns()) == 1:
            figures = shown[task.title]
            assert figures["People"] == f"{100 * sum(scores[task.slug]) / len(scores[task.slug]):.1f}", (
                task.slug
            )
            assert figures[MODEL] == "100.0", task.slug


def check_scores(stored: list[dict[str, Any]], answers: dict[int, Answer]) -> None:
    assert [row["assignment__position"] for row in stored] == sorted(answers)
    for row in stored:
        expected = answers[row["assignment__position"]]
        assert row["raw"] == expected.text
        assert (row["status"], row["delivery"], row["validity"]) == ("ok", "received", "valid"), row
        assert row["exact"] == expected.exact, row
        assert row["weighted"] == pytest.approx(expected.weighted), row


def check_timing(stored: list[dict[str, Any]], spans: list[dict[str, Any]]) -> None:
    """Each answer has its spans of looking, which add up; the item that was loaded anew has two loads."""
    for row in stored:
        own = [span for span in spans if span["assignment__position"] == row["assignment__position"]]
        reloaded = row["assignment__position"] == 3
        assert len({span["load_key"] for span in own}) == (2 if reloaded else 1), own
        assert own[-1]["ended_by"] == "submit"
        lasted = sum(one["ended_monotonic_ms"] - one["began_monotonic_ms"] - one["hidden_ms"] for one in own)
        assert row["response_time_ms"] == pytest.approx(lasted, abs=TIMING_TOLERANCE_MS)
        assert lasted > 0
        assert all(one["issued_at"] < one["received_at"] for one in own)
        assert row["timing_flags"] == (["several_loads"] if reloaded else []), row
