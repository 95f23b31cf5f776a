"""Those who have not played come last. Where somebody has and somebody has not, standings become what they are before
the first publication, so that they are worked out again from the results: those of the whole tournament, because a
stage may begin with what ranks in another one bring.

What is behind its ledger is published anew in any case.
"""

from django.db import migrations

from tournaments.models.guards import GUARDS, DropTriggers, PutUpTriggers

ONLY_FORWARDS = [guard for guard in GUARDS if guard.name == "standings_never_move_backwards"]
RANK_AGAIN = """
    UPDATE tournaments_publication SET as_of_seq = 0, published_at = NULL
    WHERE as_of_seq > 0 AND stage_id IN (
        SELECT stage.id FROM tournaments_stage stage
        JOIN tournaments_ledgerhead head ON head.tournament_id = stage.tournament_id
        WHERE tournaments_publication.as_of_seq >= head.standings_seq AND stage.tournament_id IN (
            SELECT one.tournament_id FROM tournaments_stage one
            WHERE (
                EXISTS (SELECT 1 FROM tournaments_standing made WHERE made.stage_id = one.id AND made.games = 0)
                AND EXISTS (SELECT 1 FROM tournaments_standing made WHERE made.stage_id = one.id AND made.games > 0)
            ) OR (
                EXISTS (SELECT 1 FROM tournaments_teamstanding made WHERE made.stage_id = one.id AND made.games = 0)
                AND EXISTS (SELECT 1 FROM tournaments_teamstanding made WHERE made.stage_id = one.id AND made.games > 0)
            )
        )
    )
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0089_what_stands")]

    operations = [
        DropTriggers(ONLY_FORWARDS),
        migrations.RunSQL(RANK_AGAIN, migrations.RunSQL.noop),
        PutUpTriggers(ONLY_FORWARDS),
    ]
