"""Names leave a dated trace, without the names themselves; those that stand now are traced as of today."""

import secrets

from django.apps.registry import Apps as StateApps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models.functions import Now

from players.traces import name_digest


def trace_todays_names(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    player, trace = apps.get_model("players", "Player"), apps.get_model("players", "NameTrace")
    rows = []
    for pk, name in player.objects.order_by("pk").values_list("pk", "name").iterator():
        salt = secrets.token_hex(16)
        rows.append(trace(subject=f"player:{pk}", salt=salt, digest=name_digest(salt, name)))
    trace.objects.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("players", "0001_first")]

    operations = [
        migrations.CreateModel(
            name="NameTrace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("subject", models.CharField(max_length=40)),
                ("salt", models.CharField(blank=True, max_length=32)),
                ("digest", models.CharField(max_length=32)),
                ("recorded_at", models.DateTimeField(db_default=Now(), editable=False)),
            ],
            options={
                "verbose_name": "trace of a name",
                "verbose_name_plural": "traces of names",
                "ordering": ["subject", "pk"],
                "indexes": [models.Index(fields=["subject"], name="traces_of_a_name")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("salt", ""), _negated=True),
                        fields=("subject",),
                        name="one_name_at_a_time",
                    )
                ],
            },
        ),
        migrations.RunPython(trace_todays_names, migrations.RunPython.noop),
    ]
