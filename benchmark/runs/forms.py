"""What an upload of a run needs, and what may be asked of its predictions."""

from typing import Any

from django import forms

from benchmark.models import BenchmarkVersion
from benchmark.tasks import all_tasks
from benchmark.tasks.outcomes import Status


class RunUpload(forms.Form):
    """A file of one model's predictions on one benchmark version."""

    version = forms.ModelChoiceField(
        BenchmarkVersion.objects.with_names(), label="Benchmark", empty_label=None
    )
    model = forms.CharField(max_length=200, help_text="The name results are shown under.")
    provider = forms.CharField(max_length=200, required=False, help_text="Who offers the model.")
    notes = forms.CharField(
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="How it was asked: examples given, picture size, sampling.",
    )
    skip_bad_lines = forms.BooleanField(
        label="Skip bad rows",
        required=False,
        help_text="Otherwise one row that cannot be taken refuses the whole file. Skipped rows are listed.",
    )
    file = forms.FileField(
        label="Predictions",
        help_text="JSON lines or CSV with the item’s key and the model’s answer.",
        error_messages={"required": "Choose a file.", "empty": "The file is empty."},
    )

    def refuse_file(self, sentence: str) -> None:
        """Say what is wrong with the file, in place of what the form itself says of it."""
        self.errors.pop("file", None)
        self.add_error("file", sentence)


class PredictionFilter(forms.Form):
    """Which predictions of a run to list."""

    task = forms.ChoiceField(required=False)
    status = forms.ChoiceField(required=False, label="Read as")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["task"].choices = [("", "All tasks"), *((task.slug, task.title) for task in all_tasks())]
        fields["status"].choices = [("", "Anything"), *((status.value, status.value) for status in Status)]
