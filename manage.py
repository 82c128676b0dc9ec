#!/usr/bin/env python
"""Run an administrative command: `python manage.py help` lists them."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "misi_web.settings")
    try:
        settings.DEBUG  # noqa: B018 - the first look reads the file
    except ImproperlyConfigured as mistake:
        sys.exit(f"The site does not start. {mistake}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
