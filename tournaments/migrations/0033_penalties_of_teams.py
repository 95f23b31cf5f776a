"""A penalty is a player's or a team's; a team's moves its own total and no player's."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import GUARDS, TEAM_PENALTY_GUARDS, DropTriggers, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_plain_ordering")]

    operations = [
        # SQLite rebuilds the table of penalties, which triggers that look into it keep it from.
        DropTriggers(GUARDS),
        migrations.AlterField(
            model_name="penalty",
            name="entry",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="penalties",
                to="tournaments.entry",
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="penalties",
                to="tournaments.team",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("entry__isnull", False), ("team__isnull", True))
                | models.Q(("entry__isnull", True), ("team__isnull", False)),
                name="a_penalty_is_an_entrys_or_a_teams",
            ),
        ),
        migrations.AddField(
            model_name="teamstanding",
            name="own_penalty",
            field=models.BigIntegerField(
                default=0,
                help_text="Deducted from the team, not from one of its players.",
                verbose_name="penalties",
            ),
        ),
        PutUpTriggers((*GUARDS, *TEAM_PENALTY_GUARDS)),
    ]
