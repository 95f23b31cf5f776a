"""A migration that rebuilds tables goes forwards and backwards over a tournament in play, and loses nothing."""

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings

from players.actions import add_player
from tests.races.databases import Template
from tests.thorough import only_thoroughly
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.odd_hall import FIVES, THREES
from tests.tournaments.replay import columns_of
from tournaments.actions.ledger import record
from tournaments.actions.people.entries import register
from tournaments.models import Entry, LedgerHead, Standing, Tournament
from tournaments.models.guards import (
    BEFORE_FORMATS_GUARDS,
    DIVISION_GUARDS,
    FIVE_GUARDS,
    FORMAT_GUARDS,
    GUARDS,
    LEAGUE_ADDRESS_GUARDS,
    LEAGUE_LEDGER_GUARDS,
    MOVE_GUARDS,
    NAME_GUARDS,
    OLD_ADDRESS_GUARDS,
    PENALTY_GUARDS,
)
from tournaments.models.ledger_kinds import Kind
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

# There and back are a hundred migrations, on a machine that does other things beside.
pytestmark = pytest.mark.timeout(600)
LONG_AGO = only_thoroughly("a migration of long ago, which nobody changes")
FORMATS = "tournaments_tableformat"
# Tables of three and of five in play, others only named, and a tournament of three at a table.
ALL_SIZES = """
from tests.tournaments.hall import open_hall
from tests.tournaments.odd_hall import FIVES, THREES
from tournaments.actions.play.scoresheets.deciding import correct_sheet
for size, players in ((THREES, 7), (FIVES, 9)):
    hall = size.named(open_hall(f"of-{size.players}", players=players))
    table = size.table(size.started(hall))
    correct_sheet(table=table, figures=size.figures, reason="paper", by=hall.rob)
THREES.named(FIVES.named(open_hall("planned", players=0, house_rules={"result.oka": 20_000})))
open_hall("sanma", players=0, rulebook_id="mahjongsoul_sanma")
"""

# What stood in the columns that held the rules before there were rows for them: id, changes, whether it was pinned.
RULES = ", ".join(
    f"{word}rulebook_id, CAST({word}house_rules AS text), {word}rulebook_content"
    for word in ("", "three_", "five_")
)

# Before them leagues had no ledgers: backwards these go, forwards each begins with how its league is then.
BEGUN_ANEW = "tournaments_leagueledger"


@pytest.fixture
def template(tmp_path: Path, db: None) -> Iterator[Template]:
    """A migrated database of this test alone."""
    made = Template(tmp_path)
    yield made
    made.remove()


@pytest.fixture
def manage(template: Template) -> Callable[..., str]:
    """Commands of the console, on that database."""

    def run(*words: str) -> str:
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

    return run


def columns(template: Template) -> dict[str, list[list[Any]]]:
    """Slug → what the three rulebooks of a tournament were called, what they changed, and whether it was pinned."""
    return {
        str(slug): [[row[i], sorted(json.loads(row[i + 1])), bool(row[i + 2])] for i in (0, 3, 6)]
        for slug, *row in template.rows(f"SELECT slug, {RULES} FROM tournaments_tournament")
    }


def dumped(template: Template) -> dict[str, list[str]]:
    """Every row of the tournaments. Nothing points to a table format: its number may be another."""
    return {
        table: sorted(map(repr, template.rows(f"SELECT {', '.join(names[table == FORMATS :])} FROM {table}")))
        for table, names in columns_of().items()
        if table.startswith("tournaments_") and not table.startswith(BEGUN_ANEW)
    }


def but_for(dump: dict[str, list[str]], there: set[str]) -> dict[str, list[str]]:
    """The rows without those of tables that were not there yet, and went when they did; and without standings, which
    had fewer columns and are worked out again.
    """
    return {
        table: rows
        for table, rows in dump.items()
        if (table in there or table == FORMATS) and not table.endswith("standing")
    }


