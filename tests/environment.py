"""The settings of a test run, in place before Django reads its own. Loaded by `-p tests.environment`."""

import os
import tempfile
from pathlib import Path

DATA_DIR = Path(tempfile.mkdtemp(prefix="misi-tests-"))
(DATA_DIR / "static").mkdir()
os.environ.update(DATA_DIR=str(DATA_DIR), HTTPS="off", PLAIN_STATIC_FILES="on", SECRET_KEY="only-for-tests")
# Playwright's synchronous interface runs an event loop in the thread that also uses the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
