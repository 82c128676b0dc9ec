"""Every sentence of docs/scoring.md, as a table of answers and what they score."""

import pytest

from benchmark.tasks import mark
from tests.benchmark.tasks.cases import Case
from tests.benchmark.tasks.cases_bonds import BOND_CASES
from tests.benchmark.tasks.cases_commands import COMMAND_CASES
from tests.benchmark.tasks.cases_reading import READING_CASES

CASES = [*COMMAND_CASES, *READING_CASES, *BOND_CASES]


def name(case: Case) -> str:
    return f"{case.task}: {case.truth[:30]} <- {case.text[:60]}"


@pytest.mark.parametrize("case", CASES, ids=name)
def test_an_answer_scores_what_the_table_says(case: Case) -> None:
    marked = mark(case.task, case.text, case.truth)
    assert (marked.status, marked.answer, marked.exact) == (case.status, case.canonical, case.exact)
    assert marked.weighted == pytest.approx(case.weighted, abs=1e-12)


def test_the_table_is_as_long_as_promised() -> None:
    assert len(set(CASES)) >= 200
