"""The tables of the ground floor: items, runs, scores, and who did what."""

from benchmark.models.items import (
    Benchmark,
    BenchmarkVersion,
    Item,
    ItemPicture,
    ItemStructure,
    Picture,
    Structure,
)
from benchmark.models.people import BEAT_EVERY, STALE_AFTER, AuditEntry, Role, WorkerBeat, role_of
from benchmark.models.runs import (
    ModelCard,
    PastPredictionScore,
    Prediction,
    PublishedResult,
    Run,
    RunProblem,
    RunTally,
)
from benchmark.models.scores import DROPPED_DELIVERIES, Delivery, PastScore, Scored, ScoredQuerySet, Split

__all__ = [
    "BEAT_EVERY",
    "DROPPED_DELIVERIES",
    "STALE_AFTER",
    "AuditEntry",
    "Benchmark",
    "BenchmarkVersion",
    "Delivery",
    "Item",
    "ItemPicture",
    "ItemStructure",
    "ModelCard",
    "PastPredictionScore",
    "PastScore",
    "Picture",
    "Prediction",
    "PublishedResult",
    "Role",
    "Run",
    "RunProblem",
    "RunTally",
    "Scored",
    "ScoredQuerySet",
    "Split",
    "Structure",
    "WorkerBeat",
    "role_of",
]
