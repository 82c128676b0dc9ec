"""The benchmark's tasks: what is asked, how answers are read, how they are scored."""

from benchmark.tasks.marking import Marked, mark
from benchmark.tasks.outcomes import SCORER_VERSION, Status, UnreadableTruth
from benchmark.tasks.registry import UnknownTask, all_columns, all_tasks, averaged_columns, get_task, place_of

__all__ = [
    "SCORER_VERSION",
    "Marked",
    "Status",
    "UnknownTask",
    "UnreadableTruth",
    "all_columns",
    "all_tasks",
    "averaged_columns",
    "get_task",
    "mark",
    "place_of",
]
