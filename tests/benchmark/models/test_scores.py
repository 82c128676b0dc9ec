"""One constructor scores people and models alike."""

import pytest

from annotation.models import Response
from benchmark.models import Prediction
from benchmark.tasks.outcomes import Delivery
from tests.factories import make_item, make_version

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", [Response, Prediction])
def test_an_answer_is_read_and_scored_when_it_is_made(kind: type) -> None:
    marked = kind.mark(make_item(make_version(), truth="move x 3"), "Answer: move x 2")
    assert (marked.raw, marked.answer, marked.status) == ("Answer: move x 2", "move x 2", "ok")
    assert (marked.exact, marked.weighted) == (0, pytest.approx(6 / 7))


def test_reasoning_that_never_ends_is_truncated_not_wrong() -> None:
    marked = Prediction.mark(make_item(make_version()), "<think>move x 3")
    assert (marked.status, marked.delivery, marked.answer) == ("empty", Delivery.TRUNCATED, None)


def test_a_refusal_keeps_its_own_delivery() -> None:
    marked = Prediction.mark(make_item(make_version()), "<think>no", delivery=Delivery.REFUSED)
    assert marked.delivery == Delivery.REFUSED
