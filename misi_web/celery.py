"""The Celery application. Its modules are `jobs.py`: a task means a benchmark task here."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "misi_web.settings")

TRANSPORT_ALIASES["filesystem"] = "misi_web.broker:Transport"  # web server and worker alike

app = Celery("misi_web")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")
app.steps["worker"].add("misi_web.worker:Pulse")  # by name: the tables are not loaded yet
