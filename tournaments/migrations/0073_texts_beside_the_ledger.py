"""What people type for a reason stands beside the ledger, and the entry holds a salted digest of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournaments.models.guards import TEXT_GUARDS, PutUpTriggers


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0072_tournaments_by_day"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LedgerText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveBigIntegerField(verbose_name="entry")),
                ("name", models.CharField(max_length=20, verbose_name="name")),
                ("salt", models.CharField(blank=True, max_length=32)),
                ("text", models.CharField(blank=True, max_length=200, verbose_name="text")),
                ("removed_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "removed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger_texts",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "text of a ledger entry",
                "verbose_name_plural": "texts of ledger entries",
                "ordering": ["tournament_id", "seq", "name"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "seq", "name"), name="one_text_of_an_entry_per_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("removed_at__isnull", True),
                                ("removed_by__isnull", True),
                                models.Q(("text", ""), _negated=True),
                                models.Q(("salt", ""), _negated=True),
                            ),
                            models.Q(("removed_at__isnull", False), ("salt", ""), ("text", "")),
                            _connector="OR",
                        ),
                        name="a_removed_text_is_gone_with_its_salt",
                    ),
                ],
            },
        ),
        PutUpTriggers(TEXT_GUARDS),
    ]
