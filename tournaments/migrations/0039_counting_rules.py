"""Which games of a stage count, where not all do."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0038_qualifying'),
    ]

    operations = [
        migrations.CreateModel(
            name='CountingRule',
            fields=[
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='counting', serialize=False, to='tournaments.stage')),
                ('selection', models.CharField(choices=[('all', 'All games'), ('best', 'The best games'), ('best_run', 'The best games in a row'), ('all_but_worst', 'All games but the worst')], default='all', max_length=13, verbose_name='games that count')),
                ('number', models.PositiveSmallIntegerField(default=0, verbose_name='how many')),
                ('minimum_games', models.PositiveSmallIntegerField(default=0, help_text='0: everybody is ranked.', verbose_name='games until somebody is ranked')),
                ('maximum_games', models.PositiveSmallIntegerField(default=0, help_text='Later ones do not count; 0: no limit.', verbose_name='most games of a player')),
            ],
            options={
                'verbose_name': 'counting rule',
                'verbose_name_plural': 'counting rules',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('number', 0), ('selection', 'all')), models.Q(('number__gte', 1), ('selection__in', ['best', 'best_run', 'all_but_worst'])), _connector='OR'), name='a_number_of_games_belongs_to_a_selection'), models.CheckConstraint(condition=models.Q(('maximum_games', 0), ('maximum_games__gte', models.F('minimum_games')), _connector='OR'), name='the_most_games_are_at_least_the_fewest'), models.CheckConstraint(condition=models.Q(('maximum_games__lte', 1000), ('minimum_games__lte', 1000), ('number__lte', 1000)), name='a_counting_rule_within_bounds')],
            },
        ),
    ]
