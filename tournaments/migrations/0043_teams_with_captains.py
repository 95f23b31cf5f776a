"""A player of a team may act for it."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import CAPTAIN_GUARDS, drop, put_up


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_moves'),
    ]

    operations = [
        migrations.CreateModel(
            name='Captain',
            fields=[
                ('team', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='captain', serialize=False, to='tournaments.team')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='captain_of', to='tournaments.entry', verbose_name='captain')),
            ],
            options={
                'verbose_name': 'captain',
                'verbose_name_plural': 'captains',
            },
        ),
        migrations.RunPython(
            lambda apps, editor: put_up(editor, CAPTAIN_GUARDS),
            lambda apps, editor: drop(editor, CAPTAIN_GUARDS),
        ),
    ]
