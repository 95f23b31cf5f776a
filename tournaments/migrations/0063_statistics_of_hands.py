"""What hands count for whoever played is published with standings: those of stages in which hands were entered already
are behind, and published anew by the next sweep, or for the next reader.
"""

import django.db.models.deletion
import django.db.models.expressions
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def publish_anew(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    told = apps.get_model("tournaments", "HandRecord").objects.order_by().values("table__round__stage")
    stages = list(told.values_list("table__round__stage", flat=True).distinct())
    # One that stands never moves backwards.
    publication = apps.get_model("tournaments", "Publication")
    publication.objects.filter(stage__in=stages).delete()
    publication.objects.bulk_create(publication(stage_id=pk) for pk in stages)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0062_seat_draws'),
    ]

    operations = [
        migrations.CreateModel(
            name='HandStatistics',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('players', models.PositiveSmallIntegerField(verbose_name='players at a table')),
                ('games', models.PositiveIntegerField(verbose_name='games')),
                ('hands', models.PositiveIntegerField(verbose_name='hands')),
                ('wins', models.PositiveIntegerField()),
                ('tsumo', models.PositiveIntegerField()),
                ('win_points', models.BigIntegerField()),
                ('best_win', models.BigIntegerField()),
                ('deal_ins', models.PositiveIntegerField()),
                ('deal_in_points', models.BigIntegerField()),
                ('riichi_hands', models.PositiveIntegerField()),
                ('riichi', models.PositiveIntegerField()),
                ('riichi_wins', models.PositiveIntegerField()),
                ('riichi_deal_ins', models.PositiveIntegerField()),
                ('call_hands', models.PositiveIntegerField()),
                ('calls', models.PositiveIntegerField()),
                ('draws', models.PositiveIntegerField()),
                ('tenpai', models.PositiveIntegerField()),
                ('undecided', models.PositiveIntegerField()),
                ('dealer_streak', models.PositiveIntegerField()),
                ('mangan', models.PositiveIntegerField()),
                ('haneman', models.PositiveIntegerField()),
                ('baiman', models.PositiveIntegerField()),
                ('sanbaiman', models.PositiveIntegerField()),
                ('yakuman', models.PositiveIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_statistics', to='tournaments.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_statistics', to='tournaments.stage')),
            ],
            options={
                'verbose_name': 'statistics of hands',
                'verbose_name_plural': 'statistics of hands',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('hands__gte', django.db.models.expressions.CombinedExpression(models.F('wins'), '+', models.F('deal_ins')))), name='handstatistics_as_many_as_were_played'), models.CheckConstraint(condition=models.Q(('wins__gte', models.F('tsumo'))), name='handstatistics_no_more_tsumo_than_wins'), models.UniqueConstraint(fields=('stage', 'entry', 'players'), name='one_row_of_statistics_per_entry_and_size')],
            },
        ),
        migrations.CreateModel(
            name='SeatHands',
            fields=[
                ('players', models.PositiveSmallIntegerField(verbose_name='players at a table')),
                ('games', models.PositiveIntegerField(verbose_name='games')),
                ('hands', models.PositiveIntegerField(verbose_name='hands')),
                ('wins', models.PositiveIntegerField()),
                ('tsumo', models.PositiveIntegerField()),
                ('win_points', models.BigIntegerField()),
                ('best_win', models.BigIntegerField()),
                ('deal_ins', models.PositiveIntegerField()),
                ('deal_in_points', models.BigIntegerField()),
                ('riichi_hands', models.PositiveIntegerField()),
                ('riichi', models.PositiveIntegerField()),
                ('riichi_wins', models.PositiveIntegerField()),
                ('riichi_deal_ins', models.PositiveIntegerField()),
                ('call_hands', models.PositiveIntegerField()),
                ('calls', models.PositiveIntegerField()),
                ('draws', models.PositiveIntegerField()),
                ('tenpai', models.PositiveIntegerField()),
                ('undecided', models.PositiveIntegerField()),
                ('dealer_streak', models.PositiveIntegerField()),
                ('mangan', models.PositiveIntegerField()),
                ('haneman', models.PositiveIntegerField()),
                ('baiman', models.PositiveIntegerField()),
                ('sanbaiman', models.PositiveIntegerField()),
                ('yakuman', models.PositiveIntegerField()),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='hand_counts', serialize=False, to='tournaments.seat')),
                ('won_yakuman', models.TextField(blank=True, help_text='The names of each yakuman that was won, as `written_yakuman` writes them.')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_hands', to='tournaments.stage')),
            ],
            options={
                'verbose_name': 'hands of a seat',
                'verbose_name_plural': 'hands of seats',
                'abstract': False,
                'indexes': [models.Index(condition=models.Q(('won_yakuman', ''), _negated=True), fields=['stage'], name='seats_that_won_yakuman')],
                'constraints': [models.CheckConstraint(condition=models.Q(('hands__gte', django.db.models.expressions.CombinedExpression(models.F('wins'), '+', models.F('deal_ins')))), name='seathands_as_many_as_were_played'), models.CheckConstraint(condition=models.Q(('wins__gte', models.F('tsumo'))), name='seathands_no_more_tsumo_than_wins')],
            },
        ),
        migrations.RunPython(publish_anew, migrations.RunPython.noop, elidable=True),
    ]
