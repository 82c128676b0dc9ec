"""Waiting for something to become true, up to a deadline: what tests do instead of sleeping."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PAUSE_S = 0.05


def wait_until(condition: Callable[[], T], seconds: float, message: str) -> T:
    """The first true value of `condition()`, asked again and again for at most `seconds`.

    Raises `AssertionError` with `message` when the time is over. What the condition raises is passed on.
    """
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {message}"
        time.sleep(PAUSE_S)
    return value
