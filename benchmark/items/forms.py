"""What may be asked of a list of items, and what an upload of a package needs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from benchmark.items.importing import LONGEST_NAME
from benchmark.tasks import all_tasks

# A page waits for the import to end; larger packages go through the command.
LARGEST_UPLOAD_MB = 128


class ItemFilter(forms.Form):
    """Which items of a version to list."""

    task = forms.ChoiceField(required=False)
    structure = forms.CharField(required=False, max_length=64, label="Structure", strip=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["task"].choices = [("", "All tasks"), *((task.slug, task.title) for task in all_tasks())]
        fields["structure"].widget.attrs.update(size=8, placeholder="1HPV")


class PackageUpload(forms.Form):
    """A zipped item package."""

    package = forms.FileField(
        label="Item package", help_text=f"A zip file of at most {LARGEST_UPLOAD_MB} MB."
    )
    name = forms.SlugField(
        label="Benchmark", max_length=LONGEST_NAME, help_text="Letters, digits, - and _ only."
    )
    new_version = forms.BooleanField(
        required=False,
        label="Take a changed package as a new version",
        help_text="Otherwise a benchmark that holds another content is left alone.",
    )

    def clean_package(self) -> Any:
        package: Any = self.cleaned_data["package"]
        if package.size > LARGEST_UPLOAD_MB * 1024 * 1024:
            raise ValidationError(
                f"This file has {package.size / 1024 / 1024:.0f} MB; a page takes at most "
                f"{LARGEST_UPLOAD_MB} MB. Use manage.py import_items on the server."
            )
        return package
