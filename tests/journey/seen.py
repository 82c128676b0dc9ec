"""Everything that reaches a participant's browser, kept to look for what must not be in it."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

from tests.pngs import metadata


class Seen:
    """Pages as they stood, and what every address that the browser asked for answers."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pages: list[str] = []
        self.addresses: set[str] = set()
        page.on("request", self.note)

    def note(self, request: Request) -> None:
        if request.method == "GET":
            self.addresses.add(request.url)

    def look(self) -> None:
        self.pages.append(self.page.content())

    def check(self, truths: set[str]) -> None:
        """No truth stands in a page or an answer where an example, which is no item of the study, does not
        put it; pictures carry pixels and nothing else."""
        own = [page for page in self.pages if "data-answer" in page]
        assert own
        assert self.addresses
        for truth in truths:
            holding = [page for page in own if truth in page]
            assert all(truth in asked(page) for page in holding), truth
        for address in self.addresses:
            self.check_answer(address, truths)

    def check_answer(self, address: str, truths: set[str]) -> None:
        answer = self.page.request.get(address)
        names = f"{urlsplit(address).path} {answer.headers}"
        assert [truth for truth in truths if truth in names] == [], address
        if answer.headers.get("content-type", "").startswith("image/png"):
            assert metadata(answer.body()) == set(), address


def asked(page: str) -> str:
    """The part of a page with the question: its examples of the form may be right by chance."""
    return page.partition('class="asked"')[2].partition('class="answer"')[0]
