"""Moves keep the rank and the total with which somebody left a division; teams have moves of their own."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import (
    MOVE_GUARDS,
    RANKED_MOVE_GUARDS,
    REVOKED_MOVE_GUARDS,
    TEAM_MOVE_GUARDS,
    WORDLESS_MOVE_GUARDS,
    DropTriggers,
    PutUpTriggers,
)

# SQLite builds a table anew for another constraint, without its guards.
LEADS_ON = tuple(guard for guard in MOVE_GUARDS if guard.event == "INSERT")
KEPT = (*LEADS_ON, *REVOKED_MOVE_GUARDS)
WAYS = [
    ("stays", "Stays"),
    ("up", "Goes up"),
    ("down", "Goes down"),
    ("points_up", "Goes up by points kept"),
    ("points_down", "Goes down by points kept"),
    ("placed", "Placed by the organizer"),
    ("new", "New"),
    ("leaves", "Leaves"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0086_points_carried")]

    operations = [
        DropTriggers((*KEPT, *WORDLESS_MOVE_GUARDS)),
        migrations.AddField(
            model_name="move",
            name="rank",
            field=models.PositiveIntegerField(null=True, verbose_name="rank"),
        ),
        migrations.AddField(
            model_name="move",
            name="total",
            field=models.BigIntegerField(null=True, verbose_name="total"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rank__isnull", True),
                    ("total__isnull", True),
                )
                | models.Q(
                    ("rank__gte", 1),
                    ("rank__lte", models.F("position")),
                    ("total__isnull", False),
                ),
                name="a_rank_of_a_move_has_a_total",
            ),
        ),
        PutUpTriggers((*KEPT, *RANKED_MOVE_GUARDS)),
        migrations.CreateModel(
            name="TeamMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("level", models.PositiveSmallIntegerField(verbose_name="level")),
                ("position", models.PositiveIntegerField(verbose_name="rank")),
                ("rank", models.PositiveIntegerField(verbose_name="rank")),
                ("total", models.BigIntegerField(verbose_name="total")),
                ("to_level", models.PositiveSmallIntegerField(null=True)),
                ("way", models.CharField(choices=WAYS, max_length=11)),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                (
                    "next_season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="team_arrivals",
                        to="tournaments.season",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="team_moves",
                        to="tournaments.season",
                    ),
                ),
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="move",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "verbose_name": "move of a team",
                "verbose_name_plural": "moves of teams",
                "ordering": ["season_id", "level", "position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "level", "position"), name="one_team_at_a_position_of_a_division"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rank__gte", 1), ("rank__lte", models.F("position"))),
                        name="a_team_has_no_rank_behind_its_position",
                    ),
                ],
            },
        ),
        PutUpTriggers(TEAM_MOVE_GUARDS),
    ]
