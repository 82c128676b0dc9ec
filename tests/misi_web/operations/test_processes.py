"""Programs are started, started again, and stopped together."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from misi_web.operations.processes import Program, Supervisor, pause_after
from tests.waiting import wait_until

FOREVER = [sys.executable, "-c", "import signal; signal.pause()"]
DEAF = [
    sys.executable,
    "-c",
    "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); signal.pause()",
]
AT_ONCE = [sys.executable, "-c", "raise SystemExit(3)"]


@pytest.mark.parametrize(("failures", "seconds"), [(1, 1), (2, 2), (3, 4), (5, 16), (6, 30), (99, 30)])
def test_each_failure_makes_the_pause_longer_up_to_half_a_minute(failures: int, seconds: float) -> None:
    assert pause_after(failures) == seconds


def ended(program: Program) -> None:
    wait_until(program.has_ended, 10, "the program ends")


def test_a_program_that_ends_is_started_again_after_its_pause() -> None:
    said: list[str] = []
    program = Program("worker", AT_ONCE)
    supervisor = Supervisor([program], said.append)
    supervisor.look(now=100.0)
    ended(program)
    supervisor.look(now=101.0)
    assert said == ["The worker ended with status 3. Starting it again in 1 s."]
    supervisor.look(now=101.9)
    assert program.process is None
    supervisor.look(now=102.0)
    assert program.process is not None
    ended(program)
    supervisor.look(now=103.0)
    assert said[-1].endswith("in 2 s.")


def test_a_program_that_ran_for_a_while_gets_the_short_pause_again() -> None:
    program = Program("worker", AT_ONCE, failures=5)
    supervisor = Supervisor([program], lambda sentence: None)
    supervisor.look(now=100.0)
    ended(program)
    supervisor.look(now=200.0)
    assert program.failures == 1


def test_all_programs_end_together() -> None:
    programs = [Program("one", FOREVER), Program("two", FOREVER)]
    supervisor = Supervisor(programs, lambda sentence: None)
    supervisor.look(now=1.0)
    supervisor.stop()
    assert [program.process.returncode for program in programs if program.process] == [-signal.SIGTERM] * 2


def test_a_program_that_does_not_listen_is_killed_when_the_patience_is_over() -> None:
    said: list[str] = []
    program = Program("deaf one", DEAF)
    program.process = subprocess.Popen(DEAF, stdout=subprocess.PIPE, start_new_session=True)
    assert program.process.stdout
    with program.process.stdout as output:
        output.readline()  # it has stopped listening by now
        Supervisor([program], said.append, patience_s=0.3).stop()
    assert program.process.returncode == -signal.SIGKILL
    assert "Not all finished in time: ending the rest." in said


def test_programs_end_when_their_supervisor_is_killed(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    inner = f"import os, signal; open({str(pid)!r}, 'w').write(f'{{os.getpid()}} '); signal.pause()"
    outer = (
        "import sys; from misi_web.operations.processes import Program, Supervisor;"
        f"Supervisor([Program('x', [sys.executable, '-c', {inner!r}])], print).run()"
    )
    with subprocess.Popen([sys.executable, "-c", outer]) as supervisor:
        wait_until(lambda: pid.exists() and pid.read_text().endswith(" "), 10, "the program runs")
        supervisor.kill()
    program = Path("/proc") / pid.read_text().strip()
    wait_until(lambda: not program.exists(), 10, "the program is gone")
