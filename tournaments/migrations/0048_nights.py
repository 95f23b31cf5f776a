"""Nights of a club, and who signs up for them."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import NIGHT_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0047_last_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='Night',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('planned', 'To come'), ('settled', 'Over'), ('cancelled', 'Cancelled')], default='planned', max_length=10, verbose_name='status')),
                ('starts_at', models.DateTimeField(verbose_name='begins')),
                ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='sign up until')),
                ('places', models.PositiveIntegerField(blank=True, null=True, verbose_name='places')),
                ('games', models.PositiveSmallIntegerField(default=2, verbose_name='games')),
                ('late_penalty', models.PositiveIntegerField(default=0, help_text='In smallest units; 0: none.', verbose_name='deduction for signing off late')),
                ('absence_penalty', models.PositiveIntegerField(default=0, help_text='In smallest units; 0: none.', verbose_name='deduction for not coming')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nights', to='tournaments.stage')),
            ],
            options={
                'verbose_name': 'night',
                'verbose_name_plural': 'nights',
                'ordering': ['starts_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='NightPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('coming', 'Comes'), ('waiting', 'On the waiting list'), ('off', 'Signed off'), ('late', 'Signed off late'), ('absent', 'Did not come')], max_length=10, verbose_name='status')),
                ('games', models.PositiveSmallIntegerField(verbose_name='games')),
                ('turn', models.PositiveIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nights', to='tournaments.entry')),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.night')),
            ],
            options={
                'verbose_name': 'player of a night',
                'verbose_name_plural': 'players of a night',
                'ordering': ['night_id', 'turn'],
            },
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['planned', 'settled', 'cancelled'])), name='what_became_of_a_night_is_known'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.CheckConstraint(condition=models.Q(('closes_at', None), ('closes_at__lte', models.F('starts_at')), _connector='OR'), name='a_night_closes_before_it_begins'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.CheckConstraint(condition=models.Q(('places', None), ('places__range', (1, 10000)), _connector='OR'), name='a_night_has_a_place_at_least'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.CheckConstraint(condition=models.Q(('absence_penalty__lte', 1000000000), ('games__range', (1, 20)), ('late_penalty__lte', 1000000000)), name='a_night_within_bounds'),
        ),
        migrations.AddConstraint(
            model_name='nightplayer',
            constraint=models.UniqueConstraint(fields=('night', 'entry'), name='once_on_the_list_of_a_night'),
        ),
        migrations.AddConstraint(
            model_name='nightplayer',
            constraint=models.UniqueConstraint(fields=('night', 'turn'), name='one_turn_a_player_of_a_night'),
        ),
        migrations.AddConstraint(
            model_name='nightplayer',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['coming', 'waiting', 'off', 'late', 'absent'])), name='whether_a_player_comes_is_known'),
        ),
        migrations.AddConstraint(
            model_name='nightplayer',
            constraint=models.CheckConstraint(condition=models.Q(('games__range', (1, 20))), name='a_player_wants_a_game_at_least'),
        ),
        PutUpTriggers(NIGHT_GUARDS),
    ]
