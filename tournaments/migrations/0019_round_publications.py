"""How often each round was published: counted in the ledger, which recorded every time."""

import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.models.guards import BEFORE_ADDRESSES_GUARDS, DropTriggers, PutUpTriggers


def count(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    times: dict[int, int] = {}
    entries = apps.get_model("tournaments", "LedgerEntry").objects.filter(kind="published")
    for payload in entries.values_list("payload", flat=True).iterator():
        round_id = json.loads(payload)["round"]
        times[round_id] = times.get(round_id, 0) + 1
    rounds = apps.get_model("tournaments", "Round").objects
    for often in set(times.values()):
        ids = [pk for pk, found in times.items() if found == often]
        for start in range(0, len(ids), 500):
            rounds.filter(pk__in=ids[start : start + 500]).update(publications=often)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_seating_constraints")]

    operations = [
        # SQLite rebuilds the table for the column, which triggers that look into it keep it from.
        DropTriggers(BEFORE_ADDRESSES_GUARDS),
        migrations.AddField(
            model_name="round",
            name="publications",
            field=models.PositiveSmallIntegerField(
                default=0, editable=False, verbose_name="how often it was published"
            ),
        ),
        PutUpTriggers(BEFORE_ADDRESSES_GUARDS),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
