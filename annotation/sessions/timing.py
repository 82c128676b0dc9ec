"""From what browser and server noted about one item to one response time, and what does not fit.

A span is a stretch of looking at an item within one load of its page. It begins on the frame that showed all
pictures, or where the span before it ended, and ends when the answer was sent, the page was hidden or left.
Browser times are milliseconds: monotonic since the page's time origin, wall since 1970. Server times are
milliseconds since 1970 by the server's clock.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

# Stored with every response time; raise it with any change that could change one.
TIMING_VERSION = "1"

# A clock that is set, or a laptop that sleeps, moves by far more; a clock that is corrected gently, by less.
CLOCK_TOLERANCE_MS = 500
CLOCK_TOLERANCE_SHARE = 0.001
# The browser measures inside what the server sees, so it can be longer only by a difference in rate.
SERVER_TOLERANCE_MS = 1_000
LONGEST_PLAUSIBLE_MS = 3_600_000
LARGEST_STORED_MS = 2**31 - 1
MOST_SPANS = 1_000
ISSUED_TO_MS = 1.0  # the time of a load is cut to whole milliseconds
FURTHEST_MS = 1e15  # far outside any clock; keeps sums finite


class End(StrEnum):
    """What ended a span."""

    SUBMIT = "submit"
    HIDE = "hide"
    LEAVE = "leave"


class Flag(StrEnum):
    """What does not fit, or is worth knowing, about a response time."""

    NO_TIMING = "no_timing"  # nothing came: a browser without scripts
    BROKEN = "broken"  # what came could not be read
    NO_ONSET = "no_onset"  # answered before all pictures were shown
    PICTURES_FAILED = "pictures_failed"
    NEGATIVE = "negative"  # a span ends before it begins, or was hidden for longer than it lasted
    HUGE = "huge"  # more than an hour
    HIDDEN = "hidden"  # the page was out of sight for some of the time, which is not counted
    CLOCK_JUMPED = "clock_jumped"  # monotonic and wall clock disagree
    SEVERAL_LOADS = "several_loads"  # the page was loaded anew, or opened twice
    OVERLAP = "overlap"  # two loads looked at the same time, so it is counted twice
    INCOMPLETE = "incomplete"  # a span between others, or a load before them, never arrived
    SERVER_DISAGREES = "server_disagrees"  # the browser measured longer than the server waited


@dataclass(frozen=True, slots=True)
class TimedSpan:
    """One stretch of looking. The beginning is None where the pictures never were all in sight."""

    load_key: str
    sequence: int
    began_monotonic_ms: float | None
    ended_monotonic_ms: float
    began_wall_ms: float | None
    ended_wall_ms: float
    hidden_ms: float
    ended_by: End
    issued_ms: float
    received_ms: float
    pictures_failed: int = 0

    @property
    def lasted_ms(self) -> float:
        """By the monotonic clock; 0 where it never began."""
        return 0.0 if self.began_monotonic_ms is None else self.ended_monotonic_ms - self.began_monotonic_ms

    @property
    def wall_ms(self) -> float:
        return 0.0 if self.began_wall_ms is None else self.ended_wall_ms - self.began_wall_ms


@dataclass(frozen=True, slots=True)
class Timing:
    """One response time, in ms of having the pictures in sight; None where none can be had."""

    response_time_ms: int | None
    hidden_ms: int
    loads: int
    flags: tuple[Flag, ...]


def read_spans(
    document: Any, *, load_key: str, issued_ms: float, received_ms: float
) -> tuple[TimedSpan, ...]:
    """The spans of one load as a browser sends them: a list of objects with the names of the fields.

    Raises ValueError, with a sentence, where that is not what it is.
    """
    if not isinstance(document, list) or len(document) > MOST_SPANS:
        raise ValueError(f"The spans are no list of at most {MOST_SPANS}.")
    return tuple(_read_span(entry, load_key, issued_ms, received_ms) for entry in document)


def measure(spans: Iterable[TimedSpan], *, shown_ms: float | None = None) -> Timing:
    """The response time that the spans of one item's answer give, over all its loads, in any order.

    `shown_ms` is when the server first sent the item, where it knows. A load of that moment of which no span
    came was looked at for nobody knows how long.
    """
    ordered = sorted(spans, key=lambda span: (span.issued_ms, span.load_key, span.sequence))
    found = _flags(ordered)
    if _first_load_is_missing(ordered, shown_ms) or len(ordered) >= MOST_SPANS:  # no more are kept than that
        found.add(Flag.INCOMPLETE)
    flags = tuple(flag for flag in Flag if flag in found)
    visible = sum(span.lasted_ms - span.hidden_ms for span in ordered if span.began_monotonic_ms is not None)
    hidden = sum(span.hidden_ms for span in ordered)
    spoilt = {Flag.NO_TIMING, Flag.NO_ONSET, Flag.NEGATIVE} & set(flags) or visible > LARGEST_STORED_MS
    return Timing(
        response_time_ms=None if spoilt else round(visible),
        hidden_ms=round(hidden),
        loads=len({span.load_key for span in ordered}),
        flags=flags,
    )


def _flags(spans: Sequence[TimedSpan]) -> set[Flag]:
    submitting = {span.load_key for span in spans if span.ended_by == End.SUBMIT}
    seen = [span for span in spans if span.began_monotonic_ms is not None]
    truth = {
        Flag.NO_TIMING: not submitting,
        Flag.NO_ONSET: bool(submitting - {span.load_key for span in seen}),
        Flag.PICTURES_FAILED: any(span.pictures_failed for span in spans),
        Flag.NEGATIVE: any(not 0 <= span.hidden_ms <= span.lasted_ms for span in seen),
        Flag.HUGE: sum(span.lasted_ms for span in seen) > LONGEST_PLAUSIBLE_MS,
        Flag.HIDDEN: any(span.hidden_ms > 0 for span in spans),
        Flag.CLOCK_JUMPED: any(_clocks_disagree(span) for span in seen),
        Flag.SEVERAL_LOADS: len({span.load_key for span in seen}) > 1,
        Flag.OVERLAP: _loads_overlap(seen),
        Flag.INCOMPLETE: _spans_are_missing(spans),
        Flag.SERVER_DISAGREES: any(_outlasts_the_server(load) for load in _by_load(seen)),
    }
    return {flag for flag, holds in truth.items() if holds}


def _clocks_disagree(span: TimedSpan) -> bool:
    tolerance = max(CLOCK_TOLERANCE_MS, CLOCK_TOLERANCE_SHARE * abs(span.lasted_ms))
    return abs(span.wall_ms - span.lasted_ms) > tolerance


def _by_load(spans: Sequence[TimedSpan]) -> list[list[TimedSpan]]:
    loads: dict[str, list[TimedSpan]] = {}
    for span in spans:
        loads.setdefault(span.load_key, []).append(span)
    return list(loads.values())


def _loads_overlap(seen: Sequence[TimedSpan]) -> bool:
    """Whether one load was looked at before the load begun earlier had ended, by the browser's wall clock."""
    stretches = sorted(
        (min(span.began_wall_ms or 0.0 for span in load), max(span.ended_wall_ms for span in load))
        for load in _by_load(seen)
    )
    return any(later[0] < earlier[1] - CLOCK_TOLERANCE_MS for earlier, later in pairwise(stretches))


