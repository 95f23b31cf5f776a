"""A league has organizers and a hash-chained ledger of its own; its founder becomes its first organizer."""

from datetime import UTC, datetime
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.models.chain
from tournaments.models.chain import GENESIS, canonical, link_hash
from tournaments.models.guards import LEAGUE_ADDRESS_GUARDS, LEAGUE_LEDGER_GUARDS, DropTriggers, PutUpTriggers


def appoint_founders(apps: Any, editor: Any) -> None:
    staff = apps.get_model("tournaments", "LeagueStaff")
    founders = apps.get_model("tournaments", "League").objects.exclude(founder=None).order_by("pk")
    staff.objects.bulk_create(
        staff(league_id=league, user_id=user) for league, user in founders.values_list("pk", "founder")
    )


def name_founders(apps: Any, editor: Any) -> None:
    """The first organizer is taken for the founder again."""
    for organizer in apps.get_model("tournaments", "LeagueStaff").objects.order_by("-pk"):
        apps.get_model("tournaments", "League").objects.filter(pk=organizer.league_id).update(
            founder=organizer.user_id
        )


def begin_ledgers(apps: Any, editor: Any) -> None:
    """How a league is today, with today's date: it proves nothing about the time before."""
    heads = apps.get_model("tournaments", "LeagueLedgerHead")
    entries = apps.get_model("tournaments", "LeagueLedgerEntry")
    for league in apps.get_model("tournaments", "League").objects.order_by("pk"):
        head = heads(league=league, seq=1)
        entry = entries(
            league=league,
            seq=1,
            kind="league_baseline",
            actor="console",
            recorded_at=datetime.now(UTC),
            prev=GENESIS,
            payload=canonical(
                {
                    "slug": league.slug,
                    "left": list(league.old_addresses.order_by("pk").values_list("slug", flat=True)),
                    "seasons": {str(season.pk): season.ordinal for season in league.seasons.order_by("pk")},
                    "staff": list(league.staff.order_by("pk").values_list("user", flat=True)),
                }
            ),
        )
        entry.hash = head.hash = link_hash(
            chain=head.chain,
            seq=1,
            kind=entry.kind,
            payload=entry.payload,
            actor=entry.actor,
            recorded_at=entry.recorded_at,
            prev=entry.prev,
        )
        head.save()
        entry.save()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_counting_rules"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # SQLite builds the table of leagues anew, without its triggers.
        DropTriggers(LEAGUE_ADDRESS_GUARDS),
        migrations.CreateModel(
            name="LeagueStaff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff",
                        to="tournaments.league",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leagues_run",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "organizer of a league",
                "verbose_name_plural": "organizers of leagues",
                "constraints": [
                    models.UniqueConstraint(fields=("league", "user"), name="one_organizer_per_person")
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueLedgerHead",
            fields=[
                (
                    "chain",
                    models.CharField(
                        default=tournaments.models.chain.new_chain_id, max_length=32, unique=True
                    ),
                ),
                ("seq", models.PositiveBigIntegerField(default=0)),
                ("hash", models.CharField(default=GENESIS, max_length=64)),
                (
                    "league",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="head",
                        serialize=False,
                        to="tournaments.league",
                    ),
                ),
            ],
            options={
                "verbose_name": "ledger head of a league",
                "verbose_name_plural": "ledger heads of leagues",
            },
        ),
        migrations.CreateModel(
            name="LeagueLedgerEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveBigIntegerField()),
                ("kind", models.CharField(max_length=40, verbose_name="action")),
                ("payload", models.TextField(help_text="Canonical JSON; opaque ids, never names.")),
                ("actor", models.CharField(max_length=60, verbose_name="by")),
                ("recorded_at", models.DateTimeField(verbose_name="at")),
                ("prev", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger",
                        to="tournaments.league",
                    ),
                ),
            ],
            options={
                "verbose_name": "ledger entry of a league",
                "verbose_name_plural": "ledger entries of leagues",
                "ordering": ["league_id", "seq"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("league", "seq"), name="one_league_ledger_entry_per_seq"
                    ),
                    models.UniqueConstraint(fields=("league", "prev"), name="a_leagues_ledger_never_forks"),
                ],
            },
        ),
        migrations.RunPython(appoint_founders, name_founders),
        migrations.RunPython(begin_ledgers, migrations.RunPython.noop),
        migrations.RemoveField(model_name="league", name="founder"),
        migrations.AddField(
            model_name="league",
            name="removed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="invitations",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="league",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="invitations",
                to="tournaments.league",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("league", None), ("tournament__isnull", False))
                | models.Q(("league__isnull", False), ("role", "organizer"), ("tournament", None)),
                name="an_invitation_is_to_a_tournament_or_to_run_a_league",
            ),
        ),
        PutUpTriggers((*LEAGUE_ADDRESS_GUARDS, *LEAGUE_LEDGER_GUARDS)),
    ]
