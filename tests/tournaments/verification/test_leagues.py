"""A league's ledger proves where everybody went, and from which ledgers that was worked out."""

import pytest

from tests.permissions import undone
from tests.tournaments.actions.seasons.test_teams_of_seasons import season_of_teams
from tests.tournaments.hall import open_hall
from tests.tournaments.replay import replayed
from tests.tournaments.verification.attacker import run, take_guards_down
from tests.tournaments.verification.columns import OF_A_MOVE, OF_A_TEAM_MOVE
from tests.tournaments.worlds import followed_league
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.text_removal import remove_league_texts
from tournaments.actions.people.entries import form_team
from tournaments.actions.seasons.confirming import SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.models import League, LeagueLedgerEntry, LedgerEntry, LedgerText, Move, TeamMove
from tournaments.models.chain import Receipt
from tournaments.models.texts.declared import put
from tournaments.verification import verify_league
from tournaments.verification.entry import Entry
from tournaments.verification.leagues.moves import Moves

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]

EDITS = {
    "season": "next_season_id",
    "next_season": "season_id",
    "player": "(SELECT MIN(id) FROM players_player)",
    "level": "9",
    "position": "99",
    "to_level": "9",
    "way": "'new'",
    "points_up": "9",
    "points_down": "9",
    "reason": "'They won'",
    "rank": "rank - 1",
    "total": "total + 1",
    "team": "(SELECT MAX(id) FROM tournaments_team)",
}
# The last of a division.
LAST = "(SELECT MAX(id) FROM {table})"


@replayed
def two_seasons() -> League:
    """Two divisions of four, and the season that followed."""
    open_hall()
    return followed_league("old")


@pytest.fixture
def league(db: None) -> League:
    found = two_seasons()
    take_guards_down()
    return found


def problems(league: League) -> list[str]:
    return [str(problem) for problem in verify_league(league.pk).problems]


def test_as_it_stands_it_is_sound(league: League) -> None:
    assert problems(league) == []
    assert Move.objects.count() == 8


@pytest.mark.parametrize("name", OF_A_MOVE)
def test_an_edit_of_any_column_of_a_move_is_found(league: League, name: str) -> None:
    column = Move._meta.get_field(name).column

    last = LAST.format(table="tournaments_move")
    run(f"UPDATE tournaments_move SET {column} = {EDITS[name]} WHERE id = {last}")

    assert any("the move of player" in problem.lower() for problem in problems(league))


@replayed
def two_seasons_of_teams() -> League:
    """Two divisions of four teams, the season that followed, and a team that is in none."""
    hall, season = season_of_teams()
    confirm_next_season(
        season=season,
        plan=SeasonPlan("2027"),
        seen=propose_next_season(season).tag,
        by=hall.charlie,
    )
    form_team(tournament=hall.tournament, name="Nobody's", by=hall.alice)
    return season.league


@pytest.fixture
def of_teams(db: None) -> League:
    found = two_seasons_of_teams()
    take_guards_down()
    return found


@pytest.mark.parametrize("name", OF_A_TEAM_MOVE)
def test_an_edit_of_any_column_of_a_teams_move_is_found(of_teams: League, name: str) -> None:
    assert (problems(of_teams), TeamMove.objects.count()) == ([], 8)
    column, last = TeamMove._meta.get_field(name).column, LAST.format(table="tournaments_teammove")

    run(f"UPDATE tournaments_teammove SET {column} = {EDITS[name]} WHERE id = {last}")

    assert any("the move of team" in problem.lower() for problem in problems(of_teams))


def test_a_teams_move_that_is_gone_is_missed(of_teams: League) -> None:
    run(f"DELETE FROM tournaments_teammove WHERE id = {LAST.format(table='tournaments_teammove')}")

    assert [("the move of team" in one, "is gone" in one) for one in problems(of_teams)] == [(True, True)]


def test_moves_that_were_confirmed_without_ranks_are_sound(league: League) -> None:
    """Entries of earlier versions end with the reason, and moves that were confirmed by them have no ranks."""
    entry = LeagueLedgerEntry.objects.get(kind="season_confirmed")
    payload = {**entry.content, "moves": [line[:-2] for line in entry.content["moves"]]}
    # These entries have the reasons themselves.
    beside = LedgerText.objects.filter(league=league, seq=entry.seq)
    payload = put(entry.kind, payload, dict(beside.values_list("name", "text")))
    del payload["teams"]
    run("UPDATE tournaments_move SET rank = NULL, total = NULL")

    found = Moves()
    found.kinds["season_confirmed"](Entry(entry.seq, entry.kind, payload, entry.actor, entry.recorded_at))

    assert list(found.findings(league)) == []


