"""Line-ups may need some of certain players: one woman, a junior."""

import django.db.models.deletion
from django.db import migrations, models

import players.names
import tournaments.models.teams.line_up_quotas
from tournaments.models.guards import LINE_UP_QUOTA_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0060_delay_of_live_points'),
    ]

    operations = [
        migrations.CreateModel(
            name='LineUpQuota',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, validators=[players.names.validate_name], verbose_name='name')),
                ('least', models.PositiveSmallIntegerField(default=1, verbose_name='at least so many in a line-up')),
                ('salt', models.CharField(default=tournaments.models.teams.line_up_quotas.new_salt, editable=False, max_length=32)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_up_quotas', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'line-up quota',
                'verbose_name_plural': 'line-up quotas',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'name'), name='one_line_up_quota_per_name'), models.CheckConstraint(condition=models.Q(('least__range', (1, 100))), name='a_line_up_quota_within_bounds')],
            },
        ),
        migrations.CreateModel(
            name='LineUpQuotaMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='line_up_quota_members', to='tournaments.entry')),
                ('quota', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.lineupquota')),
            ],
            options={
                'verbose_name': 'player of a line-up quota',
                'verbose_name_plural': 'players of line-up quotas',
                'constraints': [models.UniqueConstraint(fields=('quota', 'entry'), name='once_in_a_line_up_quota')],
            },
        ),
        PutUpTriggers(LINE_UP_QUOTA_GUARDS),
    ]
