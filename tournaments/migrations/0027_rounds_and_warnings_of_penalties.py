"""A penalty may say in which round it was, and a warning deducts nothing."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import BEFORE_PENALTY_ROUNDS_GUARDS, GUARDS, DropTriggers, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_whole_tournaments")]

    operations = [
        # SQLite rebuilds the table for the constraint, which triggers that look into it keep it from.
        DropTriggers(BEFORE_PENALTY_ROUNDS_GUARDS),
        migrations.AddField(
            model_name="penalty",
            name="round",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="penalties",
                to="tournaments.round",
                verbose_name="round",
            ),
        ),
        migrations.RemoveConstraint(model_name="penalty", name="a_penalty_deducts"),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 0)), name="a_penalty_gives_nothing"
            ),
        ),
        PutUpTriggers(GUARDS),
    ]