@LONG_AGO
def test_the_fifth_seat_comes_and_goes_over_a_filled_database(
    template: Template, manage: Callable[..., str]
) -> None:
    manage("load_demo")
    before = dumped(template)

    manage("migrate", "-v0", "--skip-checks", "tournaments", "0009")
    without, there = template.triggers(), template.tables()
    manage("migrate", "-v0", "--skip-checks")

    assert but_for(dumped(template), there) == but_for(before, there)
    assert before["tournaments_scoresheet"]
    since = (*FIVE_GUARDS, *NAME_GUARDS, *FORMAT_GUARDS, *OLD_ADDRESS_GUARDS, *PENALTY_GUARDS)
    later = {guard.name for guard in since}
    assert without & {guard.name for guard in GUARDS} == {g.name for g in GUARDS} - later
    assert {guard.name for guard in GUARDS} <= template.triggers()
    # The club ladder has rules that went with their tables.
    manage("verify_ledger", "--skip-checks", "--tournament", "demo-spring-open")


@LONG_AGO
@pytest.mark.once("the fifth seat goes the longest way on PostgreSQL, too")
def test_leagues_from_before_get_organizers_ledgers_and_divisions(
    template: Template, manage: Callable[..., str]
) -> None:
    manage("load_demo")
    before = dumped(template)

    manage("migrate", "-v0", "--skip-checks", "tournaments", "0037")
    founders, there = template.rows("SELECT founder_id FROM tournaments_league"), template.tables()
    manage("migrate", "-v0", "--skip-checks")

    assert but_for(dumped(template), there) == but_for(before, there)
    assert template.rows("SELECT user_id FROM tournaments_leaguestaff") == founders
    assert template.rows("SELECT level, name FROM tournaments_division") == [(1, "")] * len(founders)
    kinds = template.rows("SELECT kind FROM tournaments_leagueledgerentry ORDER BY league_id, seq")
    assert [kind for (kind,) in kinds] == ["league_baseline", "division_opened"] * len(founders)
    assert {
        guard.name
        for guard in (*LEAGUE_ADDRESS_GUARDS, *LEAGUE_LEDGER_GUARDS, *DIVISION_GUARDS, *MOVE_GUARDS)
    } <= template.triggers()
    # The club ladder has rules that went with their tables.
    manage("verify_ledger", "--skip-checks", "--tournament", "demo-spring-open")


@LONG_AGO
@pytest.mark.once("the fifth seat goes the longest way on PostgreSQL, too")
def test_rules_for_every_size_of_table_become_rows_and_columns_again(
    template: Template, manage: Callable[..., str]
) -> None:
    manage("shell", "-v0", "-c", ALL_SIZES)
    before = dumped(template)

    manage("migrate", "-v0", "--skip-checks", "tournaments", "0015")
    in_columns = columns(template)
    guarded, there = template.triggers(), template.tables()
    manage("migrate", "-v0", "--skip-checks")

    none = ["", [], False]
    own = ["mleague", [], True]
    three, five = (["mleague", sorted(size.rules), True] for size in (THREES, FIVES))
    assert in_columns == {
        "of-3": [own, three, none],
        "of-5": [own, none, five],
        "planned": [["mleague", ["result.oka"], False], [*three[:2], False], [*five[:2], False]],
        "sanma": [["mahjongsoul_sanma", [], False], none, none],
    }
    assert {guard.name for guard in BEFORE_FORMATS_GUARDS} <= guarded
    assert but_for(dumped(template), there) == but_for(before, there)
    assert before[FORMATS]
    assert {guard.name for guard in GUARDS} <= template.triggers()
    manage("verify_ledger", "--skip-checks")


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


# A game at a table of three and one at a table of four, both published.
OF_THREE_AND_FOUR = """
from tests.tournaments.hall import open_hall
from tournaments.actions.imports.results import import_results
from tournaments.standings import publish_tournament
for book, points in (("mahjongsoul_sanma", [45, 35, 25]), ("mleague", [45, 30, 20, 5])):
    hall = open_hall(book.replace("_", "-"), players=0, rulebook_id=book)
    lines = [f"1,1,P{number},{made}000" for number, made in enumerate(points)]
    text = chr(10).join(["round,table,player,points", *lines])
    import_results(stage=hall.stage, text=text, by=hall.alice)
    publish_tournament(hall.tournament.pk)
"""
LASTS = """
    SELECT t.slug, s.position, s.lasts FROM tournaments_standing s JOIN tournaments_stage g ON g.id = s.stage_id
    JOIN tournaments_tournament t ON t.id = g.tournament_id ORDER BY t.slug DESC, s.position
"""


