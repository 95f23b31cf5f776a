"""Settings of a stage say their bounds in the model, as the database does: no table changes."""

from django.db import migrations, models

from tournaments.models.bounds import Between
from tournaments.models.teams.counting import check_points


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_seat_codes_like_other_codes")]

    operations = [
        migrations.AlterField("countingrule", "absence_score", models.BigIntegerField(default=0, help_text='In smallest units: what a round brings whoever was not there; less than 0 is deducted.', validators=[Between(-1000000000, 1000000000, 'This is more than can be deducted or given at once.')], verbose_name='score for being absent')),
        migrations.AlterField("countingrule", "maximum_games", models.PositiveSmallIntegerField(default=0, help_text='Later ones do not count; 0: no limit.', validators=[Between(0, 1000, 'A number of games must be between 0 and %(most)s.')], verbose_name='most games of a player')),
        migrations.AlterField("countingrule", "minimum_games", models.PositiveSmallIntegerField(default=0, help_text='0: everybody is ranked.', validators=[Between(0, 1000, 'A number of games must be between 0 and %(most)s.')], verbose_name='games until a player is ranked')),
        migrations.AlterField("countingrule", "missing_game_penalty", models.PositiveIntegerField(default=0, help_text='In smallest units; then everybody is ranked. 0: below the minimum nobody is.', validators=[Between(0, 1000000000, 'The deduction for a missing game must be 0 or more.')], verbose_name='deduction for each missing game')),
        migrations.AlterField("countingrule", "number", models.PositiveSmallIntegerField(default=0, help_text='How many games `selection` takes; 0 if it takes all.', validators=[Between(0, 1000, 'A number of games must be between 0 and %(most)s.')], verbose_name='how many')),
        migrations.AlterField("countingrule", "selection", models.CharField(choices=[('all', 'All games'), ('best', 'The best games'), ('best_run', 'The best games in a row'), ('all_but_worst', 'All games but the worst')], default='all', error_messages={'invalid_choice': 'This way of counting games does not exist.'}, max_length=13, verbose_name='games that count')),
        migrations.AlterField("countingrule", "sitting_out_score", models.BigIntegerField(default=0, help_text='In smallest units: what a round brings whoever the draw leaves without a seat.', validators=[Between(-1000000000, 1000000000, 'This is more than can be deducted or given at once.')], verbose_name='score for sitting out')),
        migrations.AlterField("gamequota", "least", models.PositiveSmallIntegerField(default=0, help_text='Least games for each player; 0 if none are needed.', validators=[Between(0, 1000, 'A number of games must be between 0 and %(most)s.')], verbose_name='fewest games of a player')),
        migrations.AlterField("gamequota", "most", models.PositiveSmallIntegerField(default=0, help_text='Most games for each player; 0 for no limit.', validators=[Between(0, 1000, 'A number of games must be between 0 and %(most)s.')], verbose_name='most games of a player')),
        migrations.AlterField("lineuprule", "closes_before", models.PositiveIntegerField(default=0, help_text='Minutes before the planned time at which line-ups close; 0 for until then.', validators=[Between(0, 20160, 'Enter a number from 0 to %(most)s.')], verbose_name='deadline, in minutes before a round')),
        migrations.AlterField("lineuprule", "late_penalty", models.PositiveIntegerField(default=0, help_text='In smallest units; 0: none.', validators=[Between(0, 1000000000, 'Enter a number from 0 to %(most)s.')], verbose_name='deduction from a late team')),
        migrations.AlterField("teamcountingrule", "best_games", models.PositiveSmallIntegerField(default=0, help_text='Best games of what is left that count for the team; 0 for all.', validators=[Between(0, 1000, 'A number of games must be between 0 and %(most)s.')], verbose_name='best games of the stage')),
        migrations.AlterField("teamcountingrule", "best_of_a_round", models.PositiveSmallIntegerField(default=0, help_text='0: all of them.', validators=[Between(0, 1000, 'A number of games must be between 0 and %(most)s.')], verbose_name='best games of each round')),
        migrations.AlterField("teamcountingrule", "games_of_a_player", models.PositiveSmallIntegerField(default=0, help_text='The first ones count; 0: no limit.', validators=[Between(0, 1000, 'A number of games must be between 0 and %(most)s.')], verbose_name='most games of one player')),
        migrations.AlterField("teamcountingrule", "match_points", models.JSONField(blank=True, default=list, help_text='Empty: teams play no matches.', validators=[check_points], verbose_name='match points by place')),
    ]
