"""Where each player was entered first, by the earliest entry that is left."""

import django.db.models.deletion
from django.apps.registry import Apps as StateApps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.models.guards import FIRST_TOURNAMENT_GUARDS, PutUpTriggers


def fill(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    entry, first = apps.get_model("tournaments", "Entry"), apps.get_model("tournaments", "FirstTournament")
    earliest = entry.objects.order_by().values("player").annotate(first=models.Min("pk")).values("first")
    rows = entry.objects.filter(pk__in=earliest).order_by("pk").values_list("player_id", "tournament_id")
    first.objects.bulk_create(
        (first(player_id=player, tournament_id=tournament) for player, tournament in rows.iterator()),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0003_founders"),
        ("tournaments", "0073_texts_beside_the_ledger"),
    ]

    operations = [
        migrations.CreateModel(
            name="FirstTournament",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="first_tournament",
                        serialize=False,
                        to="players.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="first_of",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "first tournament of a player",
                "verbose_name_plural": "first tournaments of players",
            },
        ),
        PutUpTriggers(FIRST_TOURNAMENT_GUARDS),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
