"""A league may rate its players over all its tournaments."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_name_traces'),
        ('tournaments', '0048_nights'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatedTournament',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rated', serialize=False, to='tournaments.tournament')),
                ('turn', models.PositiveIntegerField()),
                ('as_of_seq', models.PositiveBigIntegerField()),
            ],
            options={
                'verbose_name': 'rated tournament',
                'verbose_name_plural': 'rated tournaments',
            },
        ),
        migrations.CreateModel(
            name='RatingRule',
            fields=[
                ('league', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rating_rule', serialize=False, to='tournaments.league')),
                ('method', models.CharField(choices=[('elo', 'Elo, by places'), ('weng_lin', 'Weng–Lin, which also says how sure it is')], max_length=8, verbose_name='rating')),
                ('minimum_games', models.PositiveSmallIntegerField(default=0, help_text='0: everybody is ranked.', verbose_name='games until somebody is ranked')),
            ],
            options={
                'verbose_name': 'rating of a league',
                'verbose_name_plural': 'ratings of leagues',
                'constraints': [models.CheckConstraint(condition=models.Q(('method__in', ['elo', 'weng_lin'])), name='a_rating_is_one_that_we_know'), models.CheckConstraint(condition=models.Q(('minimum_games__lte', 1000)), name='a_rating_within_bounds')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.BigIntegerField(verbose_name='rating')),
                ('mean', models.BigIntegerField()),
                ('deviation', models.BigIntegerField()),
                ('change', models.BigIntegerField(help_text='By this tournament.')),
                ('games', models.PositiveIntegerField(help_text='In this tournament and those before it.', verbose_name='games')),
                ('is_latest', models.BooleanField()),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='tournaments.league')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='players.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'indexes': [models.Index(condition=models.Q(('is_latest', True)), fields=['league', '-value'], name='ratings_of_today')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='one_rating_per_tournament'), models.UniqueConstraint(condition=models.Q(('is_latest', True)), fields=('league', 'player'), name='one_latest_rating_per_league')],
            },
        ),
    ]
