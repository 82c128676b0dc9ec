"""`manage.py load_demo`: the demo's items, study, baselines and published results, made where missing."""

from typing import Any

from django.core.management.base import BaseCommand

from benchmark.management.progress import ProgressBar
from misi_web.operations.demo import load_demo


class Command(BaseCommand):
    help = "Makes the demo content: items of the bundled structures, a study, baselines, published results."

    def handle(self, *_: Any, **__: Any) -> None:
        load_demo(ProgressBar(self.stderr))