def _first_load_is_missing(spans: Sequence[TimedSpan], shown_ms: float | None) -> bool:
    return bool(spans) and shown_ms is not None and spans[0].issued_ms > shown_ms + ISSUED_TO_MS


def _spans_are_missing(spans: Sequence[TimedSpan]) -> bool:
    return any(
        {span.sequence for span in load} != set(range(max(span.sequence for span in load) + 1))
        for load in _by_load(spans)
    )


def _outlasts_the_server(load: Sequence[TimedSpan]) -> bool:
    waited = max(span.received_ms for span in load) - load[0].issued_ms
    return sum(span.lasted_ms for span in load) > waited + SERVER_TOLERANCE_MS


def _read_span(entry: Any, load_key: str, issued_ms: float, received_ms: float) -> TimedSpan:
    if not isinstance(entry, Mapping):
        raise ValueError("A span is no object.")
    began = entry.get("began_monotonic_ms")
    return TimedSpan(
        load_key=load_key,
        sequence=_whole(entry, "sequence", MOST_SPANS),
        began_monotonic_ms=None if began is None else _number(entry, "began_monotonic_ms"),
        ended_monotonic_ms=_number(entry, "ended_monotonic_ms"),
        began_wall_ms=None if began is None else _number(entry, "began_wall_ms"),
        ended_wall_ms=_number(entry, "ended_wall_ms"),
        hidden_ms=_number(entry, "hidden_ms"),
        ended_by=End(str(entry.get("ended_by"))),
        issued_ms=issued_ms,
        received_ms=received_ms,
        pictures_failed=_whole(entry, "pictures_failed", 100),
    )


def _number(entry: Mapping[str, Any], name: str) -> float:
    value = entry.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} is no number.")
    if abs(value) > FURTHEST_MS or not math.isfinite(value):
        raise ValueError(f"{name} is outside any clock.")
    return float(value)


def _whole(entry: Mapping[str, Any], name: str, most: int) -> int:
    value = _number(entry, name)
    if value != int(value) or not 0 <= value <= most:
        raise ValueError(f"{name} is no whole number from 0 to {most}.")
    return int(value)
