"""The three groups that accounts belong to."""

from django.db import migrations


def make_groups(apps, schema_editor):
    group = apps.get_model("auth", "Group")
    for name in ("admin", "researcher", "viewer"):
        group.objects.get_or_create(name=name)


class Migration(migrations.Migration):
    dependencies = [("benchmark", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]
