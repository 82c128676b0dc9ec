"""What is averaged belongs to a version and to a published table, so that a new task changes neither."""

from typing import Any

from django.db import migrations, models

import benchmark.tasks.registry

# What every average went over before versions said it themselves: the eight columns of MiSI-Bench.
EIGHT = [
    "translation",
    "rotation",
    "zooming",
    "residue_ligand_positive",
    "residue_ligand_negative",
    "docking",
    "interaction_location",
    "pocket_ligand",
]


def say_what_is_averaged(apps: Any, _: Any) -> None:
    apps.get_model("benchmark", "BenchmarkVersion").objects.update(averaged_columns=EIGHT)
    apps.get_model("benchmark", "PublishedResult").objects.filter(column__in=EIGHT).update(averaged=True)


class Migration(migrations.Migration):
    dependencies = [("benchmark", "0004_one_name_one_thing")]

    operations = [
        migrations.AddField(
            "benchmarkversion",
            "averaged_columns",
            models.JSONField(default=benchmark.tasks.registry.averaged_columns),
        ),
        migrations.AddField("publishedresult", "averaged", models.BooleanField(default=False)),
        migrations.RunPython(say_what_is_averaged, migrations.RunPython.noop),
    ]
