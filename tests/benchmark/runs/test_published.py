"""Published tables come in as rows to compare with."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from benchmark.models import PublishedResult
from benchmark.runs.published import load_published
from benchmark.tasks import all_tasks

pytestmark = pytest.mark.django_db

TABLE = settings.BASE_DIR / "benchmark/demo/published_results.csv"
SOURCE = "arXiv 2512.10867"
HEAD = "metric,respondent,kind,item_set,translation,docking\n"


def test_both_tables_of_the_paper_come_in_whole() -> None:
    # 24 rows of 10 columns and an average, and a rank for all but the two rows of people.
    assert load_published(TABLE, source=SOURCE) == 24 * 11 + 22
    human = PublishedResult.objects.get(metric="exact", respondent="Human Level", column="translation")
    assert (human.value, human.kind, human.item_set, human.source) == (100.0, "human", "tiny", SOURCE)


def test_only_the_fine_tuned_model_was_measured_on_the_full_set() -> None:
    load_published(TABLE, source=SOURCE)
    full = PublishedResult.objects.filter(item_set="full").values_list("respondent", flat=True)
    assert set(full) == {"Qwen2.5-VL-7B-SFT"}


def test_every_column_is_one_that_the_tasks_name() -> None:
    load_published(TABLE, source=SOURCE)
    named = {column.name for task in all_tasks() for column in task.columns()}
    found = set(PublishedResult.objects.values_list("column", flat=True))
    assert found - named == {"published_average", "published_rank"}


def test_loading_again_changes_nothing() -> None:
    load_published(TABLE, source=SOURCE)
    assert load_published(TABLE, source=SOURCE) == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("respondent,kind\n", "The first line lacks the columns metric, item_set."),
        (HEAD + "exact,A,general,tiny,1,2\nexact,B,general,tiny,x,2\n", "Line 3: translation is 'x'"),
        (HEAD + "exact,A,general,tiny,1,nan\n", "Line 2: docking is 'nan', which is no number."),
    ],
)
def test_a_broken_table_is_refused_whole(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text)
    with pytest.raises(CommandError, match=sentence):
        call_command("load_published", str(file), "--source", "A paper")
    assert not PublishedResult.objects.exists()


def test_the_command_counts_what_is_new(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(HEAD + "exact,A,general,tiny,1,\n")
    out = StringIO()
    call_command("load_published", str(file), "--source", "A paper", stdout=out)
    assert out.getvalue() == "1 new figures from A paper.\n"
