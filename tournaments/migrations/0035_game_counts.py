"""How many games of a stage are reported is noted with each report, so that no page counts them."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

LIVE = ("submitted", "confirmed", "disputed")


def count(apps: Any, _editor: object) -> None:
    """Note for every stage how many of its tables have a live scoresheet."""
    stages = apps.get_model("tournaments", "Stage").objects
    game_counts = apps.get_model("tournaments", "GameCount").objects
    live = models.Q(rounds__tables__scoresheets__status__in=LIVE)
    reported = stages.order_by().annotate(reported=models.Count("rounds__tables__scoresheets", filter=live))
    game_counts.bulk_create(
        (
            game_counts.model(stage_id=pk, reported=games)
            for pk, games in reported.values_list("pk", "reported")
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_closed_ledgers")]

    operations = [
        migrations.CreateModel(
            name="GameCount",
            fields=[
                (
                    "stage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="game_count",
                        serialize=False,
                        to="tournaments.stage",
                    ),
                ),
                ("reported", models.PositiveIntegerField(default=0)),
            ],
            options={"verbose_name": "number of games", "verbose_name_plural": "numbers of games"},
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
