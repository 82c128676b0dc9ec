"""How figures are measured and said."""

import os
import platform
import time
from collections.abc import Callable
from pathlib import Path


def best_seconds(action: Callable[[], object], times: int = 3) -> float:
    """The shortest of a few runs: what the machine can do when nothing else disturbs it."""

    def once() -> float:
        began = time.perf_counter()
        action()
        return time.perf_counter() - began

    return min(once() for _ in range(times))


def sentence(
    what: str, *, count: int, seconds: float, floor: str, floor_seconds: float, goal: str = ""
) -> str:
    """One figure: how many a second, and how many times its floor that took."""
    wanted = f" (goal {goal})" if goal else ""
    return (
        f"{what}: {count / seconds:,.1f} a second, {seconds / floor_seconds:,.1f} times "
        f"{floor} at {count / floor_seconds:,.1f} a second{wanted}"
    )


def machine() -> str:
    """What the figures were measured on."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next(
        (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "processor"
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    python = f"Python {platform.python_version()}"
    return f"{os.cpu_count()} x {model}, {memory:.0f} GiB, {python}, {platform.system()}"
