"""A season says from which one it was opened; moves go when it is revoked; who had no rank has moves, too."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import (
    LEAGUE_LEDGER_GUARDS,
    MERGED_MOVE_GUARDS,
    MOVE_GUARDS,
    REVOKED_MOVE_GUARDS,
    SEASON_GUARDS,
    DropTriggers,
    PutUpTriggers,
)

LEADS_ON = tuple(guard for guard in MOVE_GUARDS if guard.event == "INSERT")
NEVER_DELETED = tuple(guard for guard in MOVE_GUARDS if guard.event == "DELETE")
# SQLite builds a table anew for another constraint, and without a column, without its guards; others must not look at
# it meanwhile.
OF_SEASONS = tuple(
    guard
    for guard in (*LEAGUE_LEDGER_GUARDS, *LEADS_ON)
    if "tournaments_season" in (guard.table, *guard.condition.split())
)
OF_MOVES = (*NEVER_DELETED, *MERGED_MOVE_GUARDS)
# Where seasons were opened, moves led there.
FOLLOW = """
    UPDATE tournaments_season SET follows_id =
        (SELECT MAX(season_id) FROM tournaments_move WHERE next_season_id = tournaments_season.id)
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0082_game_counts_in_parts")]

    operations = [
        DropTriggers((*OF_SEASONS, *OF_MOVES)),
        migrations.AddField(
            model_name="season",
            name="follows",
            field=models.ForeignKey(
                editable=False,
                help_text="The season from which it was opened, with its tournaments.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="followed_by",
                to="tournaments.season",
            ),
        ),
        migrations.RunSQL(FOLLOW, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                condition=models.Q(("follows__isnull", False)),
                fields=("follows",),
                name="a_season_is_followed_by_one",
            ),
        ),
        migrations.RemoveConstraint(model_name="move", name="a_position_is_in_a_division"),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__isnull", True), ("level__isnull", False), _connector="OR"),
                name="a_position_is_in_a_division",
            ),
        ),
        PutUpTriggers((*OF_SEASONS, *REVOKED_MOVE_GUARDS, *MERGED_MOVE_GUARDS, *SEASON_GUARDS)),
    ]
