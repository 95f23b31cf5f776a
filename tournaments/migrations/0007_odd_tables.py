"""A tournament of four at a table may name a second rulebook for its tables of three, pinned like the first.

SQLite rebuilds the tournaments' table for the constraint and drops its triggers: they are put up again.
"""

from django.db import migrations, models

from tournaments.models.guards import FIRST_GUARDS, ODD_TABLE_GUARDS, DropTriggers, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_draw_methods")]

    operations = [
        DropTriggers(FIRST_GUARDS),
        migrations.AddField(
            model_name="tournament",
            name="three_rulebook_id",
            field=models.CharField(blank=True, max_length=40, verbose_name="rulebook for tables of three"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="three_house_rules",
            field=models.JSONField(
                blank=True, default=dict, verbose_name="house rules for tables of three"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="three_rulebook_content",
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("three_rulebook_content", ""),
                    models.Q(("three_rulebook_id", ""), _negated=True),
                    _connector="OR",
                ),
                name="a_pinned_rulebook_for_three_has_a_name",
            ),
        ),
        PutUpTriggers((*FIRST_GUARDS, *ODD_TABLE_GUARDS)),
    ]
