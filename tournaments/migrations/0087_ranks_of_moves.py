"""Moves keep the rank and the total with which somebody left a division; teams have moves of their own."""

import json
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

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
# How many columns a player's move has in an entry that says ranks.
RANKED = 9
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


def as_recorded(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Only of what another version has confirmed the ledger says ranks: it was migrated back meanwhile."""
    entries = apps.get_model("tournaments", "LeagueLedgerEntry").objects.filter(kind="season_confirmed")
    moves = apps.get_model("tournaments", "Move").objects
    of_teams = apps.get_model("tournaments", "TeamMove").objects
    seasons = set(apps.get_model("tournaments", "Season").objects.values_list("pk", flat=True))
    texts = apps.get_model("tournaments", "LedgerText").objects
    for league, seq, payload in entries.order_by("pk").values_list("league_id", "seq", "payload"):
        said = json.loads(payload)
        opened = {"season_id": said["season"], "next_season_id": said["next"]}
        for player, *columns in said["moves"]:
            if len(columns) == RANKED:
                *_others, rank, total = columns
                moves.filter(player_id=player, **opened).update(rank=rank, total=total)
        if said["next"] in seasons:
            # Why a team was placed elsewhere stands beside the entry.
            beside = dict(texts.filter(league_id=league, seq=seq).values_list("name", "text"))
            of_teams.bulk_create(
                of_teams.model(**opened, **_team(line, beside.get(f"teams:{number}", "")))
                for number, line in enumerate(said.get("teams", ()))
            )


def _team(line: list[Any], reason: str) -> dict[str, Any]:
    team, level, position, to_level, way, _reason, rank, total = line
    return {
        "team_id": team,
        "level": level,
        "position": position,
        "to_level": to_level,
        "way": way,
        "reason": reason,
        "rank": rank,
        "total": total,
    }


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
        migrations.RunPython(as_recorded, migrations.RunPython.noop, elidable=True),
        PutUpTriggers((*KEPT, *RANKED_MOVE_GUARDS, *TEAM_MOVE_GUARDS)),
    ]
