"""Who is ranked: tournaments that exist go on as they are published, with substitutes in the ranking.

New ones leave substitutes unranked unless they say otherwise.
"""

import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.models.guards import BEFORE_ADDRESSES_GUARDS, DropTriggers, PutUpTriggers

SUBSTITUTES = [
    ("own_score", "Their own score, without a rank"),
    ("fixed_score", "A fixed score for each game, without a rank"),
    ("for_absent", "The player they replace"),
    ("ranked", "Their own score, ranked like everybody"),
]


def as_recorded(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """A database that was taken back to an earlier version and comes again: its ledgers know what was set."""
    entries = apps.get_model("tournaments", "LedgerEntry").objects.filter(kind__in=["created", "ranking_set"])
    tournaments = apps.get_model("tournaments", "Tournament").objects
    recorded = entries.filter(payload__contains='"substitute_score"').order_by("tournament", "seq")
    for tournament, payload in recorded.values_list("tournament", "payload").iterator():
        content = json.loads(payload)
        wanted = {name: content[name] for name in ("substitutes", "substitute_score", "withdrawn")}
        tournaments.filter(pk=tournament).update(**wanted)


def rank_everybody(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Backwards everybody needs a rank again; the next publication puts it right."""
    standings = apps.get_model("tournaments", "Standing").objects
    standings.filter(rank=None).update(rank=models.F("position"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_round_publications")]

    operations = [
        # SQLite rebuilds the tables for the columns, which triggers that look into them keep it from.
        DropTriggers(BEFORE_ADDRESSES_GUARDS),
        migrations.AddField(
            model_name="tournament",
            name="substitutes",
            field=models.CharField(
                choices=SUBSTITUTES,
                default="ranked",
                max_length=12,
                verbose_name="games of substitutes count for",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="substitutes",
            field=models.CharField(
                choices=SUBSTITUTES,
                default="own_score",
                max_length=12,
                verbose_name="games of substitutes count for",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="substitute_score",
            field=models.SmallIntegerField(
                blank=True,
                help_text="Whole points of the result, as the uma is.",
                null=True,
                verbose_name="fixed score",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="withdrawn",
            field=models.CharField(
                choices=[
                    ("ranked", "Ranked by what they have made"),
                    ("below", "Below everybody else, without a rank"),
                ],
                default="ranked",
                max_length=8,
                verbose_name="players who have withdrawn",
            ),
        ),
        migrations.RunPython(as_recorded, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("substitute_score__isnull", False), ("substitutes", "fixed_score")),
                    models.Q(
                        models.Q(("substitutes", "fixed_score"), _negated=True),
                        ("substitute_score__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="a_fixed_score_is_of_substitutes",
            ),
        ),
        migrations.AlterField(
            model_name="standing",
            name="rank",
            field=models.PositiveIntegerField(
                help_text="Equal for those whom only the lot separates; empty for those who are not ranked.",
                null=True,
                verbose_name="rank",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, rank_everybody),
        PutUpTriggers(BEFORE_ADDRESSES_GUARDS),
    ]
