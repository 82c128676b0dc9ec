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
from benchmark.models.people import AuditEntry, Role, WorkerBeat, role_of
from benchmark.models.runs import (
    ModelCard,
    PastPredictionScore,
    Prediction,
    PublishedResult,
    Run,
    RunProblem,
    RunTally,
)
from benchmark.models.scores import Delivery, PastScore, Scored, ScoredQuerySet, Split

__all__ = [
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
