"""The broker that is a folder, with messages that appear whole.

kombu writes a message under its final name, so that a reader can meet an empty file; the worker that met
one ended, and the message was lost.
"""

import uuid
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Writes a message under a name nobody reads, then renames it."""

    def _put(self, queue: str, payload: Any, **_: Any) -> None:
        name = f"{monotonic_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        unfinished = folder / f".{name}"
        unfinished.write_text(dumps(payload))
        unfinished.replace(folder / name)


class Transport(filesystem.Transport):
    Channel = Channel
