"""The tables of the ground floor: items, runs, scores, and who did what."""

from benchmark.models.audit import AuditEntry
from benchmark.models.heartbeat import BEAT_EVERY, STALE_AFTER, WorkerBeat
from benchmark.models.items import (
    Benchmark,
    BenchmarkVersion,
    Item,
    ItemPicture,
    ItemStructure,
    Picture,
    Split,
    Structure,
)
from benchmark.models.runs import (
    ModelCard,
    PastPredictionScore,
    Prediction,
    PublishedResult,
    Run,
    RunProblem,
    RunTally,
)
from benchmark.models.scores import PastScore, Scored, ScoredQuerySet

__all__ = [
    "BEAT_EVERY",
    "STALE_AFTER",
    "AuditEntry",
    "Benchmark",
    "BenchmarkVersion",
    "Item",
    "ItemPicture",
    "ItemStructure",
    "ModelCard",
    "PastPredictionScore",
    "PastScore",
    "Picture",
    "Prediction",
    "PublishedResult",
    "Run",
    "RunProblem",
    "RunTally",
    "Scored",
    "ScoredQuerySet",
    "Split",
    "Structure",
    "WorkerBeat",
]
