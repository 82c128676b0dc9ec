"""The settings of a test run, in place before Django reads its own. Loaded by `-p tests.environment`."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

DATA_DIR = Path(tempfile.mkdtemp(prefix="misi-tests-"))
atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)
(DATA_DIR / "static").mkdir()
os.environ.update(
    DATA_DIR=str(DATA_DIR), HTTPS="off", PLAIN_STATIC_FILES="on", SECRET_KEY="only-for-tests-" * 4
)
# Playwright's synchronous interface runs an event loop in the thread that also uses the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
