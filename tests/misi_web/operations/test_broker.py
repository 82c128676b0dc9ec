"""The folder as a broker: what is read is always a whole message, and each is read once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty
from typing import Any

from kombu import Connection

from misi_web.operations.broker import Channel
from misi_web.operations.environment import broker_options

MESSAGES = 200


def channel(folder: Path) -> Any:
    connection = Connection("filesystem://", transport_options=broker_options("filesystem://", folder))
    found = connection.channel()
    assert isinstance(found, Channel)
    return found


def test_messages_written_while_they_are_read_arrive_whole_and_once(tmp_path: Path) -> None:
    sender, reader = channel(tmp_path), channel(tmp_path)
    received: list[int] = []

    def send() -> None:
        for number in range(MESSAGES):
            sender._put("misi", {"number": number, "text": "x" * 10_000})

    def read() -> None:
        while len(received) < MESSAGES:
            try:
                received.append(reader._get("misi")["number"])
            except Empty:
                continue

    with ThreadPoolExecutor(2) as pool:
        for task in [pool.submit(read), pool.submit(send)]:
            task.result(timeout=60)
    assert sorted(received) == list(range(MESSAGES))
