"""The rules of each size of table get a row of their own; they were columns of the tournament, three for each size.

Triggers look into the columns that go, and SQLite rebuilds the table: all are taken down first, and those that hold
from now on are put up at the end. No entry of a ledger changes. Backwards the rows become columns again.
"""

import json
from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from scoring.rulebook.rulebook import load
from tournaments.models.guards import (
    BEFORE_ADDRESSES_GUARDS,
    BEFORE_FORMATS_GUARDS,
    DropTriggers,
    PutUpTriggers,
)

# What the columns began with, by the number of players; those of the usual tables with nothing.
WORDS = {3: "three_", 5: "five_"}
COLUMNS = ("rulebook_id", "house_rules", "rulebook_content")


def players_of(rulebook_id: str, house_rules: dict[str, object], rulebook_content: str) -> Any:
    """For how many at a table a tournament's rules are: as they were pinned, or as the edition and its changes say."""
    if rulebook_content:
        return json.loads(rulebook_content)["table"]["players"]
    return house_rules.get("table.players", load(rulebook_id).table.players)


def into_rows(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    table_format = apps.get_model("tournaments", "TableFormat")
    rows = []
    for tournament in apps.get_model("tournaments", "Tournament").objects.order_by("pk"):
        usual = {column: getattr(tournament, column) for column in COLUMNS}
        rows.append(
            table_format(tournament=tournament, usual_of=tournament, players=players_of(**usual), **usual)
        )
        for players, word in WORDS.items():
            named = {column: getattr(tournament, word + column) for column in COLUMNS}
            if named["rulebook_id"]:
                rows.append(table_format(tournament=tournament, players=players, **named))
    table_format.objects.bulk_create(rows)


def into_columns(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects
    for row in apps.get_model("tournaments", "TableFormat").objects.order_by("pk"):
        word = "" if row.usual_of_id else WORDS[row.players]
        values = {word + column: getattr(row, column) for column in COLUMNS}
        tournaments.filter(pk=row.tournament_id).update(**values)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_repairs_move_standings")]

    operations = [
        DropTriggers(BEFORE_FORMATS_GUARDS),
        migrations.RemoveConstraint(model_name="tournament", name="a_tournament_in_play_pins_its_rulebook"),
        migrations.RemoveConstraint(model_name="tournament", name="a_pinned_rulebook_for_three_has_a_name"),
        migrations.RemoveConstraint(model_name="tournament", name="a_pinned_rulebook_for_five_has_a_name"),
        migrations.CreateModel(
            name="TableFormat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="formats",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "usual_of",
                    models.OneToOneField(
                        blank=True,
                        help_text="The tournament, where its usual tables are of this size.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="usual_format",
                        to="tournaments.tournament",
                    ),
                ),
                ("players", models.PositiveSmallIntegerField(verbose_name="players at a table")),
                ("rulebook_id", models.CharField(max_length=40, verbose_name="rulebook")),
                ("house_rules", models.JSONField(blank=True, default=dict, verbose_name="house rules")),
                (
                    "rulebook_content",
                    models.TextField(
                        blank=True, editable=False, help_text="Pinned when the first game starts."
                    ),
                ),
            ],
            options={
                "verbose_name": "rules for a table size",
                "verbose_name_plural": "rules for table sizes",
                "ordering": ["tournament", "players"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "players"), name="one_format_per_table_size"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("players__range", (3, 5))), name="a_table_is_of_three_to_five"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("usual_of", None), ("usual_of", models.F("tournament")), _connector="OR"
                        ),
                        name="a_usual_format_is_of_its_own_tournament",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rulebook_id", ""), _negated=True),
                        name="a_format_names_a_rulebook",
                    ),
                ],
            },
        ),
        # Backwards the column comes back empty, and is filled.
        migrations.AlterField(
            model_name="tournament",
            name="rulebook_id",
            field=models.CharField(default="", max_length=40, verbose_name="rulebook"),
        ),
        migrations.RunPython(into_rows, into_columns),
        *(
            migrations.RemoveField(model_name="tournament", name=word + column)
            for word in ("", *WORDS.values())
            for column in COLUMNS
        ),
        PutUpTriggers(BEFORE_ADDRESSES_GUARDS),
    ]
