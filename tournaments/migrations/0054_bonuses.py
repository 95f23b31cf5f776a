"""A deduction may be less than nothing: a bonus."""

from django.db import migrations, models

from tournaments.models.guards import GUARDS, TEAM_PENALTY_GUARDS, DropTriggers, PutUpTriggers

# SQLite builds a table anew for another constraint, without its guards.
OF_PENALTIES = tuple(
    guard
    for guard in (*GUARDS, *TEAM_PENALTY_GUARDS)
    if guard.table == "tournaments_penalty" or "tournaments_penalty " in guard.condition
)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0053_team_counting'),
    ]

    operations = [
        DropTriggers(OF_PENALTIES),
        migrations.RemoveConstraint(
            model_name='penalty',
            name='a_penalty_gives_nothing',
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('amount__range', (-1000000000, 1000000000))), name='a_penalty_within_bounds'),
        ),
        PutUpTriggers(OF_PENALTIES),
    ]
