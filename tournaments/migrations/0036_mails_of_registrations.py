"""Whoever moves up from the waiting list is told by mail, once, in the language in which they registered."""

from django.db import migrations, models

from tournaments.models.guards import REGISTRATION_GUARDS, DropTriggers, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_game_counts")]

    operations = [
        # SQLite rebuilds the table, which takes its triggers away.
        DropTriggers(REGISTRATION_GUARDS),
        migrations.AddField(
            model_name="registration",
            name="language",
            field=models.CharField(blank=True, default="", max_length=10, verbose_name="language"),
        ),
        migrations.AddField(
            model_name="registration",
            name="mail",
            field=models.CharField(
                blank=True,
                choices=[
                    ("due", "Has to be sent"),
                    ("sending", "Is being sent"),
                    ("sent", "Sent"),
                    ("failed", "Could not be sent"),
                ],
                default="",
                max_length=10,
                verbose_name="mail",
            ),
        ),
        migrations.AddIndex(
            model_name="registration",
            index=models.Index(condition=models.Q(("mail", "due")), fields=["mail"], name="mails_that_are_due"),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.CheckConstraint(
                condition=models.Q(("mail__in", ["", "due", "sending", "sent", "failed"])),
                name="what_became_of_a_mail_is_known",
            ),
        ),
        PutUpTriggers(REGISTRATION_GUARDS),
    ]
