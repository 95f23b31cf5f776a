"""Each game missing to a minimum may cost something, instead of the rank."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0044_season_rankings'),
    ]

    operations = [
        migrations.AddField(
            model_name='countingrule',
            name='missing_game_penalty',
            field=models.PositiveIntegerField(default=0, help_text='In smallest units; then everybody is ranked. 0: below the minimum nobody is.', verbose_name='deduction for each missing game'),
        ),
        migrations.AddConstraint(
            model_name='countingrule',
            constraint=models.CheckConstraint(condition=models.Q(('missing_game_penalty', 0), models.Q(('minimum_games__gte', 1), ('missing_game_penalty__lte', 1000000000)), _connector='OR'), name='a_missing_game_is_one_of_a_minimum'),
        ),
    ]
