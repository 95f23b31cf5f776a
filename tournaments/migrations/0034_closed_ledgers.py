"""Nothing is written any more in a tournament that was discarded, not even by whoever acts at that very moment."""

from django.db import migrations

from tournaments.models.guards import CLOSED_LEDGER_GUARDS, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_penalties_of_teams")]

    operations = [
        PutUpTriggers(CLOSED_LEDGER_GUARDS),
    ]
