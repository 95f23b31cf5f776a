"""What is played today, what comes and what was last is found by an index, however many tournaments there were."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0071_heartbeats")]

    operations = [
        migrations.AddIndex(
            model_name="tournament", index=models.Index(fields=["status", "-starts_on"], name="tournaments_by_day")
        ),
    ]
