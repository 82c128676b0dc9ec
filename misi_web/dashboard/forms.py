"""The controls of the results pages. They live in the address, so a view can be sent to a colleague."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.http import QueryDict

from benchmark.models import Run
from benchmark.tasks import all_columns
from misi_web.results.comparison import AVERAGE
from misi_web.results.leaderboard import ORDERS
from misi_web.results.queries import run_names
from misi_web.results.question import METRIC_CHOICES, METRICS, MOST_RUNS, POLICY_CHOICES, STRICT


class ScoreForm(forms.Form):
    """Which score, under which policy. What the address leaves out, or has wrong, takes its default."""

    metric = forms.ChoiceField(
        choices=METRIC_CHOICES, initial=METRICS[0], required=False, widget=forms.RadioSelect, label="Score"
    )
    policy = forms.ChoiceField(
        choices=POLICY_CHOICES, initial=STRICT, required=False, widget=forms.RadioSelect, label="Policy"
    )

    def __init__(self, address: QueryDict) -> None:
        super().__init__(address.copy(), auto_id="%s")
        for name, field in self.fields.items():
            self.data.setdefault(name, field.initial)  # type: ignore[attr-defined]

    def chosen(self, name: str) -> str:
        return str(self.fields[name].initial if name in self.errors else self.cleaned_data[name])


class ComparisonForm(ScoreForm):
    """Also which runs: the newest ones unless the address names others."""

    run = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple, label="Runs")

    def __init__(self, address: QueryDict, runs: Sequence[Run]) -> None:
        super().__init__(address)
        self.runs = runs
        keys = [str(run.pk) for run in runs]
        self.fields["run"].choices = list(zip(keys, run_names(runs), strict=True))  # type: ignore[attr-defined]
        if "run" not in address:
            self.data.setlist("run", keys[:MOST_RUNS])  # type: ignore[attr-defined]

    def chosen_runs(self) -> list[Run]:
        """The runs to compare, the newest first; the default ones where the address names unknown ones."""
        if "run" in self.errors:
            return list(self.runs[:MOST_RUNS])
        return [run for run in self.runs if str(run.pk) in self.cleaned_data["run"]]


class LeaderboardForm(ScoreForm):
    """Also by which column to sort, and which way."""

    sort = forms.ChoiceField(
        choices=[(name, name) for name in (AVERAGE, *(column.name for column in all_columns()))],
        initial=AVERAGE,
        required=False,
        widget=forms.HiddenInput,
    )
    order = forms.ChoiceField(
        choices=[(name, name) for name in ORDERS],
        initial=ORDERS[0],
        required=False,
        widget=forms.HiddenInput,
    )
