"""A fifth seat: tables of five in a tournament of four at a table, with a rulebook of their own, pinned like the first.

SQLite rebuilds tables for columns and constraints, which triggers of other tables that look into them keep it from:
all triggers are taken down first and put up again at the end.
"""

from django.db import migrations, models
from django.db.models.functions import Coalesce

from tournaments.models.guards import (
    DRAW_JOB_GUARDS,
    FIRST_GUARDS,
    FIVE_GUARDS,
    ODD_TABLE_GUARDS,
    DropTriggers,
    PutUpTriggers,
)

BEFORE = (*FIRST_GUARDS, *ODD_TABLE_GUARDS, *DRAW_JOB_GUARDS)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_league_shapes")]

    operations = [
        DropTriggers(BEFORE),
        migrations.RemoveConstraint(
            model_name="scoresheet",
            name="points_and_leftover_make_the_start_total",
        ),
        migrations.RemoveConstraint(
            model_name="seat",
            name="a_wind_is_one_of_four",
        ),
        migrations.AddField(
            model_name="scoresheet",
            name="fifth",
            field=models.BigIntegerField(blank=True, null=True, verbose_name="waits first"),
        ),
        migrations.AddField(
            model_name="scoresheet",
            name="fifth_chombo",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="standing",
            name="fifths",
            field=models.PositiveIntegerField(default=0, verbose_name="5th"),
        ),
        migrations.AddField(
            model_name="teamstanding",
            name="fifths",
            field=models.PositiveIntegerField(default=0, verbose_name="5th"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="five_house_rules",
            field=models.JSONField(blank=True, default=dict, verbose_name="house rules for tables of five"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="five_rulebook_content",
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="five_rulebook_id",
            field=models.CharField(blank=True, max_length=40, verbose_name="rulebook for tables of five"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="wind",
            field=models.PositiveSmallIntegerField(
                choices=[(1, "East"), (2, "South"), (3, "West"), (4, "North"), (5, "Waits first")],
                verbose_name="wind",
            ),
        ),
        migrations.AddConstraint(
            model_name="scoresheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    start_total=models.F("east")
                    + models.F("south")
                    + models.F("west")
                    + Coalesce(models.F("north"), 0)
                    + Coalesce(models.F("fifth"), 0)
                    + models.F("leftover")
                    + models.F("imbalance")
                ),
                name="points_and_leftover_make_the_start_total",
            ),
        ),
        migrations.AddConstraint(
            model_name="scoresheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("fifth__isnull", True), ("fifth_chombo", 0)),
                    models.Q(("fifth__isnull", False), ("north__isnull", False)),
                    _connector="OR",
                ),
                name="a_fifth_sits_with_four",
            ),
        ),
        migrations.AddConstraint(
            model_name="scoresheet",
            constraint=models.CheckConstraint(
                condition=models.Q(("fifth__range", (-1000000000000000, 1000000000000000))),
                name="fifth_points_within_bounds",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("wind__range", (1, 5))), name="a_seat_is_one_of_five"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("five_rulebook_content", ""),
                    models.Q(("five_rulebook_id", ""), _negated=True),
                    _connector="OR",
                ),
                name="a_pinned_rulebook_for_five_has_a_name",
            ),
        ),
        PutUpTriggers((*BEFORE, *FIVE_GUARDS)),
    ]
