"""Studies for tests: with scored items of a benchmark and examples of another."""

from typing import Any

import pytest
from playwright.sync_api import Page

from annotation.design import studies
from annotation.models import Study
from tests.annotation.visitors import Visitor
from tests.factories import make_shown_item, make_user, make_version

STRUCTURES = ("1HPV", "1FMO")


@pytest.fixture
def open_study(db: None) -> Any:
    """`open_study("rotation", show_range=True)`: an open study of these tasks, two items each."""

    def make(*tasks: str, slug: str = "study", per_task: int = 2, **design: Any) -> Study:
        scored = make_version(f"{slug}-items")
        train = make_version(f"{slug}-train", split="train")
        for task in tasks:
            make_shown_item(train, task, structure="9TRN")
            for number in range(per_task):
                make_shown_item(scored, task, structure=STRUCTURES[number % len(STRUCTURES)])
        owner = make_user("researcher")
        document = {"tasks": tasks, "examples": f"{slug}-train", "order": "fixed", **design}
        study = studies.create_study(slug=slug, title="A study", version=scored, owner=owner, design=document)
        studies.open_study(study=study, who=owner)
        return Study.objects.get(pk=study.pk)

    return make


@pytest.fixture
def at_work(open_study: Any, open_page: Any) -> Any:
    """`at_work("rotation", "zooming")`: a page at the first item of a study of these tasks."""

    def make(*tasks: str, design: dict[str, Any] | None = None, **context: Any) -> Page:
        visitor = Visitor(open_study(*tasks, **(design or {}))).start(*tasks)
        return open_page(path=visitor.address, **context)

    return make
