"""Captains say whom their team sends to a round, in secret until it is shown."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0045_missing_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='LineUpRule',
            fields=[
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='line_up_rule', serialize=False, to='tournaments.stage')),
                ('closes_before', models.PositiveIntegerField(default=0, help_text='Of rounds without a planned time: until it starts.', verbose_name='handed in until so many minutes before a round')),
                ('late_penalty', models.PositiveIntegerField(default=0, help_text='In smallest units; 0: none.', verbose_name='deduction from a late team')),
            ],
            options={
                'verbose_name': 'line-up rule',
                'verbose_name_plural': 'line-up rules',
                'constraints': [models.CheckConstraint(condition=models.Q(('closes_before__lte', 20160), ('late_penalty__lte', 1000000000)), name='a_line_up_rule_within_bounds')],
            },
        ),
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.CharField(max_length=2000)),
                ('is_late', models.BooleanField(default=False)),
                ('is_shown', models.BooleanField(default=False)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.round')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.team')),
            ],
            options={
                'verbose_name': 'line-up',
                'verbose_name_plural': 'line-ups',
                'constraints': [models.UniqueConstraint(fields=('round', 'team'), name='one_line_up_of_a_team')],
            },
        ),
    ]
