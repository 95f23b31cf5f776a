"""Where each player went from one season into the next."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import MOVE_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_name_traces'),
        ('tournaments', '0041_divisions'),
    ]

    operations = [
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField(null=True, verbose_name='level')),
                ('position', models.PositiveIntegerField(null=True, verbose_name='rank')),
                ('to_level', models.PositiveSmallIntegerField(null=True)),
                ('way', models.CharField(choices=[('stays', 'Stays'), ('up', 'Goes up'), ('down', 'Goes down'), ('points_up', 'Goes up by points kept'), ('points_down', 'Goes down by points kept'), ('placed', 'Placed by the organizer'), ('new', 'New'), ('leaves', 'Leaves')], max_length=11)),
                ('points_up', models.PositiveSmallIntegerField(default=0)),
                ('points_down', models.PositiveSmallIntegerField(default=0)),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('next_season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='arrivals', to='tournaments.season')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='players.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='tournaments.season')),
            ],
            options={
                'verbose_name': 'move',
                'verbose_name_plural': 'moves',
                'ordering': ['season_id', 'level', 'position'],
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='one_move_per_player_and_season'), models.CheckConstraint(condition=models.Q(('level__isnull', False), ('to_level__isnull', False), _connector='OR'), name='a_move_leads_from_or_to_a_division'), models.CheckConstraint(condition=models.Q(models.Q(('level__isnull', True), ('position__isnull', True)), models.Q(('level__isnull', False), ('position__isnull', False)), _connector='OR'), name='a_position_is_in_a_division')],
            },
        ),
        PutUpTriggers(MOVE_GUARDS),
    ]
