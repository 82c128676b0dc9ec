"""Django, ready in a process that measures. Import this before anything with tables."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.core.management import call_command
from django.db import connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "misi_web.settings")
django.setup()


@contextmanager
def new_database() -> Iterator[str]:
    """An empty database with our tables: the one of a new DATA_DIR, or a PostgreSQL database of its own."""
    if connection.vendor == "sqlite":
        call_command("migrate", verbosity=0)
        yield connection.vendor
        return
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield connection.vendor
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)
