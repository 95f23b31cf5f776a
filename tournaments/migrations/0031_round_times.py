"""A round may say when it is to begin."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_rounds_and_warnings_of_penalties")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="planned_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="planned for"),
        ),
    ]
