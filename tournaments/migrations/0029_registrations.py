"""Players register themselves: on which terms, and who did."""

import django.db.models.deletion
import django.db.models.functions.datetime
import players.names
from django.db import migrations, models
from tournaments.models.guards import REGISTRATION_GUARDS, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_name_traces"),
        ("tournaments", "0028_round_times"),
    ]

    operations = [
        migrations.CreateModel(
            name="Registration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "On the waiting list"),
                            ("pending", "Waits for the organizer’s approval"),
                            ("accepted", "Confirmed"),
                            ("declined", "Declined"),
                            ("cancelled", "Cancelled"),
                            ("removed", "Taken off the list"),
                        ],
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        max_length=60, validators=[players.names.validate_name], verbose_name="name"
                    ),
                ),
                ("reading", models.CharField(blank=True, max_length=60, verbose_name="reading")),
                ("club", models.CharField(blank=True, max_length=60, verbose_name="club")),
                ("country", models.CharField(blank=True, max_length=2, verbose_name="country")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail address")),
                ("skeleton", models.CharField(db_index=True, editable=False, max_length=240)),
                ("nonce", models.CharField(max_length=32)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="registration",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        help_text="Who it is, where that is known before anybody has decided.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="registrations",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "registration",
                "verbose_name_plural": "registrations",
                "ordering": ["tournament", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entry__isnull", False), ("status", "accepted")),
                            models.Q(
                                ("entry", None),
                                ("status__in", ["waiting", "pending", "declined", "cancelled", "removed"]),
                            ),
                            _connector="OR",
                        ),
                        name="an_accepted_registration_has_an_entry",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("status__in", ["waiting", "pending", "accepted"])),
                            models.Q(
                                ("email", ""),
                                ("ended_at__isnull", False),
                                ("status__in", ["declined", "cancelled", "removed"]),
                            ),
                            _connector="OR",
                        ),
                        name="an_ended_registration_says_when_and_has_no_address",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="a_registration_has_a_name"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None), ("player__isnull", False)),
                        fields=("tournament", "player"),
                        name="one_live_registration_per_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SelfRegistration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_open", models.BooleanField(default=False, verbose_name="open")),
                ("capacity", models.PositiveIntegerField(blank=True, null=True, verbose_name="places")),
                ("closes_at", models.DateTimeField(blank=True, null=True, verbose_name="closes")),
                ("needs_approval", models.BooleanField(default=False, verbose_name="needs approval")),
                (
                    "email",
                    models.CharField(
                        choices=[
                            ("not_asked", "not asked for"),
                            ("optional", "asked for, may be left out"),
                            ("required", "required"),
                        ],
                        default="not_asked",
                        max_length=10,
                        verbose_name="e-mail address",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="self_registration",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "self-registration",
                "verbose_name_plural": "self-registrations",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("capacity", None), ("capacity__gte", 1), _connector="OR"),
                        name="there_is_a_place_at_least",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("email__in", ["not_asked", "optional", "required"])),
                        name="whether_an_address_is_asked_for_is_known",
                    ),
                ],
            },
        ),
        PutUpTriggers(REGISTRATION_GUARDS),
    ]
