"""Texts stand beside leagues' ledgers, too; what was typed with a hand is sealed by its digest; both can be removed.

It goes back as long as nothing was typed since beside a league's ledger: earlier versions have no place for that.
"""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import (
    DRAW_JOB_GUARDS,
    HAND_GUARDS,
    HAND_TEXT_GUARDS,
    LEAGUE_TEXT_GUARDS,
    MERGED_MOVE_GUARDS,
    TEXT_GUARDS,
    WORDLESS_MOVE_GUARDS,
    DropTriggers,
    PutUpTriggers,
)

ENDED = tuple(guard for guard in DRAW_JOB_GUARDS if guard.name == "an_ended_draw_job_never_changes")
# A draw that was ordered has the reason itself, and one that was not drawn needs none.
NO_COPY = "UPDATE tournaments_drawjob SET reason = '' WHERE status NOT IN ('queued', 'running') AND reason <> ''"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0083_seasons_that_follow")]

    operations = [
        # SQLite rebuilds tables, which takes their triggers away.
        DropTriggers((*HAND_GUARDS, *TEXT_GUARDS, *MERGED_MOVE_GUARDS)),
        migrations.AlterModelOptions(
            name="ledgertext",
            options={
                "ordering": ["tournament_id", "league_id", "seq", "name"],
                "verbose_name": "text of a ledger entry",
                "verbose_name_plural": "texts of ledger entries",
            },
        ),
        migrations.AddField(
            model_name="handrecord",
            name="digests",
            field=models.TextField(
                blank=True, default="", help_text="Canonical JSON: digests of texts by name."
            ),
        ),
        migrations.AddField(
            model_name="handrecord",
            name="salt",
            field=models.CharField(blank=True, default="", max_length=32),
        ),
        migrations.AddField(
            model_name="ledgertext",
            name="league",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="ledger_texts",
                to="tournaments.league",
            ),
        ),
        migrations.AlterField(
            model_name="ledgertext",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="ledger_texts",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgertext",
            constraint=models.UniqueConstraint(
                fields=("league", "seq", "name"), name="one_text_of_a_league_entry_per_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgertext",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("league__isnull", True), ("tournament__isnull", False)),
                    models.Q(("league__isnull", False), ("tournament__isnull", True)),
                    _connector="OR",
                ),
                name="a_text_is_beside_one_ledger",
            ),
        ),
        DropTriggers(ENDED),
        migrations.RunSQL(NO_COPY, migrations.RunSQL.noop),
        PutUpTriggers((*ENDED, *HAND_GUARDS, *TEXT_GUARDS)),
        # In place of those of the same names.
        PutUpTriggers((*HAND_TEXT_GUARDS, *LEAGUE_TEXT_GUARDS, *WORDLESS_MOVE_GUARDS)),
    ]
