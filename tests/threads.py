"""Many threads that do one thing at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

THREADS = 20


def at_once(act: Callable[[], Any], threads: int = THREADS) -> list[Any]:
    """What so many threads get that all call `act` at the same moment.

    None may hold a connection while it waits for the others: the pool is smaller than the crowd.
    """
    start = Barrier(threads, timeout=30)

    def one(_: int) -> Any:
        try:
            start.wait()
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(threads)))
