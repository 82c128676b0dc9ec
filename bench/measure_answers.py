"""People who answer as fast as the site takes it, then the same posts to a view that does nothing.

`python -m bench.measure_answers` prints the figures as JSON. Web server, people and database share this
machine; nothing leaves it, and it ends when all answers are given.
"""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlencode

from bench.site import new_database

# isort: split
# Above all that has tables, because it makes Django ready for them.

from django.conf import settings
from django.db import connection

from annotation.design import studies
from annotation.design.document import read_design
from annotation.models import Participation, Study
from annotation.sessions import joining
from benchmark.models import Benchmark, BenchmarkVersion, Item, ItemStructure, Split, Structure

PEOPLE, ANSWERS_EACH = 16, 50
AT_ONCE = 8
TASK, ANSWER = "rotation", "roll y -15"
SPAN = {
    "sequence": 0,
    "began_monotonic_ms": 1000,
    "ended_monotonic_ms": 9000,
    "began_wall_ms": 1.7e12,
    "ended_wall_ms": 1.7e12 + 8000,
    "hidden_ms": 0,
    "ended_by": "submit",
    "pictures_failed": 0,
}
TURN = re.compile(r'hx-post="([^"]*)"')
LOAD = re.compile(r'name="load" value="([^"]*)"')
START_S = 30


def main() -> None:
    with new_database():
        addresses = [join(open_study(), f"person-{number}-of-the-measurement") for number in range(PEOPLE)]
        connection.close()
        with serving("misi_web.wsgi") as port:
            seconds = timed(answer_all, port, addresses)
        answered = Participation.objects.filter(stage=Participation.Stage.FINISHED).count()
        assert answered == PEOPLE, f"{answered} of {PEOPLE} people reached the end"
        connection.close()
        with serving("bench.floor") as port:
            floor = timed(post_into_the_void, port, addresses)
    print(json.dumps({"answers": PEOPLE * ANSWERS_EACH, "seconds": seconds, "floor_seconds": floor}))


def open_study() -> Study:
    """The one study of the measurement, made at the first call."""
    if known := Study.objects.filter(slug="speed").first():
        return known
    version = BenchmarkVersion.objects.create(
        benchmark=Benchmark.objects.create(name="speed"), number=1, content_sha256="0" * 64, split=Split.TEST
    )
    structure = Structure.objects.create(source_id="1HPV", sha256="0" * 64)
    for number in range(ANSWERS_EACH):
        item = Item.objects.create(
            version=version, key=f"item-{number}", task=TASK, split=Split.TEST, question="?", truth=ANSWER
        )
        ItemStructure.objects.create(item=item, structure=structure, role="complex")
    design = {"tasks": [TASK], "background": []}
    study = studies.create_study(slug="speed", title="Speed", version=version, owner=None, design=design)
    studies.open_study(study=study, who=None)
    return study


def join(study: Study, token: str) -> str:
    """The address of a person who has read everything and stands at the first item."""
    person = joining.join(study=study, token=token)
    joining.agree(participation=person, design=read_design(person.design.document, [TASK]))
    joining.read_instructions(participation=person, task=TASK)
    return f"/s/{study.slug}/p/{token}/"


@contextmanager
def serving(application: str) -> Iterator[int]:
    """The real web server with an application, on a port of the loopback address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    config = settings.BASE_DIR / "deploy/gunicorn.conf.py"
    command = [sys.executable, "-m", "gunicorn", "--config", str(config), application]
    with subprocess.Popen(command, env=environment(port)) as server:
        try:
            wait_for(port)
            yield port
        finally:
            server.terminate()


def environment(port: int) -> dict[str, str]:
    """This process's own, with the database that was just made."""
    url, name = os.environ.get("DATABASE_URL", ""), connection.settings_dict["NAME"]
    database = {"DATABASE_URL": f"{url.rpartition('/')[0]}/{name}"} if url else {}
    return os.environ | {"BIND": f"127.0.0.1:{port}"} | database


def wait_for(port: int) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit(f"No web server within {START_S} s")


def timed(act: Callable[[int, str], None], port: int, addresses: list[str]) -> float:
    """Seconds until all people are through, `AT_ONCE` at a time."""
    began = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as people:
        list(people.map(act, [port] * len(addresses), addresses))
    return time.perf_counter() - began


def answer_all(port: int, address: str) -> None:
    """Every item to the end. The answer to one brings the page of the next, as it does in a browser."""
    link = http.client.HTTPConnection("127.0.0.1", port)
    page = asked(link, "GET", address)
    for _ in range(ANSWERS_EACH):
        turn, load = TURN.search(page), LOAD.search(page)
        assert turn, page
        assert load
        page = asked(link, "POST", turn[1], load[1])
    link.close()


def post_into_the_void(port: int, _: str) -> None:
    link = http.client.HTTPConnection("127.0.0.1", port)
    for _ in range(ANSWERS_EACH):
        asked(link, "POST", "/", "a-load-of-the-usual-length" * 4)
    link.close()


def asked(link: http.client.HTTPConnection, method: str, address: str, load: str = "") -> str:
    form = urlencode({"text": ANSWER, "load": load, "spans": json.dumps([SPAN])})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Host": "localhost"}
    link.request(method, address, body=form if method == "POST" else None, headers=headers)
    response = link.getresponse()
    body = response.read().decode()
    assert response.status < 300, (response.status, body[:500])
    return body


if __name__ == "__main__":
    main()
