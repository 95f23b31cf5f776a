from django.db import migrations, models


class Migration(migrations.Migration):
    """What published rows are as of, their publication says; nothing reads when a single row was written."""

    dependencies = [
        ("tournaments", "0036_mails_of_registrations"),
    ]

    operations = [
        # So that rows which are there already get the column back, backwards.
        migrations.AlterField("standing", "as_of_seq", models.PositiveBigIntegerField(default=0)),
        migrations.AlterField("teamstanding", "as_of_seq", models.PositiveBigIntegerField(default=0)),
        migrations.RemoveField(model_name="standing", name="as_of_seq"),
        migrations.RemoveField(model_name="teamstanding", name="as_of_seq"),
    ]
