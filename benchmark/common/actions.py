"""What the audit log can say was done. The values stand in stored entries: they stay as they are."""

from enum import StrEnum


class Action(StrEnum):
    BENCHMARK_IMPORTED = "benchmark.imported"
    RESULTS_SHOWN = "results.published"
    RESULTS_HIDDEN = "results.hidden"
    RUN_QUEUED = "run queued"
    RUN_RETRIED = "run retried"
    RUN_CANCELLED = "run cancelled"
    RUN_RETIRED = "run retired"
    RUN_RESTORED = "run restored"
    RUN_SHOWN = "run published"
    RUN_HIDDEN = "run hidden"
    STUDY_CREATED = "study created"
    STUDY_OPENED = "study open"
    STUDY_PAUSED = "study paused"
    STUDY_CLOSED = "study closed"
    STUDY_RESULTS_SHOWN = "study published"
    STUDY_RESULTS_HIDDEN = "study hidden"
    ACCOUNT_CREATED = "account created"
    ACCOUNT_CHANGED = "account changed"
    PASSWORD_SET_BY_ADMIN = "password set by admin"
    TOKEN_MADE = "API token made"
    TOKEN_REVOKED = "API token revoked"
