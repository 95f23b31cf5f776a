"""Players are ticked off when they are here."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', "0030_old_league_addresses_and_discards"),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='checked_in_at',
            field=models.DateTimeField(blank=True, editable=False, help_text='Since when somebody says they are here.', null=True, verbose_name='checked in'),
        ),
    ]
