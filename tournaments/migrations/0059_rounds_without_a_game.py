"""Stages may give a score for a round without a game."""

from django.db import migrations, models

from tournaments.models.guards import GUARDS, TEAM_PENALTY_GUARDS, DropTriggers, PutUpTriggers

# SQLite builds a table anew for another constraint, without its guards.
OF_PENALTIES = tuple(
    guard for guard in (*GUARDS, *TEAM_PENALTY_GUARDS) if guard.table == "tournaments_penalty"
)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0058_annulled_results'),
    ]

    operations = [
        DropTriggers(OF_PENALTIES),
        migrations.AddField(
            model_name='countingrule',
            name='absence_score',
            field=models.BigIntegerField(default=0, help_text='In smallest units: what a round brings whoever was not there; less than 0 is deducted.', verbose_name='score for being absent'),
        ),
        migrations.AddField(
            model_name='countingrule',
            name='sitting_out_score',
            field=models.BigIntegerField(default=0, help_text='In smallest units: what a round brings whoever the draw leaves without a seat.', verbose_name='score for sitting out'),
        ),
        migrations.AddField(
            model_name='penalty',
            name='given_for',
            field=models.CharField(blank=True, choices=[('sitting_out', 'Sat out'), ('absence', 'Absent')], default='', editable=False, max_length=11, verbose_name='given for'),
        ),
        migrations.AddConstraint(
            model_name='countingrule',
            constraint=models.CheckConstraint(condition=models.Q(('absence_score__range', (-1000000000, 1000000000)), ('sitting_out_score__range', (-1000000000, 1000000000))), name='a_round_without_a_game_within_bounds'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.UniqueConstraint(condition=models.Q(('given_for', ''), _negated=True), fields=('round', 'entry'), name='a_round_without_a_game_is_scored_once'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('given_for', ''), models.Q(('entry__isnull', False), ('round__isnull', False)), _connector='OR'), name='a_round_without_a_game_is_an_entrys'),
        ),
        PutUpTriggers(OF_PENALTIES),
    ]
