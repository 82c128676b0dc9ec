"""The design of a study: all that shapes it, in one document that is checked once and never changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

ORDERS = ("balanced", "fixed")
AIDS = ("zoom",)
KINDS_OF_QUESTION = ("text", "choice")
LONGEST_CONSENT = 20_000
ANSWERS_PER_ITEM = (
    "null: a fixed number cannot be kept to yet, because an item that somebody leaves unanswered would not "
    "come back. Leave it out; each item then gets as many answers as there are people"
)

CONSENT = (
    "You will look at pictures of molecules and answer questions about them. There is no time limit; the "
    "time you take for each question is recorded together with your answer.\n"
    "We keep your answers, their times, and what you tell us about your field and level. We do not ask for "
    "your name. The answers may be published in a form that points to nobody.\n"
    "Taking part is voluntary. You can stop at any moment by closing the page."
)


class DesignError(ValueError):
    """A design document that makes no study; says where and why."""


@dataclass(frozen=True, slots=True)
class BackgroundQuestion:
    """One question about the person, asked before the work begins."""

    name: str
    label: str
    kind: str = "text"
    choices: tuple[str, ...] = ()
    required: bool = True


BACKGROUND = (
    BackgroundQuestion("field", "Your field of study or work, such as biology, chemistry, computer science"),
    BackgroundQuestion(
        "level",
        "Your level",
        "choice",
        ("No degree yet", "Bachelor", "Master", "Doctoral candidate", "Doctorate", "Other"),
    ),
)


@dataclass(frozen=True, slots=True)
class Design:
    """What a study asks of whom. A document may leave out all but `tasks`.

    `items_per_task` items of each task are drawn with `seed`, or all where it is null. `answers_per_item` is
    null: everybody gets all of them. `examples` names the benchmark whose newest version gives the worked
    examples of the instructions. `consent` maps a language to the text, a paragraph a line.
    """

    tasks: tuple[str, ...]
    items_per_task: int | None = None
    answers_per_item: None = None
    order: str = "balanced"
    seed: int = 1
    show_range: bool = False  # the possible answers, in words, beside the answer
    aids: tuple[str, ...] = AIDS
    examples: str | None = None
    consent: Mapping[str, str] = field(default_factory=lambda: {"en": CONSENT})
    background: tuple[BackgroundQuestion, ...] = BACKGROUND

    @property
    def document(self) -> dict[str, Any]:
        """As JSON holds it; `read_design` gives the same design again."""
        document: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return document

    @property
    def sha256(self) -> str:
        return hashlib.sha256(json.dumps(self.document, sort_keys=True).encode()).hexdigest()

    def consent_in(self, language: str) -> tuple[str, str]:
        """The consent text for a reader of `language`, and the language it is in."""
        language = language if language in self.consent else next(iter(self.consent))
        return self.consent[language], language


def read_design(document: Any, known_tasks: Collection[str]) -> Design:
    """The design a document describes. Raises DesignError with the first thing that is wrong."""
    if not isinstance(document, Mapping):
        raise DesignError("A design is a JSON object.")
    names = {part.name for part in fields(Design)}
    if unknown := sorted(set(document) - names):
        raise DesignError(f"A design has no {unknown[0]!r}; it has: {', '.join(sorted(names))}.")
    _check_tasks(document.get("tasks"), known_tasks)
    _check(
        _is_count(document.get("items_per_task")), "items_per_task", "a whole number from 1 to 30000, or null"
    )
    _check(document.get("answers_per_item") is None, "answers_per_item", ANSWERS_PER_ITEM)
    _check(document.get("order", "balanced") in ORDERS, "order", f"one of: {', '.join(ORDERS)}")
    _check(_is_whole(document.get("seed", 1), 0, 2**63 - 1), "seed", "a whole number, not negative")
    _check(isinstance(document.get("show_range", False), bool), "show_range", "true or false")
    _check(set(_strings(document.get("aids", AIDS))) <= set(AIDS), "aids", f"a list of: {', '.join(AIDS)}")
    _check(isinstance(document.get("examples"), str | None), "examples", "the name of a benchmark, or null")
    _check_consent(document.get("consent", {"en": CONSENT}))
    return Design(**{**document, **_lists(document), **_background(document)})


def _check(holds: bool, name: str, what: str) -> None:
    if not holds:
        raise DesignError(f"{name!r} of a design is {what}.")


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_count(value: Any) -> bool:
    return value is None or _is_whole(value, 1, 30_000)


def _strings(value: Any) -> list[str]:
    """The strings of a list; a list that holds none of the allowed ones for anything else."""
    good = isinstance(value, list | tuple) and all(isinstance(entry, str) for entry in value)
    return list(value) if good else [""]


def _check_tasks(tasks: Any, known: Collection[str]) -> None:
    _check(bool(tasks) and _strings(tasks) != [""], "tasks", "a list of at least one task")
    if unknown := [task for task in tasks if task not in known]:
        raise DesignError(f"There is no task {unknown[0]!r}; the tasks are: {', '.join(known)}.")
    _check(len(set(tasks)) == len(tasks), "tasks", "a list without repetitions")


def _check_consent(consent: Any) -> None:
    good = isinstance(consent, Mapping) and consent and all(map(_is_consent, consent.values()))
    _check(
        bool(good), "consent", f"an object of language and text, each of 1 to {LONGEST_CONSENT} characters"
    )


def _is_consent(text: Any) -> bool:
    return isinstance(text, str) and 0 < len(text.strip()) <= LONGEST_CONSENT


def _lists(document: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(document[name]) for name in ("tasks", "aids") if name in document}


def _background(document: Mapping[str, Any]) -> dict[str, tuple[BackgroundQuestion, ...]]:
    if "background" not in document:
        return {}
    entries = document["background"]
    _check(isinstance(entries, list | tuple), "background", "a list of questions")
    questions = tuple(_question(entry) for entry in entries)
    _check(
        len({question.name for question in questions}) == len(questions),
        "background",
        "a list of questions without repeated names",
    )
    return {"background": questions}


def _question(entry: Any) -> BackgroundQuestion:
    what = "a list of objects with name, label, kind (text or choice), choices and required"
    names = {part.name for part in fields(BackgroundQuestion)}
    _check(isinstance(entry, Mapping) and set(entry) <= names, "background", what)
    name, label, kind = entry.get("name"), entry.get("label"), entry.get("kind", "text")
    choices, required = entry.get("choices", ()), entry.get("required", True)
    texts = isinstance(name, str) and name.isidentifier() and isinstance(label, str) and bool(label.strip())
    _check(texts and kind in KINDS_OF_QUESTION and isinstance(required, bool), "background", what)
    _check(not choices or _strings(choices) != [""], "background", what)
    if (kind == "choice") != bool(choices):
        raise DesignError(f"The background question {name!r} needs choices exactly when its kind is choice.")
    return BackgroundQuestion(name, label, kind, tuple(choices), required)
