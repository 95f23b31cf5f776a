"""What stands at a table decides whether its players stay, and its void results may go with it."""

from django.db import migrations

from tournaments.models.guards import (
    BEFORE_WHAT_STANDS_GUARDS,
    WHAT_STANDS_GUARDS,
    DropTriggers,
    PutUpTriggers,
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0088_signed_paper_counts")]

    operations = [
        DropTriggers(BEFORE_WHAT_STANDS_GUARDS),
        PutUpTriggers(WHAT_STANDS_GUARDS),
    ]
