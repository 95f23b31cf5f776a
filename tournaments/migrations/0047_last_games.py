"""Equal totals may be ordered by the game played last, and by who met whom."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0046_line_ups'),
    ]

    operations = [
        migrations.AddField(
            model_name='standing',
            name='last',
            field=models.BigIntegerField(help_text='Only where the order of equal totals asks for it.', null=True, verbose_name='last game'),
        ),
    ]
