"""A random word for every wish, with which the ledger can fix it; traces of names are never rewritten."""

from django.apps.registry import Apps as StateApps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import tournaments.models.draws.draws
from tournaments.models.guards import NAME_GUARDS, PutUpTriggers


def give_each_wish_its_own(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for wish in apps.get_model("tournaments", "Wish").objects.all():  # type: ignore[misc]  # by the name it had then
        wish.nonce = tournaments.models.draws.draws.new_nonce()
        wish.save(update_fields=["nonce"])


class Migration(migrations.Migration):
    dependencies = [("players", "0002_name_traces"), ("tournaments", "0012_seats")]

    operations = [
        migrations.AddField(
            model_name="wish",
            name="nonce",
            field=models.CharField(
                default=tournaments.models.draws.draws.new_nonce, editable=False, max_length=32
            ),
        ),
        migrations.RunPython(give_each_wish_its_own, migrations.RunPython.noop),
        PutUpTriggers(NAME_GUARDS),
    ]
