"""Addresses that tournaments had before lead on to the new ones, and are nobody else's."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from tournaments.models.guards import OLD_ADDRESS_GUARDS, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_who_is_ranked")]

    operations = [
        migrations.CreateModel(
            name="OldAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                (
                    "left_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="old_addresses",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={"verbose_name": "old address", "verbose_name_plural": "old addresses"},
        ),
        PutUpTriggers(OLD_ADDRESS_GUARDS),
    ]
