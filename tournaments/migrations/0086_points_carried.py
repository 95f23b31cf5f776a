"""A stage may carry the points at the table, which order equal totals, from the stages before it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0085_dead_hands_without_nagashi"),
    ]

    operations = [
        migrations.AddField(
            model_name='qualification',
            name='carries_points',
            field=models.BooleanField(default=False, help_text='In the same part as the total, to whole points: the next criterion where totals are equal.', verbose_name='points at the table are carried'),
        ),
        migrations.AddField(
            model_name='standing',
            name='carried_points',
            field=models.BigIntegerField(default=0, help_text='From an earlier stage; in the points already.', verbose_name='points carried over'),
        ),
        migrations.AddField(
            model_name='teamstanding',
            name='carried_points',
            field=models.BigIntegerField(default=0, help_text='From an earlier stage; in its points already.', verbose_name='points carried over'),
        ),
        migrations.AddConstraint(
            model_name='qualification',
            constraint=models.CheckConstraint(condition=models.Q(('carries_points', False), models.Q(('carries', 'none'), _negated=True), _connector='OR'), name='points_are_carried_with_a_total'),
        ),
    ]
