"""Addresses that leagues had before lead on, and tournaments that were set up by mistake can be discarded."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from tournaments.models.guards import DISCARD_GUARDS, LEAGUE_ADDRESS_GUARDS, PutUpTriggers

GUARDS = (*LEAGUE_ADDRESS_GUARDS, *DISCARD_GUARDS)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_registrations")]

    operations = [
        migrations.CreateModel(
            name="OldLeagueAddress",
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
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="old_addresses",
                        to="tournaments.league",
                    ),
                ),
            ],
            options={
                "verbose_name": "old address of a league",
                "verbose_name_plural": "old addresses of leagues",
            },
        ),
        migrations.CreateModel(
            name="Discard",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="discard",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "discarded_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
            options={
                "verbose_name": "discarded tournament",
                "verbose_name_plural": "discarded tournaments",
            },
        ),
        PutUpTriggers(GUARDS),
    ]
