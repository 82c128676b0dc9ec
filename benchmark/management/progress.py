"""How a command shows that it goes on: one line that is written over, or a few lines into a log."""

from __future__ import annotations

import time

from django.core.management.base import OutputWrapper

WIDTH = 30  # characters of the bar
REDRAWN, LOGGED = 100, 5  # how often at most in each stage, on a terminal and into a log


class ProgressBar:
    """Call it with the stage of the work, how much is done, and how much there is; it writes to `stream`."""

    def __init__(self, stream: OutputWrapper) -> None:
        self.stream = stream
        self.on_terminal = stream.isatty()
        self.last = ("", -1)
        self.began = 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        step = (stage, done * (REDRAWN if self.on_terminal else LOGGED) // max(total, 1))
        if step == self.last:
            return
        if stage != self.last[0]:
            self.began = time.monotonic()
        self.last = step
        if self.on_terminal:
            self._draw(stage, done, total)
        elif done:
            left = self._left(done, total)
            self.stream.write(f"{stage}: {done:,} of {total:,}" + (left and f", {left}"), style_func=str)

    def _left(self, done: int, total: int) -> str:
        """How long the stage still takes at its pace so far; empty at its beginning and its end."""
        if not 0 < done < total:
            return ""
        seconds = (time.monotonic() - self.began) / done * (total - done)
        return f"{seconds:,.0f} s left"

    def _draw(self, stage: str, done: int, total: int) -> None:
        filled = done * WIDTH // max(total, 1)
        bar = "#" * filled + "." * (WIDTH - filled)
        ending = "\n" if done == total else ""
        # A command's errors are red; this is none.
        self.stream.write(
            f"\r{stage:>18} {bar} {done:,} of {total:,} {self._left(done, total):<14}",
            style_func=str,
            ending=ending,
        )
        self.stream.flush()
