"""A player of a team may act for it; everybody may have to play some number of games of a stage."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import CAPTAIN_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_moves'),
    ]

    operations = [
        migrations.CreateModel(
            name='Captain',
            fields=[
                ('team', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='captain', serialize=False, to='tournaments.team')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='captain_of', to='tournaments.entry', verbose_name='captain')),
            ],
            options={
                'verbose_name': 'captain',
                'verbose_name_plural': 'captains',
            },
        ),
        migrations.CreateModel(
            name='GameQuota',
            fields=[
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='game_quota', serialize=False, to='tournaments.stage')),
                ('least', models.PositiveSmallIntegerField(default=0, help_text='0: none is needed.', verbose_name='fewest games of a player')),
                ('most', models.PositiveSmallIntegerField(default=0, help_text='0: no limit.', verbose_name='most games of a player')),
            ],
            options={
                'verbose_name': 'game quota',
                'verbose_name_plural': 'game quotas',
                'constraints': [models.CheckConstraint(condition=models.Q(('least', 0), ('most', 0), _negated=True), name='a_game_quota_says_something'), models.CheckConstraint(condition=models.Q(('most', 0), ('most__gte', models.F('least')), _connector='OR'), name='the_most_games_of_a_quota_are_at_least_the_fewest'), models.CheckConstraint(condition=models.Q(('least__lte', 1000), ('most__lte', 1000)), name='a_game_quota_within_bounds')],
            },
        ),
        PutUpTriggers(CAPTAIN_GUARDS),
    ]
