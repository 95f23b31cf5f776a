"""Penalties store their kind, which was the sign of their amount."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def store_kinds(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    penalties = apps.get_model("tournaments", "Penalty")._default_manager.using(schema_editor.connection.alias)
    penalties.filter(amount=0).update(kind="warning")
    penalties.filter(amount__lt=0).update(kind="bonus")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_last_round_needs_are_kept")]

    operations = [
        migrations.AddField(
            "penalty",
            "kind",
            models.CharField(choices=[("deduction", "Deduction"), ("warning", "Warning"), ("bonus", "Bonus")], default="deduction", max_length=20, verbose_name="kind"),
            preserve_default=False,
        ),
        migrations.RunPython(store_kinds, migrations.RunPython.noop),
        migrations.AddConstraint(
            "penalty",
            models.CheckConstraint(condition=models.Q(models.Q(("amount__gt", 0), ("kind__in", ["deduction"])), models.Q(("amount", 0), ("kind__in", ["warning"])), models.Q(("amount__lt", 0), ("kind__in", ["bonus"])), _connector="OR"), name="the_amount_of_a_penalty_has_the_sign_of_its_kind"),
        ),
    ]
