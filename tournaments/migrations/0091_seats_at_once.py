"""PostgreSQL asks about all seats of a statement at once."""

from django.db import migrations

from tournaments.models.guards import (
    BEFORE_SEATS_AT_ONCE_GUARDS,
    SEATS_AT_ONCE_GUARDS,
    DropTriggers,
    PutUpTriggers,
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0090_unplayed_come_last")]

    operations = [
        DropTriggers(BEFORE_SEATS_AT_ONCE_GUARDS),
        PutUpTriggers(SEATS_AT_ONCE_GUARDS),
    ]
