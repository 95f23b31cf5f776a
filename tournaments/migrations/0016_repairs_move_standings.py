"""A repaired schedule may bring in a substitute, who stands in the standings from then on. Ledgers from before did not
count that as moving standings: their mark is moved on, so that whoever is missing appears with the next publication.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Max


def mark_stale(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    entries = apps.get_model("tournaments", "LedgerEntry").objects.filter(kind="repaired")
    last = entries.order_by().values_list("tournament").annotate(last=Max("seq"))
    heads = apps.get_model("tournaments", "LedgerHead").objects
    for tournament, seq in last:
        heads.filter(pk=tournament, standings_seq__lt=seq).update(standings_seq=seq)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_action_words")]

    operations = [migrations.RunPython(mark_stale, migrations.RunPython.noop)]
