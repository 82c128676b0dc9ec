"""A participant without a browser: Django's test client, and where it stands."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from annotation.models import Participation, Study

SPAN = {
    "sequence": 0,
    "began_monotonic_ms": 100,
    "ended_monotonic_ms": 1_100,
    "began_wall_ms": 1_700_000_000_100,
    "ended_wall_ms": 1_700_000_001_100,
    "hidden_ms": 0,
    "ended_by": "submit",
    "pictures_failed": 0,
}


class Visitor:
    """Somebody in a study, by their own address."""

    def __init__(self, study: Study) -> None:
        self.client = Client()
        page = self.client.get(reverse("join", args=[study.slug])).content.decode()
        key = found(r'name="key" value="([^"]+)"', page)
        self.joined = self.client.post(reverse("join", args=[study.slug]), {"key": key})
        self.address = self.joined["Location"]
        self.token = self.address.rstrip("/").rsplit("/", 1)[-1]
        self.slug = study.slug

    @property
    def person(self) -> Participation:
        return Participation.objects.with_token(self.slug, self.token).get()

    def url(self, name: str, *places: Any) -> str:
        return reverse(name, args=[self.slug, self.token, *places])

    def page(self) -> str:
        return self.client.get(self.address).content.decode()

    def post(self, name: str, *places: Any, **data: Any) -> Any:
        return self.client.post(self.url(name, *places), data)

    def start(self, *read: str) -> "Visitor":
        """Agree, answer the background questions, and read the instructions of these tasks."""
        self.post("participant_consent", choice="agree")
        self.post("participant_background", field="Chemistry", level="Master")
        for task in read:
            self.post("participant_instructions", task)
        return self

    def answer_now(self, text: str, position: int) -> Any:
        """Answer the item at a place without looking at the page, as a page that was open already does."""
        return self.post("participant_turn", position, text=text)

    def answer(self, text: str = "move x 3", name: str = "participant_turn", **data: Any) -> Any:
        """Answer the item that is shown."""
        page = self.page()
        position = int(found(r"/items/(\d+)/turn/", page))
        load = found(r'name="load" value="([^"]+)"', page)
        return self.post(name, position, **{"text": text, "load": load, **data})


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page)
    assert match, f"{pattern} is not on the page"
    return match[1]
