"""Whose scores belong to a sheet is read from an index alone: a thousand games of a player at half the cost."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0091_seats_at_once")]

    operations = [
        migrations.AddIndex(
            model_name="score", index=models.Index(fields=["sheet", "entry"], name="who_met_at_a_table")
        ),
    ]
