"""Signed paper that a scorer types may count by itself; in tournaments of before a second person confirms it."""

from django.db import migrations, models

from tournaments.models.guards import (
    DIVISION_GUARDS,
    FORMAT_GUARDS,
    OLD_ADDRESS_GUARDS,
    PHOTO_GUARDS,
    REVOKED_MOVE_GUARDS,
    TEAM_MOVE_GUARDS,
    DropTriggers,
    PutUpTriggers,
)

# SQLite builds a table anew for a column that is never empty, without its guards; others must not look at it meanwhile.
OF_TOURNAMENTS = tuple(
    guard
    for guard in (
        *FORMAT_GUARDS,
        *OLD_ADDRESS_GUARDS,
        *DIVISION_GUARDS,
        *PHOTO_GUARDS,
        *REVOKED_MOVE_GUARDS,
        *TEAM_MOVE_GUARDS,
    )
    if "tournaments_tournament" in (guard.table, *guard.condition.split())
)
# Only of those that another version has set up or edited the ledger says something: it was migrated back meanwhile.
AS_RECORDED = """
    UPDATE tournaments_tournament SET paper_counts = COALESCE((
        SELECT CASE
            WHEN payload LIKE '%"paper":"always"%' THEN 'always'
            WHEN payload LIKE '%"paper":"without_phones"%' THEN 'without_phones'
            ELSE 'second_person'
        END
        FROM tournaments_ledgerentry
        WHERE tournament_id = tournaments_tournament.id AND kind IN ('created', 'tournament_edited')
            AND payload LIKE '%"paper":"%'
        ORDER BY seq DESC LIMIT 1
    ), 'second_person')
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0087_ranks_of_moves")]

    operations = [
        DropTriggers(OF_TOURNAMENTS),
        migrations.AddField(
            model_name="tournament",
            name="paper_counts",
            field=models.CharField(
                choices=[
                    ("without_phones", "At once, at tables without a phone"),
                    ("always", "Always at once"),
                    ("second_person", "Once a second person confirms it"),
                ],
                default="second_person",
                max_length=14,
                verbose_name="when signed paper counts",
            ),
        ),
        migrations.RunSQL(AS_RECORDED, migrations.RunSQL.noop),
        PutUpTriggers(OF_TOURNAMENTS),
    ]
