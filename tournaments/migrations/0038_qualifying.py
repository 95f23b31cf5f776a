"""Who goes on from one stage to another and with what; what everybody began a stage with is published."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import QUALIFYING_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0037_standings_are_as_of_their_publication'),
    ]

    operations = [
        migrations.AddField(
            model_name='standing',
            name='carried',
            field=models.BigIntegerField(default=0, help_text='From an earlier stage; in the total already.', verbose_name='carried over'),
        ),
        migrations.AddField(
            model_name='teamstanding',
            name='carried',
            field=models.BigIntegerField(default=0, help_text='From an earlier stage; in the total already.', verbose_name='carried over'),
        ),
        migrations.CreateModel(
            name='Qualification',
            fields=[
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='qualification', serialize=False, to='tournaments.stage')),
                ('of_teams', models.BooleanField(default=False, help_text='With all their players.', verbose_name='teams go on')),
                ('carries', models.CharField(choices=[('none', 'Everybody begins at 0'), ('full', 'The whole total'), ('ratio', 'A part of the total'), ('by_rank', 'Fixed totals by rank')], default='none', max_length=8, verbose_name='begins with')),
                ('numerator', models.PositiveSmallIntegerField(default=1, verbose_name='part')),
                ('denominator', models.PositiveSmallIntegerField(default=1, verbose_name='of')),
                ('quantum', models.PositiveIntegerField(default=1, help_text="In the rulebook's smallest units.", verbose_name='rounded to')),
                ('rounding', models.CharField(choices=[('half_up', 'to the nearest, halves upwards (−20.75 → −20.7)'), ('half_away', 'to the nearest, halves away from zero (−20.75 → −20.8)'), ('up', 'upwards'), ('down', 'downwards'), ('toward_zero', 'toward zero')], default='half_up', max_length=12, verbose_name='rounding')),
                ('by_rank', models.JSONField(blank=True, default=list, help_text='In smallest units, the 1st first.', verbose_name='totals by rank')),
                ('forgives_penalties', models.BooleanField(default=False, help_text='The total is carried without its penalties.', verbose_name='penalties stay behind')),
                ('confirmed_at', models.DateTimeField(editable=False, null=True, verbose_name='confirmed')),
            ],
            options={
                'verbose_name': 'qualification',
                'verbose_name_plural': 'qualifications',
                'constraints': [models.CheckConstraint(condition=models.Q(('denominator__gte', 1), ('numerator__lte', models.F('denominator'))), name='a_part_of_a_total_is_at_most_all_of_it'), models.CheckConstraint(condition=models.Q(('quantum__gte', 1)), name='a_carried_total_is_rounded_to_something'), models.CheckConstraint(condition=models.Q(models.Q(models.Q(('carries', 'by_rank'), _negated=True), ('by_rank', [])), models.Q(('carries', 'by_rank'), models.Q(('by_rank', []), _negated=True)), _connector='OR'), name='totals_by_rank_belong_to_their_rule'), models.CheckConstraint(condition=models.Q(('carries__in', ['none', 'full', 'ratio', 'by_rank']), ('rounding__in', ['half_up', 'half_away', 'up', 'down', 'toward_zero'])), name='a_qualification_says_what_is_carried')],
            },
        ),
        migrations.CreateModel(
            name='Qualifier',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.PositiveIntegerField(help_text='From 1, in the order of the rules.', verbose_name='seed')),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='qualified_for', to='tournaments.entry', verbose_name='player')),
                ('qualification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifiers', to='tournaments.qualification')),
                ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.stage', verbose_name='from the stage')),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='qualified_for', to='tournaments.team', verbose_name='team')),
            ],
            options={
                'verbose_name': 'qualifier',
                'verbose_name_plural': 'qualifiers',
                'ordering': ['qualification_id', 'seed'],
                'constraints': [models.UniqueConstraint(fields=('qualification', 'seed'), name='one_qualifier_per_seed'), models.UniqueConstraint(fields=('qualification', 'entry'), name='an_entry_qualifies_once'), models.UniqueConstraint(fields=('qualification', 'team'), name='a_team_qualifies_once'), models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('team__isnull', True)), models.Q(('entry__isnull', True), ('team__isnull', False)), _connector='OR'), name='a_qualifier_is_an_entry_or_a_team')],
            },
        ),
        migrations.CreateModel(
            name='QualifyingRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveSmallIntegerField()),
                ('among', models.CharField(choices=[('ranking', 'of the standings'), ('groups', 'of every table of the last round'), ('remaining', 'of those who are not through yet')], default='ranking', max_length=10, verbose_name='places')),
                ('first', models.PositiveIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1)], verbose_name='from place')),
                ('last', models.PositiveIntegerField(validators=[django.core.validators.MaxValueValidator(10000)], verbose_name='to place')),
                ('qualification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rules', to='tournaments.qualification')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leads_to', to='tournaments.stage', verbose_name='from the stage')),
            ],
            options={
                'verbose_name': 'qualifying rule',
                'verbose_name_plural': 'qualifying rules',
                'ordering': ['qualification_id', 'ordinal'],
                'constraints': [models.UniqueConstraint(fields=('qualification', 'ordinal'), name='one_qualifying_rule_per_ordinal'), models.CheckConstraint(condition=models.Q(('first__gte', 1), ('last__gte', models.F('first')), ('last__lte', 10000)), name='a_qualifying_rule_names_places'), models.CheckConstraint(condition=models.Q(('among__in', ['ranking', 'groups', 'remaining'])), name='a_qualifying_rule_says_whose_places')],
            },
        ),
        PutUpTriggers(QUALIFYING_GUARDS),
    ]
