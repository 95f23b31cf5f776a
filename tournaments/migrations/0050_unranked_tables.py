"""Tables that players open may be unranked."""

from django.db import migrations, models

from tournaments.models.guards import GUARDS, DropTriggers, PutUpTriggers

# Those that look at the table of tables, which SQLite builds anew for another column.
OF_TABLES = tuple(guard for guard in GUARDS if "tournaments_table " in guard.condition)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0049_ratings'),
    ]

    operations = [
        DropTriggers(OF_TABLES),
        migrations.AddField(
            model_name='table',
            name='is_unranked',
            field=models.BooleanField(default=False, help_text='Its result is kept, and no standings or ratings know of it.', verbose_name='unranked'),
        ),
        PutUpTriggers(OF_TABLES),
    ]
