"""What participants send, cleaned."""

import json
import re
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils import timezone

from annotation.design.document import BackgroundQuestion, Design
from annotation.models import Assignment
from annotation.sessions import loads
from annotation.sessions.timing import Flag, TimedSpan, read_spans
from benchmark.tasks import get_task
from benchmark.tasks.outcomes import Reading, Unparseable

LONGEST_ANSWER = 10_000
USES = re.compile("[1-9][0-9]{0,5}")
UNREADABLE = "unreadable"


class ConsentForm(forms.Form):
    """Agree, or not."""

    AGREE, REFUSE = "agree", "refuse"
    choice = forms.ChoiceField(choices=[(AGREE, AGREE), (REFUSE, REFUSE)])


class BackgroundForm(forms.Form):
    """The questions about the person, as the study's design asks them."""

    def __init__(self, *args: Any, design: Design, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        for question in design.background:
            self.fields[question.name] = background_field(question)


def background_field(question: BackgroundQuestion) -> forms.Field:
    common: dict[str, Any] = {"label": question.label, "required": question.required}
    if question.kind == "choice":
        choices = [("", "Choose one"), *((choice, choice) for choice in question.choices)]
        return forms.ChoiceField(choices=choices, **common)
    return forms.CharField(max_length=200, widget=forms.TextInput(attrs={"size": 40}), **common)


class SpansForm(forms.Form):
    """Spans of looking at an item. Nothing here can refuse an answer: bad timing is flagged, not fatal."""

    load = forms.Field(required=False)  # a plain Field: it takes any text
    spans = forms.Field(required=False)

    def __init__(self, *args: Any, assignment: Assignment, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.assignment = assignment

    def read_load(self) -> loads.Load | None:
        return loads.read(self.cleaned_data.get("load") or "", self.assignment)

    def read_timing(self, load: loads.Load | None) -> tuple[tuple[TimedSpan, ...], tuple[Flag, ...]]:
        """The spans sent with a load, and a flag where they are none."""
        sent = self.cleaned_data.get("spans")
        if not sent:
            return (), ()
        if load is None:
            return (), (Flag.BROKEN,)
        times = {
            "issued_ms": load.issued_at.timestamp() * 1000,
            "received_ms": timezone.now().timestamp() * 1000,
        }
        try:
            return read_spans(json.loads(sent), load_key=str(load.key), **times), ()
        except (ValueError, RecursionError):
            return (), (Flag.BROKEN,)


class AnswerForm(SpansForm):
    """An answer: the text that a widget made, or that was typed where there is no script."""

    text = forms.CharField(required=False, max_length=LONGEST_ANSWER, strip=False)
    plain_text = forms.CharField(required=False, max_length=LONGEST_ANSWER, strip=False)
    as_is = forms.BooleanField(required=False)
    enlarged = forms.Field(required=False)
    zoomed = forms.Field(required=False)

    def clean(self) -> dict[str, Any]:
        """Refuses an empty answer, and one that cannot be read unless it is to be sent `as_is`."""
        cleaned = super().clean() or self.cleaned_data
        text = cleaned.get("text") or cleaned.get("plain_text") or ""
        if not self.errors and not text.strip():
            raise forms.ValidationError("There is no answer yet. Give one, then submit.")
        item = self.assignment.study_item.item
        reading = get_task(item.task).read(text, item.facts)
        if not self.errors and not cleaned["as_is"]:
            self._check_readable(reading)
        return {**cleaned, "answer": text, "reading": reading}

    def _check_readable(self, reading: Reading) -> None:
        if isinstance(reading.answer, Unparseable):
            reason = reading.answer.reason
            sentence = f"This cannot be read as an answer. {reason} Correct it, or send it as it is."
            raise forms.ValidationError(sentence, code=UNREADABLE)

    def is_unreadable(self) -> bool:
        return self.has_error(NON_FIELD_ERRORS, code=UNREADABLE)

    def aids(self) -> dict[str, int]:
        """What helped, and how often; only what was used. A count that is none is dropped."""
        counts = {name: self.cleaned_data.get(name) or "" for name in ("enlarged", "zoomed")}
        return {name: int(count) for name, count in counts.items() if USES.fullmatch(count)}
