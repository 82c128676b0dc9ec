"""The tables of the human study: designs, people, what they were dealt and what they answered."""

from annotation.models.assignments import Assignment
from annotation.models.exclusions import Exclusion
from annotation.models.responses import PastResponseScore, Response
from annotation.models.spans import Span
from annotation.models.studies import (
    Consent,
    Participation,
    PersonalId,
    Study,
    StudyDesign,
    StudyItem,
    token_sha256,
)

__all__ = [
    "Assignment",
    "Consent",
    "Exclusion",
    "Participation",
    "PastResponseScore",
    "PersonalId",
    "Response",
    "Span",
    "Study",
    "StudyDesign",
    "StudyItem",
    "token_sha256",
]
