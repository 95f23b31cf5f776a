"""The number of a player who was merged into another one leads to that one."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_name_traces'),
        ('tournaments', '0056_former_teams'),
    ]

    operations = [
        migrations.CreateModel(
            name='MergedPlayer',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False, verbose_name='number')),
                ('merged_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merged_numbers', to='players.player')),
            ],
            options={
                'verbose_name': 'number of a merged player',
                'verbose_name_plural': 'numbers of merged players',
            },
        ),
    ]
