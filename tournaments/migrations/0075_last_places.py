"""Last places are counted by each table's size: of three players the 3rd was never one.

Where no table of three is played they are the 4th and 5th places, as before. Elsewhere standings become what they are
before the first publication, so that they are worked out again from the results.
"""

from django.db import migrations, models

from tournaments.models.guards import GUARDS, DropTriggers, PutUpTriggers

ONLY_FORWARDS = [guard for guard in GUARDS if guard.name == "standings_never_move_backwards"]
AT_TABLES_OF_FOUR = "UPDATE tournaments_standing SET lasts = fourths + fifths"
AT_TABLES_OF_THREE = """
    UPDATE tournaments_publication SET as_of_seq = 0, published_at = NULL
    WHERE stage_id IN (
        SELECT stage.id FROM tournaments_stage stage
        JOIN tournaments_tableformat size ON size.tournament_id = stage.tournament_id
        WHERE size.players = 3
    )
"""


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0074_first_tournaments")]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="lasts",
            field=models.PositiveIntegerField(
                default=0,
                help_text="By each table's size; of five players the 4th and the 5th are last.",
                verbose_name="last places",
            ),
        ),
        migrations.RunSQL(AT_TABLES_OF_FOUR, migrations.RunSQL.noop),
        DropTriggers(ONLY_FORWARDS),
        migrations.RunSQL(AT_TABLES_OF_THREE, migrations.RunSQL.noop),
        PutUpTriggers(ONLY_FORWARDS),
    ]
