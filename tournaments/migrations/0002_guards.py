"""Promises that span two tables, and the ledger that only grows: kept by triggers, on both databases.

SQLite drops a table's triggers when a later migration has to rebuild that table; such a migration must end with
`PutUpTriggers(…)` again. A test looks that every trigger is there.
"""

from django.db import migrations

from tournaments.models.guards import FIRST_GUARDS, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_first")]

    operations = [
        PutUpTriggers(FIRST_GUARDS),
    ]
