"""The Celery application. Its modules are `jobs.py`: a task means a benchmark task here."""

import os
from pathlib import Path

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "misi_web.settings")

TRANSPORT_ALIASES["filesystem"] = "misi_web.operations.broker:Transport"  # web server and worker alike

ROOT = Path(__file__).resolve().parent.parent


def folders_with_jobs() -> list[str]:
    """The packages of the features that have jobs, found by looking."""
    files = [file for app in ("annotation", "benchmark") for file in sorted((ROOT / app).glob("*/jobs.py"))]
    return [".".join(file.parent.relative_to(ROOT).parts) for file in files]


app = Celery("misi_web")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(folders_with_jobs, related_name="jobs")
app.steps["worker"].add("misi_web.operations.worker:Pulse")  # by name: the tables are not loaded yet
