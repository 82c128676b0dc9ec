"""Rows and problems stand at places of a file: lines in some formats, entries in others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchmark", "0002_groups")]
    operations = [
        migrations.RenameField("prediction", "source_line", "source_place"),
        migrations.RenameField("runproblem", "line", "place"),
        migrations.AlterModelOptions("runproblem", {"ordering": ["place", "id"]}),
        migrations.AddField("run", "file_unit", models.CharField(default="line", max_length=32)),
    ]