@pytest.mark.slow
def test_last_places_of_before_are_counted_and_ranks_at_tables_of_three_worked_out_again(
    template: Template, manage: Callable[..., str]
) -> None:
    manage("shell", "-v0", "-c", OF_THREE_AND_FOUR)
    before = template.rows(LASTS)

    manage("migrate", "-v0", "--skip-checks", "tournaments", "0074")
    manage("migrate", "-v0", "--skip-checks")

    behind = "SELECT COUNT(*) FROM tournaments_publication WHERE as_of_seq = 0 AND published_at IS NULL"
    assert template.rows(behind) == [(1,)]
    assert "standings_never_move_backwards" in template.triggers()
    of_four = [("mleague", 1, 0), ("mleague", 2, 0), ("mleague", 3, 0), ("mleague", 4, 1)]
    assert template.rows(LASTS)[:4] == before[:4] == of_four
    manage("shell", "-v0", "-c", "from tournaments.standings.publish import publish_stale; publish_stale()")
    assert template.rows(LASTS) == before
    assert before[4:] == [
        (name, place, int(place == 3)) for name in ["mahjongsoul-sanma"] for place in (1, 2, 3)
    ]
    manage("verify_ledger", "--skip-checks")


FOLLOWED = """
from tests.tournaments.worlds import followed_league
from tests.tournaments.hall import open_hall
open_hall()
followed_league("old", reason="")
"""
FOLLOWS = """
    SELECT two.ordinal, one.ordinal FROM tournaments_season two
    LEFT JOIN tournaments_season one ON one.id = two.follows_id ORDER BY two.ordinal
"""


@pytest.mark.slow
def test_seasons_of_before_follow_the_one_from_which_their_moves_led(
    template: Template, manage: Callable[..., str]
) -> None:
    manage("shell", "-v0", "-c", FOLLOWED)
    guards = template.triggers()

    manage("migrate", "-v0", "--skip-checks", "tournaments", "0082")
    before = template.triggers()
    manage("migrate", "-v0", "--skip-checks")

    assert {guard.name for guard in MOVE_GUARDS} <= before
    assert template.triggers() == guards
    assert template.rows(FOLLOWS) == [(1, None), (2, 1)]
    manage("verify_ledger", "--skip-checks", "--all")


# Two of six have not played. In the other tournament everybody has.
UNPLAYED = """
from tests.tournaments.hall import open_hall
from tournaments.actions.imports.results import import_results
from tournaments.standings import publish_tournament
for slug, players in (("half", 2), ("all", 0)):
    hall = open_hall(slug, players=players)
    lines = [f"1,1,P{number},{made}000" for number, made in enumerate([45, 30, 20, 5])]
    text = chr(10).join(["round,table,player,points", *lines])
    import_results(stage=hall.stage, text=text, by=hall.alice)
    publish_tournament(hall.tournament.pk)
"""
ANEW = """
    SELECT t.slug FROM tournaments_publication p JOIN tournaments_stage g ON g.id = p.stage_id
    JOIN tournaments_tournament t ON t.id = g.tournament_id WHERE p.as_of_seq = 0 AND p.published_at IS NULL
"""


@pytest.mark.slow
def test_standings_of_before_are_ranked_anew_where_somebody_has_not_played(
    template: Template, manage: Callable[..., str]
) -> None:
    manage("shell", "-v0", "-c", UNPLAYED)
    ranks = "SELECT position, rank, games FROM tournaments_standing ORDER BY stage_id, position"
    before = template.rows(ranks)

    manage("migrate", "-v0", "--skip-checks", "tournaments", "0089")
    manage("migrate", "-v0", "--skip-checks")

    assert template.rows(ANEW) == [("half",)]
    assert "standings_never_move_backwards" in template.triggers()
    manage("verify_ledger", "--skip-checks", "--copy")
    manage("shell", "-v0", "-c", "from tournaments.standings.publish import publish_stale; publish_stale()")
    assert template.rows(ANEW) == []
    assert template.rows(ranks) == before
    assert before[4:6] == [(5, 5, 0), (6, 5, 0)]
    manage("verify_ledger", "--skip-checks")
