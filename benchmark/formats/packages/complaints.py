"""What is wrong with a file: where, what, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

# A file broken in one way is often broken on every line: the first ones tell what to mend.
SHOWN = 50


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing wrong, in sentences that say what and what to do."""

    text: str
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        where = ", ".join(part for part in (self.file, line) if part)
        return f"{where}: {self.text}" if where else self.text


class Complaints:
    """Collects complaints: the first `SHOWN` are kept, all are counted."""

    def __init__(self) -> None:
        self.count = 0
        self.kept: list[Complaint] = []

    def add(self, text: str, file: str = "", line: int | None = None) -> None:
        self.count += 1
        if len(self.kept) < SHOWN:
            self.kept.append(Complaint(text, file, line))

    def __bool__(self) -> bool:
        return self.count > 0

    def sentences(self) -> Iterator[str]:
        """What to show: each kept complaint, then how many more there are."""
        yield from map(str, self.kept)
        if self.count > len(self.kept):
            more = self.count - len(self.kept)
            yield f"… and {more:,} more. Mend the first {SHOWN} and try again."
