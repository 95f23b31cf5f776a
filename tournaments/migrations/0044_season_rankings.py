"""The finished tournaments of a season may make one ranking."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0043_captains_and_game_quotas'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeasonRankingRule',
            fields=[
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='ranking_rule', serialize=False, to='tournaments.season')),
                ('worth', models.CharField(choices=[('total', 'The total'), ('rank', 'Points for the rank'), ('share_beaten', 'The share of players behind, 1000 for the first')], max_length=12, verbose_name='a tournament brings')),
                ('by_rank', models.JSONField(blank=True, default=list, help_text='From the 1st; nothing behind them.', verbose_name='points by rank')),
                ('best', models.PositiveSmallIntegerField(default=0, help_text='Of each player the best; 0: all.', verbose_name='tournaments that count')),
                ('minimum', models.PositiveSmallIntegerField(default=0, help_text='0: everybody is ranked.', verbose_name='tournaments until somebody is ranked')),
            ],
            options={
                'verbose_name': 'rule of a season’s ranking',
                'verbose_name_plural': 'rules of seasons’ rankings',
                'constraints': [models.CheckConstraint(condition=models.Q(('worth__in', ['total', 'rank', 'share_beaten'])), name='a_tournament_brings_something_known'), models.CheckConstraint(condition=models.Q(models.Q(('worth', 'rank'), models.Q(('by_rank', []), _negated=True)), models.Q(models.Q(('worth', 'rank'), _negated=True), ('by_rank', [])), _connector='OR'), name='points_by_rank_where_ranks_count'), models.CheckConstraint(condition=models.Q(('best__lte', 1000), ('minimum__lte', 1000)), name='a_season_ranking_within_bounds')],
            },
        ),
    ]
