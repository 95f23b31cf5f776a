"""Tournaments set up so far keep the order they had: it is written down, so that what a rulebook says by now (MCR and
WSOM name another) does not move their standings.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AS_IT_WAS = ["total", "wins", "seconds", "lot"]


def write_down(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "Tournament").objects.filter(tie_breaks=[]).update(tie_breaks=AS_IT_WAS)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_ledger_of_settings")]

    operations = [migrations.RunPython(write_down, migrations.RunPython.noop)]
