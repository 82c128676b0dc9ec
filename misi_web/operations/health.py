"""Whether the site's three parts work: database, broker, worker. Each answers "ok" or says what is wrong."""

import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from kombu import Connection
from kombu.exceptions import OperationalError
from psycopg_pool import PoolTimeout

from benchmark.models import WorkerBeat
from benchmark.models.heartbeat import STALE_AFTER

PATIENCE_S = 2
OK = "ok"


def database() -> str:
    try:
        connection.cursor().execute("SELECT 1")
    except (DatabaseError, PoolTimeout):
        return "does not answer"
    return OK


def broker() -> str:
    if settings.CELERY_BROKER_URL.startswith("filesystem:"):
        folder = Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_out"])
        return OK if os.access(folder, os.W_OK) else "its folder cannot be written to"
    timeouts = {"socket_connect_timeout": PATIENCE_S, "socket_timeout": PATIENCE_S}
    try:
        with Connection(
            settings.CELERY_BROKER_URL, connect_timeout=PATIENCE_S, transport_options=timeouts
        ) as link:
            link.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE_S)
    except OperationalError:
        return "does not answer"
    return OK


def worker() -> str:
    try:
        alive = WorkerBeat.objects.alive().exists()
    except (DatabaseError, PoolTimeout):
        return "unknown without the database"
    return OK if alive else f"none seen for {STALE_AFTER.seconds} s"


PARTS: dict[str, Callable[[], str]] = {"database": database, "broker": broker, "worker": worker}


def state() -> dict[str, str]:
    """The state of every part, by its name."""
    return {name: check() for name, check in PARTS.items()}
