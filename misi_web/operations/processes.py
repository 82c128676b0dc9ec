"""Keeping programs running: started together, started again when one ends, stopped together."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

LOOK_EVERY_S = 0.2
SETTLED_AFTER_S = 60.0  # a program that ran this long had a good start: its failures are forgotten
LONGEST_PAUSE_S = 30.0


def pause_after(failures: int) -> float:
    """Seconds to wait before the next start: 1, 2, 4, ... 30."""
    return min(2.0 ** (failures - 1), LONGEST_PAUSE_S)


def tied_to_us(command: Sequence[str]) -> list[str]:
    """A command that ends when this process is killed, where the system has the tool for it."""
    tie = [setpriv, "--pdeathsig", "TERM"] if (setpriv := shutil.which("setpriv")) else []
    return [*tie, *command]


@dataclass
class Program:
    """One program and how often it failed. It runs in a session of its own, out of reach of Ctrl-C."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    failures: int = 0
    started_at: float = 0.0
    start_at: float = 0.0

    def start(self, now: float) -> None:
        self.started_at = now
        self.process = subprocess.Popen(
            tied_to_us(self.command), env=os.environ | dict(self.environment), start_new_session=True
        )

    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def note_failure(self, now: float) -> None:
        """Work out when to start again."""
        settled = now - self.started_at > SETTLED_AFTER_S
        self.failures = 1 if settled else self.failures + 1
        self.start_at = now + pause_after(self.failures)
        self.process = None

    def send(self, number: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, number) if number == signal.SIGKILL else self.process.send_signal(
                number
            )


class Supervisor:
    """Runs programs until SIGINT, SIGTERM or SIGHUP, then lets each finish what it is doing.

    `say` gets a sentence for each event. `each_look` is called between looks and may do anything short.
    """

    def __init__(
        self, programs: Sequence[Program], say: Callable[[str], None], patience_s: float = 25.0
    ) -> None:
        self.programs = programs
        self.say = say
        self.patience_s = patience_s
        self.asked_to_stop = 0

    def run(self, each_look: Callable[[], None] = lambda: None) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.ask_to_stop)
        try:
            while not self.asked_to_stop:
                self.look(time.monotonic())
                each_look()
                time.sleep(LOOK_EVERY_S)
        finally:
            self.stop()

    def ask_to_stop(self, *_: object) -> None:
        self.asked_to_stop += 1

    def look(self, now: float) -> None:
        """Start what is due, and notice what has ended."""
        for program in self.programs:
            if program.process is None and now >= program.start_at:
                program.start(now)
            elif program.process is not None and (status := program.process.poll()) is not None:
                program.note_failure(now)
                pause = pause_after(program.failures)
                self.say(f"The {program.name} ended with status {status}. Starting it again in {pause:g} s.")

    def stop(self) -> None:
        """Ask all programs to finish; kill what has not when the patience is over, or at a second Ctrl-C."""
        self.say("Stopping ...")
        for program in self.programs:
            program.send(signal.SIGTERM)
        deadline = time.monotonic() + self.patience_s
        while not all(program.has_ended() for program in self.programs):
            if time.monotonic() > deadline or self.asked_to_stop > 1:
                self.say("Not all finished in time: ending the rest.")
                break
            time.sleep(LOOK_EVERY_S)
        for program in self.programs:
            program.send(signal.SIGKILL)
            if program.process is not None:
                program.process.wait()
        self.say("Stopped.")
