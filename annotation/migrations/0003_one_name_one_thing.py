"""One term each: answers, spans of looking with the key of their load, results that are public."""

from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0002_number_from_the_first_item"),
        ("benchmark", "0004_one_name_one_thing"),
    ]

    operations = [
        migrations.RenameField("response", "final", "answer"),
        migrations.RenameField("response", "submission_key", "load_key"),
        migrations.RemoveConstraint("segment", "segment_once"),
        migrations.RenameModel("Segment", "Span"),
        migrations.RenameField("span", "load_id", "load_key"),
        migrations.AlterField(
            "span",
            "assignment",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="spans", to="annotation.assignment"
            ),
        ),
        migrations.AddConstraint(
            "span",
            models.UniqueConstraint(fields=("assignment", "load_key", "sequence"), name="span_once"),
        ),
        migrations.RenameField("study", "published_at", "results_public_at"),
    ]
