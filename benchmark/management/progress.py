"""How a command shows that it goes on: one line that is written over, or a few lines into a log."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

WIDTH = 30  # characters of the bar
REDRAWN, LOGGED = 100, 5  # how often at most in each stage, on a terminal and into a log


class ProgressBar:
    """Call it with the stage of the work, how much is done, and how much there is; it writes to `stream`."""

    def __init__(self, stream: OutputWrapper) -> None:
        self.stream = stream
        self.on_terminal = stream.isatty()
        self.last = ("", -1)

    def __call__(self, stage: str, done: int, total: int) -> None:
        step = (stage, done * (REDRAWN if self.on_terminal else LOGGED) // max(total, 1))
        if step == self.last:
            return
        self.last = step
        if self.on_terminal:
            self._draw(stage, done, total)
        elif done:
            self.stream.write(f"{stage}: {done:,} of {total:,}", style_func=str)

    def _draw(self, stage: str, done: int, total: int) -> None:
        filled = done * WIDTH // max(total, 1)
        bar = "#" * filled + "." * (WIDTH - filled)
        ending = "\n" if done == total else ""
        # A command's errors are red; this is none.
        self.stream.write(f"\r{stage:>18} {bar} {done:,} of {total:,} ", style_func=str, ending=ending)
        self.stream.flush()
