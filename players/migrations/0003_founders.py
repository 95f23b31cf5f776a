"""Founding leagues and tournaments is a right of its own; accounts marked as staff had it, and keep it."""

from django.apps.registry import Apps as StateApps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def staff_may_found(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("players", "User").objects.filter(is_staff=True, is_superuser=False).update(is_founder=True)


class Migration(migrations.Migration):
    dependencies = [("players", "0002_name_traces")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_founder",
            field=models.BooleanField(
                default=False,
                help_text="Gives no right to leagues and tournaments of others.",
                verbose_name="may found leagues and tournaments",
            ),
        ),
        migrations.RunPython(staff_may_found, migrations.RunPython.noop),
    ]
