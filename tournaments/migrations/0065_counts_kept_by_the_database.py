"""How many tables of a round are confirmed is a number too, and the database keeps all such numbers by itself."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import ONE_ROW_COUNTERS, PutUpTriggers

COUNT = """
    INSERT INTO tournaments_roundcount (round_id, tables, confirmed)
    SELECT round.id,
        (SELECT COUNT(*) FROM tournaments_table held WHERE held.round_id = round.id),
        (SELECT COUNT(*) FROM tournaments_scoresheet sheet JOIN tournaments_table held ON held.id = sheet.table_id
            WHERE held.round_id = round.id AND sheet.status = 'confirmed')
    FROM tournaments_round round
"""


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0064_head_to_head_carried")]

    operations = [
        migrations.CreateModel(
            name="RoundCount",
            fields=[
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="progress",
                        serialize=False,
                        to="tournaments.round",
                    ),
                ),
                ("tables", models.PositiveIntegerField(default=0)),
                ("confirmed", models.PositiveIntegerField(default=0)),
            ],
            options={"verbose_name": "number of tables", "verbose_name_plural": "numbers of tables"},
        ),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
        PutUpTriggers(ONE_ROW_COUNTERS),
    ]
