"""Everything that reaches a participant's browser, kept to look for what must not be in it."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

from tests.pngs import metadata


class Seen:
    """Pages of items as they stood, and every address that the browser asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pages: dict[int, str] = {}
        self.addresses: set[str] = set()
        page.on("request", self.note)

    def note(self, request: Request) -> None:
        if request.method == "GET":
            self.addresses.add(request.url)

    def look(self, position: int) -> None:
        self.pages[position] = self.page.content()

    def check(self, truths: dict[int, str]) -> None:
        """No item's page holds its truth beside the question, whose examples of the form may be right by
        chance; no address and no header holds any; pictures are pixels and nothing else."""
        assert self.pages.keys() == truths.keys()
        assert self.addresses
        telling = {place: truth for place, truth in truths.items() if " " in truth}  # not "B", not "No"
        for place, truth in telling.items():
            assert truth not in without_the_question(self.pages[place]), truth
        for address in self.addresses:
            self.check_answer(address, set(telling.values()))

    def check_answer(self, address: str, truths: set[str]) -> None:
        answer = self.page.request.get(address)
        names = f"{urlsplit(address).path} {answer.headers}"
        assert [truth for truth in truths if truth in names] == [], address
        if answer.headers.get("content-type", "").startswith("image/png"):
            assert metadata(answer.body()) == set(), address


def without_the_question(page: str) -> str:
    before, _, rest = page.partition('class="asked"')
    return before + rest.partition('class="answer"')[2]
