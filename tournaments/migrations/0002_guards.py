"""Promises that span two tables, and the ledger that only grows: kept by triggers, on both databases.

SQLite drops a table's triggers when a later migration has to rebuild that table; such a migration must end with
`put_up(editor, …)` again. A test looks that every trigger is there.
"""

from django.db import migrations

from tournaments.models.guards import FIRST_GUARDS, drop, put_up


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_first")]

    operations = [
        migrations.RunPython(
            lambda apps, editor: put_up(editor, FIRST_GUARDS), lambda apps, editor: drop(editor, FIRST_GUARDS)
        )
    ]
