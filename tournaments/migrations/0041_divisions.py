"""The divisions of a season are rows. What stood as text on its tournaments names them."""

from datetime import UTC, datetime
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.chain import canonical, link_hash
from tournaments.models.guards import DIVISION_GUARDS, PutUpTriggers


def open_divisions(apps: Any, editor: Any) -> None:
    """A division for each level of a season: by the name that all its tournaments of that level share, or none."""
    found: dict[tuple[int, int], set[str]] = {}
    tournaments = apps.get_model("tournaments", "Tournament").objects.exclude(season=None)
    for season, level, name in tournaments.order_by("pk").values_list("season", "level", "division"):
        found.setdefault((season, level), set()).add(name)
    rows = [
        apps.get_model("tournaments", "Division")(
            season_id=season, level=level, name=next(iter(names)) if len(names) == 1 else ""
        )
        for (season, level), names in sorted(found.items())
    ]
    apps.get_model("tournaments", "Division").objects.bulk_create(rows)
    seasons = apps.get_model("tournaments", "Season").objects.in_bulk(list({row.season_id for row in rows}))
    for row in rows:
        _record(apps, seasons[row.season_id], row)


def _record(apps: Any, season: Any, row: Any) -> None:
    """As opening one is recorded since: from here on a change of it is found."""
    head = apps.get_model("tournaments", "LeagueLedgerHead").objects.get(league=season.league_id)
    entry = apps.get_model("tournaments", "LeagueLedgerEntry")(
        league_id=season.league_id,
        seq=head.seq + 1,
        kind="division_opened",
        actor="console",
        recorded_at=datetime.now(UTC),
        prev=head.hash,
        payload=canonical(
            {"season": season.pk, "ordinal": season.ordinal, "level": row.level, "name": row.name}
        ),
    )
    entry.hash = link_hash(
        chain=head.chain,
        seq=entry.seq,
        kind=entry.kind,
        payload=entry.payload,
        actor=entry.actor,
        recorded_at=entry.recorded_at,
        prev=entry.prev,
    )
    entry.save()
    head.seq, head.hash = entry.seq, entry.hash
    head.save()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_leagues_with_staff_and_ledgers")]

    operations = [
        migrations.CreateModel(
            name="Division",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "level",
                    models.PositiveSmallIntegerField(
                        help_text="1 is the top division", verbose_name="level"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="name")),
                (
                    "boundary",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="Who moves between it and the one below: the fields of "
                        "models.leagues.boundaries.",
                        verbose_name="promotion and relegation",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="divisions",
                        to="tournaments.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "division",
                "verbose_name_plural": "divisions",
                "ordering": ["season_id", "level"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "level"), name="one_division_per_level"),
                    models.CheckConstraint(condition=models.Q(("level__gte", 1)), name="the_top_level_is_1"),
                ],
            },
        ),
        migrations.RunPython(open_divisions, migrations.RunPython.noop),
        PutUpTriggers(DIVISION_GUARDS),
    ]
