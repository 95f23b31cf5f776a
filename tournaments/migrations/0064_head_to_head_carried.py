"""A stage may carry who beat whom in the stages before it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0063_statistics_of_hands'),
    ]

    operations = [
        migrations.AddField(
            model_name='qualification',
            name='carries_head_to_head',
            field=models.BooleanField(default=False, help_text='Where totals when they met order equals, games of the earlier stages count, too.', verbose_name='games against each other count on'),
        ),
    ]
