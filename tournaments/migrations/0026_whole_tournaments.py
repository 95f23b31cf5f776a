"""Tournaments that came as a file: which part of a ledger another server wrote, and what its ids are called here."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import BEFORE_PENALTY_ROUNDS_GUARDS, ORIGIN_GUARDS, DropTriggers, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0025_league_founders")]

    operations = [
        # On the way back SQLite rebuilds the table of draws, which triggers that look into it keep it from.
        DropTriggers(BEFORE_PENALTY_ROUNDS_GUARDS),
        migrations.AddField(
            model_name="tournament",
            name="written_elsewhere",
            field=models.PositiveBigIntegerField(
                editable=False, help_text="The last ledger entry that another server wrote.", null=True
            ),
        ),
        migrations.CreateModel(
            name="Origin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("through_seq", models.PositiveBigIntegerField()),
                (
                    "ids",
                    models.TextField(help_text="Canonical JSON; which row of here an id of there stands for."),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="origins",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "origin of ledger entries",
                "verbose_name_plural": "origins of ledger entries",
                "ordering": ["tournament", "through_seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "through_seq"), name="one_origin_per_entry")
                ],
            },
        ),
        migrations.AddField(
            model_name="draw",
            name="origin",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="draws",
                to="tournaments.origin",
            ),
        ),
        PutUpTriggers((*BEFORE_PENALTY_ROUNDS_GUARDS, *ORIGIN_GUARDS)),
    ]
