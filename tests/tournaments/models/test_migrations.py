"""A migration that rebuilds tables goes forwards and backwards over a tournament in play, and loses nothing."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

from players.actions import add_player
from tests.races.databases import Template
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.ledger import record
from tournaments.actions.people.entries import register
from tournaments.models import Entry, LedgerHead, Standing, Tournament
from tournaments.models.guards import FIVE_GUARDS, GUARDS, NAME_GUARDS
from tournaments.models.ledger_kinds import Kind
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

TRIGGERS = """
import json
from django.db import connection
asked = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
}
with connection.cursor() as cursor:
    cursor.execute(asked[connection.vendor])
    print(json.dumps(sorted(name for (name,) in cursor.fetchall())))
"""


def test_the_fifth_seat_comes_and_goes_over_a_filled_database(tmp_path: Path, db: None) -> None:
    template = Template(tmp_path)
    try:

        def manage(*words: str) -> str:
            done = subprocess.run(
                [sys.executable, "manage.py", *words],
                check=False,
                cwd=settings.BASE_DIR,
                env=template.environment(template.url),
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stderr
            return done.stdout

        def standing() -> set[str]:
            return set(json.loads(manage("shell", "-v0", "-c", TRIGGERS)))

        manage("load_demo")
        before = json.loads(manage("dumpdata", "tournaments"))

        manage("migrate", "-v0", "--skip-checks", "tournaments", "0009")
        without = standing()
        manage("migrate", "-v0", "--skip-checks")

        assert json.loads(manage("dumpdata", "tournaments")) == before
        assert any(row["model"] == "tournaments.scoresheet" for row in before)
        later = {guard.name for guard in (*FIVE_GUARDS, *NAME_GUARDS)}
        assert without & {guard.name for guard in GUARDS} == {g.name for g in GUARDS} - later
        assert {guard.name for guard in GUARDS} <= standing()
        manage("verify_ledger")
    finally:
        template.remove()


def test_tournaments_from_before_have_their_order_of_equal_totals_written_down(db: None) -> None:
    migration = importlib.import_module("tournaments.migrations.0014_order_of_equals")
    mcr = {"rulebook_id": "mcr", "house_rules": {"chombo.kind": "none", "chombo.amount": 0}}
    open_hall("before", players=0, **mcr)
    open_hall("since", players=0, **mcr)
    Tournament.objects.filter(slug="before").update(tie_breaks=[])

    migration.write_down(apps, None)

    assert dict(Tournament.objects.values_list("slug", "tie_breaks")) == {
        "before": ["total", "wins", "seconds", "lot"],
        "since": ["total", "points", "lot"],
    }


def test_a_ledger_from_before_with_a_repair_is_behind_and_catches_up(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its head did not know that a repair moves standings: verification would find that, and somebody is missing."""
    migration = importlib.import_module("tournaments.migrations.0016_repairs_move_standings")
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    publish_tournament(hall.tournament.pk)
    other = open_hall("untouched", players=4)
    heads = LedgerHead.objects.order_by("pk")
    before = list(heads.values_list("standings_seq", flat=True))
    Entry.objects.filter(pk=spare.pk).update(is_substitute=False)
    payload = {"draw": None, "number": 1, "left": [], "came": [spare.pk]}
    # As versions from before recorded it.
    with monkeypatch.context() as before_this_version:
        before_this_version.setattr(Kind.REPAIRED, "moves_standings", False)
        record(tournament_id=hall.tournament.pk, kind=Kind.REPAIRED, payload=payload, by=hall.alice)
    assert len(verify_ledger(hall.tournament.pk).problems) > 1

    migration.mark_stale(apps, None)
    publish_tournament(hall.tournament.pk)

    assert verify_ledger(hall.tournament.pk).problems == []
    assert Standing.objects.filter(entry=spare).exists()
    assert LedgerHead.objects.get(tournament=other.tournament).standings_seq == before[1]
