"""A stored answer is its answer, a run whose predictions all count is completed; a family nobody used goes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchmark", "0003_places_in_files")]

    operations = [
        migrations.RenameField("prediction", "final", "answer"),
        migrations.RemoveConstraint("run", "run_published_is_done"),
        migrations.RenameField("run", "published_at", "completed_at"),
        migrations.AddConstraint(
            "run",
            models.CheckConstraint(
                condition=models.Q(completed_at__isnull=True) | models.Q(state__in=["done", "retired"]),
                name="run_completed_is_done",
            ),
        ),
        migrations.RemoveField("structure", "family"),
    ]
