"""How a command shows that it goes on: one line that is written over, or a few lines into a log."""

from __future__ import annotations

from typing import Any

WIDTH = 30  # characters of the bar
LOGGED_STEPS = 10  # lines of a whole job where nothing can be written over


class ProgressBar:
    """Call it with what is being done, how much is done and how much there is; it writes to `stream`."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.on_terminal = bool(stream.isatty())
        self.last = ("", -1)

    def __call__(self, what: str, done: int, total: int) -> None:
        steps = WIDTH if self.on_terminal else LOGGED_STEPS
        now = (what, done * steps // max(total, 1))
        if now == self.last and done != total:
            return
        self.last = now
        if self.on_terminal:
            bar = "#" * now[1] + "." * (WIDTH - now[1])
            self.stream.write(
                f"\r  {bar} {done:,} of {total:,} {what} ", ending="\n" if done == total else ""
            )
        else:
            self.stream.write(f"  {done:,} of {total:,} {what}")
        self.stream.flush()
