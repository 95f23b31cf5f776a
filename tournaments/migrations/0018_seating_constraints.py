"""A wish is called a seating constraint, in the code and in the database."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_table_formats")]

    operations = [
        migrations.RenameModel("Wish", "SeatingConstraint"),
        migrations.AlterField(
            model_name="seatingconstraint",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seating_constraints",
                to="tournaments.entry",
            ),
        ),
        migrations.AlterField(
            model_name="seatingconstraint",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seating_constraints",
                to="tournaments.tournament",
            ),
        ),
    ]
