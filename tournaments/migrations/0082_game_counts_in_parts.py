"""The games of a stage are counted in sixteen rows instead of one, at which all its reports stood in line."""

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps as StateApps
from django.db import migrations, models

from tournaments.models.guards import GAME_COUNTERS, ONE_ROW_GAME_COUNTERS, DropTriggers, PutUpTriggers

PARTS = 16
LIVE = ("submitted", "confirmed", "disputed")


def count(apps: StateApps, _editor: Any) -> None:
    stage, sheet = apps.get_model("tournaments", "Stage"), apps.get_model("tournaments", "Scoresheet")
    game_count = apps.get_model("tournaments", "GameCount")
    ranked = sheet.objects.filter(status__in=LIVE, table__is_unranked=False).order_by()
    of_tables = ranked.values_list("table__round__stage", models.F("table") % PARTS)
    reported = {(pk, part): games for pk, part, games in of_tables.annotate(models.Count("pk"))}
    game_count.objects.bulk_create(
        (
            game_count(stage_id=pk, part=part, reported=reported.get((pk, part), 0))
            for pk in stage.objects.order_by("pk").values_list("pk", flat=True)
            for part in range(PARTS)
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0081_indexes_that_others_hold")]

    operations = [
        DropTriggers(ONE_ROW_GAME_COUNTERS),
        migrations.DeleteModel(name="GameCount"),
        migrations.CreateModel(
            name="GameCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.PositiveSmallIntegerField()),
                ("reported", models.PositiveIntegerField(default=0)),
                (
                    "stage",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="game_counts",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "verbose_name": "number of games",
                "verbose_name_plural": "numbers of games",
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "part"), name="one_game_count_per_part")
                ],
            },
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
        PutUpTriggers(GAME_COUNTERS),
    ]
