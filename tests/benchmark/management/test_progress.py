"""What a command shows while it works."""

from io import StringIO

from django.core.management.base import OutputWrapper

from benchmark.management.progress import ProgressBar


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_one_line_that_fills_up() -> None:
    screen = Terminal()
    bar = ProgressBar(OutputWrapper(screen))
    for done in range(31):
        bar("drawing", done, 30)
    shown = screen.getvalue()
    assert shown.startswith("\r           drawing ...")
    assert shown.rstrip().endswith(f"{'#' * 30} 30 of 30")
    assert shown.endswith("\n")
    assert shown.count("\n") == 1


def test_a_log_gets_a_few_lines_however_long_the_work() -> None:
    log = StringIO()
    bar = ProgressBar(OutputWrapper(log))
    for done in range(1001):
        bar("drawing", done, 1000)
    lines = log.getvalue().splitlines()
    assert lines[-1] == "drawing: 1,000 of 1,000"
    assert len(lines) <= 7


def test_the_time_left_is_told_on_the_way_and_not_at_the_end() -> None:
    log = StringIO()
    bar = ProgressBar(OutputWrapper(log))
    for done in range(11):
        bar("drawing", done, 10)
    *on_the_way, end = log.getvalue().splitlines()
    assert len(on_the_way) == 4
    assert all(line.endswith(" s left") for line in on_the_way)
    assert end == "drawing: 10 of 10"


def test_a_stage_without_work_says_nothing() -> None:
    log = StringIO()
    ProgressBar(OutputWrapper(log))("drawing", 0, 0)
    assert log.getvalue() == ""
