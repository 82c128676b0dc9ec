"""From spans of looking to one response time: what is counted, and what is flagged."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.sessions.timing import FURTHEST_MS, End, Flag, TimedSpan, measure, read_spans

WALL = 1_700_000_000_000.0


def span(began: float = 100, ended: float = 5_100, **fields: Any) -> TimedSpan:
    """Five seconds of looking, sent 50 ms later over a line without delay."""
    values: dict[str, Any] = {
        "load_key": "a",
        "sequence": 0,
        "began_monotonic_ms": began,
        "ended_monotonic_ms": ended,
        "began_wall_ms": WALL + began,
        "ended_wall_ms": WALL + ended,
        "hidden_ms": 0,
        "ended_by": End.SUBMIT,
        "issued_ms": WALL,
        "received_ms": WALL + ended + 50,
    }
    return TimedSpan(**(values | fields))


UNSEEN: dict[str, Any] = {"began_monotonic_ms": None, "began_wall_ms": None}


def test_the_time_runs_from_the_frame_that_showed_the_pictures_to_the_answer() -> None:
    timing = measure([span(100, 5_100)])
    assert (timing.response_time_ms, timing.hidden_ms, timing.loads, timing.flags) == (5_000, 0, 1, ())


def test_hidden_time_is_counted_apart() -> None:
    spans = [
        span(100, 2_100, ended_by=End.HIDE),
        span(2_100, 10_100, sequence=1, hidden_ms=6_000),
    ]
    timing = measure(spans)
    assert (timing.response_time_ms, timing.hidden_ms, timing.flags) == (4_000, 6_000, (Flag.HIDDEN,))


def test_the_time_of_every_load_counts() -> None:
    first = span(100, 3_100, ended_by=End.LEAVE)
    again = {"issued_ms": WALL + 4_000, "received_ms": WALL + 5_250}
    second = span(200, 1_200, load_key="b", began_wall_ms=WALL + 4_200, ended_wall_ms=WALL + 5_200, **again)
    timing = measure([first, second])
    assert (timing.response_time_ms, timing.loads, timing.flags) == (4_000, 2, (Flag.SEVERAL_LOADS,))


@pytest.mark.parametrize(
    ("spans", "flag", "response_time_ms"),
    [
        ([], Flag.NO_TIMING, None),
        ([span(ended_by=End.LEAVE)], Flag.NO_TIMING, None),
        ([span(**UNSEEN)], Flag.NO_ONSET, None),
        ([span(pictures_failed=1)], Flag.PICTURES_FAILED, 5_000),
        ([span(5_000, 4_000)], Flag.NEGATIVE, None),
        ([span(hidden_ms=5_001)], Flag.NEGATIVE, None),
        ([span(hidden_ms=-1)], Flag.NEGATIVE, None),
        ([span(0, 3_600_001)], Flag.HUGE, 3_600_001),
        ([span(0, 1e12)], Flag.HUGE, None),
        ([span(ended_wall_ms=WALL + 3_605_100)], Flag.CLOCK_JUMPED, 5_000),
        ([span(ended_wall_ms=WALL - 60_000)], Flag.CLOCK_JUMPED, 5_000),
        ([span(ended_by=End.LEAVE), span(load_key="b", issued_ms=WALL + 10)], Flag.OVERLAP, 10_000),
        ([span(ended_by=End.HIDE), span(5_100, 6_100, sequence=2)], Flag.INCOMPLETE, 6_000),
        ([span(received_ms=WALL + 2_000)], Flag.SERVER_DISAGREES, 5_000),
    ],
)
def test_what_does_not_fit_is_flagged(
    spans: list[TimedSpan], flag: Flag, response_time_ms: int | None
) -> None:
    timing = measure(spans)
    assert flag in timing.flags
    assert timing.response_time_ms == response_time_ms


def test_a_load_left_before_its_pictures_were_up_takes_nothing_from_the_next() -> None:
    impatient = span(ended_by=End.LEAVE, load_key="0", **UNSEEN)
    assert measure([impatient, span(issued_ms=WALL + 1)]).response_time_ms == 5_000


def test_a_clock_that_drifts_a_little_is_no_jump() -> None:
    assert measure([span(0, 600_000, ended_wall_ms=WALL + 600_550)]).flags == ()


@st.composite
def answers(draw: st.DrawFn) -> list[TimedSpan]:
    """One load that was hidden now and then."""
    stretches = draw(
        st.lists(st.tuples(st.integers(0, 60_000), st.integers(0, 60_000)), min_size=1, max_size=6)
    )
    spans, at = [], float(draw(st.integers(0, 10_000)))
    for sequence, (hidden, visible) in enumerate(stretches):
        hidden = hidden if sequence else 0
        end = at + hidden + visible
        spans.append(span(at, end, sequence=sequence, hidden_ms=hidden, ended_by=End.HIDE))
        at = end
    return [replace(entry, received_ms=WALL + at) for entry in spans[:-1]] + [
        replace(spans[-1], ended_by=End.SUBMIT)
    ]


@given(answers(), st.randoms())
def test_the_order_in_which_spans_arrive_does_not_matter(spans: list[TimedSpan], random: Any) -> None:
    shuffled = random.sample(spans, len(spans))
    assert measure(shuffled) == measure(spans)


@given(answers())
def test_visible_and_hidden_time_make_the_whole(spans: list[TimedSpan]) -> None:
    timing = measure(spans)
    whole = spans[-1].ended_monotonic_ms - (spans[0].began_monotonic_ms or 0)
    assert timing.response_time_ms is not None
    assert timing.response_time_ms + timing.hidden_ms == whole
    assert timing.response_time_ms >= 0


@given(answers(), st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_where_the_clocks_begin_does_not_matter(
    spans: list[TimedSpan], monotonic: float, wall: float
) -> None:
    moved = [
        replace(
            entry,
            began_monotonic_ms=(entry.began_monotonic_ms or 0) + monotonic,
            ended_monotonic_ms=entry.ended_monotonic_ms + monotonic,
            began_wall_ms=(entry.began_wall_ms or 0) + wall,
            ended_wall_ms=entry.ended_wall_ms + wall,
        )
        for entry in spans
    ]
    assert abs((measure(moved).response_time_ms or 0) - (measure(spans).response_time_ms or 0)) <= 1


@given(st.lists(st.builds(span, st.floats(-FURTHEST_MS, FURTHEST_MS), st.floats(-FURTHEST_MS, FURTHEST_MS))))
def test_any_finite_times_give_a_time_that_can_be_stored_or_none(spans: list[TimedSpan]) -> None:
    time = measure(spans).response_time_ms
    assert time is None or 0 <= time < 2**31


SENT: dict[str, Any] = {
    "sequence": 0,
    "began_monotonic_ms": 100.5,
    "ended_monotonic_ms": 5_100.5,
    "began_wall_ms": WALL,
    "ended_wall_ms": WALL + 5_000,
    "hidden_ms": 0,
    "ended_by": "submit",
    "pictures_failed": 0,
}


def test_spans_are_read_as_a_browser_sends_them() -> None:
    (read,) = read_spans([SENT], load_key="a", issued_ms=1, received_ms=2)
    assert read == TimedSpan("a", 0, 100.5, 5_100.5, WALL, WALL + 5_000, 0, End.SUBMIT, 1, 2, 0)


def test_a_span_without_beginning_has_none() -> None:
    (read,) = read_spans([SENT | {"began_monotonic_ms": None}], load_key="a", issued_ms=1, received_ms=2)
    assert read.began_monotonic_ms is None
    assert read.began_wall_ms is None


@pytest.mark.parametrize(
    "document",
    [
        None,
        {},
        "[]",
        [1],
        [SENT] * 1_001,
        *[
            [SENT | {name: bad}]
            for name in ("ended_monotonic_ms", "hidden_ms")
            for bad in (None, "1", True, 1e16)
        ],
        [SENT | {"began_monotonic_ms": float("nan")}],
        [SENT | {"ended_wall_ms": float("inf")}],
        [SENT | {"sequence": 0.5}],
        [SENT | {"sequence": -1}],
        [SENT | {"ended_by": "sleep"}],
        [SENT | {"ended_by": None}],
        [SENT | {"pictures_failed": 10_000}],
    ],
)
def test_what_is_no_list_of_spans_is_refused(document: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_spans(document, load_key="a", issued_ms=1, received_ms=2)
