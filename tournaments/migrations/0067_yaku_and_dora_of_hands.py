"""Statistics of hands say of how many wins the yaku were told, which, and how many dora these had."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0066_photos'),
    ]

    operations = [
        migrations.AddField(
            model_name='handstatistics',
            name='dora',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='handstatistics',
            name='won_yaku',
            field=models.TextField(blank=True, help_text='How many of these wins had which yaku, as `written_yaku` writes them.'),
        ),
        migrations.AddField(
            model_name='handstatistics',
            name='yaku_wins',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='seathands',
            name='dora',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='seathands',
            name='won_yaku',
            field=models.TextField(blank=True, help_text='How many of these wins had which yaku, as `written_yaku` writes them.'),
        ),
        migrations.AddField(
            model_name='seathands',
            name='yaku_wins',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name='handstatistics',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('dora', 0), ('won_yaku', ''), ('yaku_wins', 0)), models.Q(('wins__gte', models.F('yaku_wins')), ('yaku_wins__gt', 0), models.Q(('won_yaku', ''), _negated=True)), _connector='OR'), name='handstatistics_yaku_of_wins_that_told_them'),
        ),
        migrations.AddConstraint(
            model_name='seathands',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('dora', 0), ('won_yaku', ''), ('yaku_wins', 0)), models.Q(('wins__gte', models.F('yaku_wins')), ('yaku_wins__gt', 0), models.Q(('won_yaku', ''), _negated=True)), _connector='OR'), name='seathands_yaku_of_wins_that_told_them'),
        ),
    ]
