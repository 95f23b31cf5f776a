"""What is stored of a seat's code is called as it is elsewhere, and who claims a seat names its device."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RenameField("seattoken", "token_hash", "code_hash"),
        migrations.AddConstraint(
            "seattoken",
            models.CheckConstraint(
                condition=models.Q(claimed_at__isnull=True, device_hash__isnull=True, device_name="")
                | models.Q(claimed_at__isnull=False, device_hash__isnull=False),
                name="a_claimed_seat_token_names_its_device",
            ),
        ),
    ]
