"""A player's best hands are found in the logs of the games with their best wins."""

import pytest
from pytest_django import DjangoAssertNumQueries

from players.models import Player
from tests.tournaments.hall import Hall, seats_of
from tests.tournaments.told import DRAW, RON, TSUMO, tell
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.rounds import close_round
from tournaments.models import Table, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.hands.best import best_hands

pytestmark = pytest.mark.django_db

# Worth 12,000, of the dealer 18,000.
HANEMAN = {"kind": "win", "wins": [{"winner": 1, "han": 6}], "loser": 0}
SMALL = {"kind": "win", "wins": [{"winner": 1, "han": 1, "fu": 30}], "loser": 3}
# South is behind East, so that only East is paid.
BOTH = {
    "kind": "win",
    "wins": [{"winner": 0, "han": 2, "fu": 30}, {"winner": 1, "han": 5}],
    "loser": 2,
}


def found(hall: Hall, player: Player) -> list[tuple[int, int, int]]:
    """What each of the player's best hands paid, in which round, and its number."""
    publish_tournament(hall.tournament.pk)
    tournament = Tournament.objects.get(pk=hall.tournament.pk)
    best = best_hands(player.pk, {tournament.pk: tournament})
    return [(one.points, one.seat.round.number, one.number) for one in best]


def south(table: Table) -> Player:
    return seats_of(table)[1].entry.player


def another_game(hall: Hall, player: Player, *outcomes: dict[str, object]) -> Table:
    """A round in which these hands are told where the player sits, whose seat is South's in them."""
    round_ = hall.started()
    seat = round_.seats.get(entry__player=player)
    turn = seat.wind - 2
    told = [
        {
            **outcome,
            "wins": [{**win, "winner": (win["winner"] + turn) % 4} for win in outcome["wins"]],
            "loser": (outcome["loser"] + turn) % 4,
        }
        for outcome in outcomes
    ]
    tell(seat.table, hall, told)
    return seat.table


def test_the_best_comes_first_and_only_what_was_paid_is_among_them(hall: Hall, table: Table) -> None:
    tell(table, hall, [RON, SMALL, HANEMAN, BOTH])

    assert found(hall, south(table)) == [(18_000, 1, 3), (1_000, 1, 2)]


def test_counters_and_sticks_are_not_part_of_a_hand(hall: Hall, table: Table) -> None:
    tell(table, hall, [DRAW, RON])

    east = seats_of(table)[0].entry.player
    assert found(hall, east) == [(7_700, 1, 2)]


def test_the_best_of_several_games_are_found(hall: Hall, table: Table) -> None:
    player = south(table)
    tell(table, hall, [SMALL])
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    another_game(hall, player, HANEMAN, SMALL)

    # In the second game the player begins as East, and stays the dealer.
    assert found(hall, player) == [(18_000, 2, 1), (1_500, 2, 2), (1_000, 1, 1)]


def test_without_a_win_there_is_none(
    hall: Hall, table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tell(table, hall, [TSUMO])
    player = south(table)
    assert found(hall, player) == []
    tournament = Tournament.objects.get(pk=hall.tournament.pk)

    with django_assert_num_queries(1):
        best_hands(player.pk, {tournament.pk: tournament})


def test_what_was_annulled_is_none(hall: Hall, table: Table) -> None:
    tell(table, hall, [HANEMAN])
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    player = south(table)
    Tournament.objects.update(withdrawn=Tournament.Withdrawn.ANNULLED)
    assert found(hall, player) != []

    withdraw(entry=seats_of(table)[1].entry, by=hall.alice)

    assert found(hall, player) == []
