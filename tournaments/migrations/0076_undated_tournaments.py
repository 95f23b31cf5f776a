"""Tournaments without a first day are the latest of all, on every database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0075_last_places")]

    operations = [
        migrations.AlterModelOptions(
            name="tournament",
            options={
                "ordering": [models.F("starts_on").desc(nulls_first=True), "name"],
                "verbose_name": "tournament",
                "verbose_name_plural": "tournaments",
            },
        ),
    ]
