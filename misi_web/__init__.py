"""Wiring: settings, addresses, dashboards and the REST API. It owns no tables."""

from misi_web.celery import app as celery_app

__all__ = ["celery_app"]
