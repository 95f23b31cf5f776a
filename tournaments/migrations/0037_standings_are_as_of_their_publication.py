from django.db import migrations


class Migration(migrations.Migration):
    """What published rows are as of, their publication says; nothing reads when a single row was written."""

    dependencies = [
        ("tournaments", "0036_mails_of_registrations"),
    ]

    operations = [
        migrations.RemoveField(model_name="standing", name="as_of_seq"),
        migrations.RemoveField(model_name="teamstanding", name="as_of_seq"),
    ]
