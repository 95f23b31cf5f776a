"""Somebody may have played for another team until a round; taken back, all games are the present team's again."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import FORMER_TEAM_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0055_merged_entries'),
    ]

    operations = [
        migrations.CreateModel(
            name='FormerTeam',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before_round', models.PositiveIntegerField(verbose_name='first round for the next team')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_teams', to='tournaments.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='team_changes', to='tournaments.stage', verbose_name='stage')),
                ('team', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='former_players', to='tournaments.team', verbose_name='team')),
            ],
            options={
                'verbose_name': 'former team',
                'verbose_name_plural': 'former teams',
                'ordering': ['entry_id', 'stage__ordinal', 'before_round'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'stage', 'before_round'), name='one_change_of_team_per_round'), models.CheckConstraint(condition=models.Q(('before_round__gte', 1)), name='a_team_is_changed_before_a_round')],
            },
        ),
        PutUpTriggers(FORMER_TEAM_GUARDS),
    ]