@pytest.mark.slow
def test_a_move_that_is_gone_is_missed(league: League) -> None:
    with undone():
        run("DELETE FROM tournaments_move WHERE id = (SELECT MIN(id) FROM tournaments_move)")

        assert ["is gone" in problem for problem in problems(league)] == [True]


def test_a_ledger_that_was_rewritten_after_it_was_computed_from_is_found(league: League) -> None:
    named = LeagueLedgerEntry.objects.get(kind="season_confirmed").content["from"][0]
    entry = LedgerEntry.objects.get(hash=named["hash"])

    run("UPDATE tournaments_ledgerentry SET hash = %s WHERE id = %s", "f" * 64, entry.pk)

    assert any("no longer has entry" in problem for problem in problems(league))


def test_an_entry_that_was_edited_breaks_the_chain(league: League) -> None:
    run("UPDATE tournaments_leagueledgerentry SET payload = '{}' WHERE seq = 2")

    assert any("changed after it was written" in problem for problem in problems(league))


def test_a_receipt_finds_a_ledger_that_was_cut(league: League) -> None:
    head = league.head
    receipt = Receipt(head.chain, head.seq, head.hash)
    run("DELETE FROM tournaments_leagueledgerentry WHERE seq = %s AND league_id = %s", head.seq, league.pk)
    before = league.ledger.order_by("seq").last()
    run(
        "UPDATE tournaments_leagueledgerhead SET seq = %s, hash = %s WHERE league_id = %s",
        before.seq,
        before.hash,
        league.pk,
    )

    found = verify_league(league.pk, [receipt])

    assert any("the ledger was cut" in str(problem) for problem in found.problems)


class TestTexts:
    """Why somebody was placed elsewhere stands beside the entry that confirmed the season."""

    @pytest.mark.parametrize(
        ("statement", "says"),
        [
            ("text = 'They won'", "its text (moves:{number}) differs from the one recorded."),
            ("salt = 'f'", "its text (moves:{number}) differs from the one recorded."),
            ("name = 'moves:100'", "its text (moves:{number}), which this entry records, is gone."),
            ("seq = seq + 1", "its text (moves:{number}), which this entry records, is gone."),
            (
                "league_id = (SELECT MAX(id) FROM tournaments_league)",
                "its text (moves:{number}), which this entry records, is gone.",
            ),
            (
                "text = '', salt = '', removed_at = '2026-11-27 12:00:00+00:00'",
                "its text (moves:{number}) was removed without a ledger entry.",
            ),
        ],
    )
    def test_an_edit_is_found(self, league: League, statement: str, says: str) -> None:
        create_league(slug="lake", name="Lake League", by=Actor(is_console=True))
        entry = league.ledger.get(kind="season_confirmed")
        [name] = entry.content["texts"]

        run(f"UPDATE tournaments_ledgertext SET {statement} WHERE league_id = %s", league.pk)

        assert f"Entry {entry.seq}: {says.format(number=name[6:])}" in problems(league)

    def test_a_text_that_came_back_is_found(self, league: League) -> None:
        entry = league.ledger.get(kind="season_confirmed")
        row = LedgerText.objects.get(league=league)
        remove_league_texts(entry=entry, by=Actor(is_console=True))
        run(
            "UPDATE tournaments_ledgertext SET text = %s, salt = %s, removed_at = NULL WHERE league_id = %s",
            *(row.text, row.salt, league.pk),
        )
        run("UPDATE tournaments_move SET reason = %s WHERE reason <> ''", row.text)

        [found] = problems(league)

        assert (
            f"the text of entry {entry.seq} ({row.name}), which this entry removed, is still there." in found
        )

    def test_a_text_beside_no_entry_is_found(self, league: League) -> None:
        LedgerText.objects.create(league=league, seq=1, name="reason", salt="s", text="Lie")

        assert problems(league) == ["There is the text of entry 1 (reason), but no ledger entry records it."]
