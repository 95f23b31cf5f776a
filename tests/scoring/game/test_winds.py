"""The wind of a seat in each hand of a game."""

import pytest

from scoring.game.game import history
from scoring.game.outcome import Outcome
from scoring.game.winds import current_wind, current_winds, seat_of_wind
from scoring.hand.win import Win
from scoring.rulebook.rulebook import load

STAYS, PASSES = Outcome("draw", tenpai=(0, 1, 2, 3)), Outcome("draw")


def winds_of(book, outcomes):
    return [
        "".join("ESWN"[wind] for wind in current_winds(at.dealer, book.hand_players))
        for at in history(book, outcomes)
    ]


def test_winds_pass_on_with_the_deal_and_stay_while_the_dealer_does():
    book = load("mleague")

    assert winds_of(book, [PASSES, STAYS, STAYS, PASSES, PASSES, PASSES]) == [
        *("ESWN", "NESW", "NESW", "NESW", "WNES", "SWNE"),
        "ESWN",
    ]


def test_at_a_table_of_three_nobody_is_north():
    book = load("tenhou_sanma")

    assert winds_of(book, [PASSES] * 4) == ["ESW", "WES", "SWE", "ESW", "WES"]


def test_in_an_extra_round_as_in_every_other():
    book = load("tenhou")
    states = history(book, [PASSES] * 9)

    assert [(at.round, current_winds(at.dealer, 4)) for at in states[8:]] == [
        (2, (0, 1, 2, 3)),
        (2, (3, 0, 1, 2)),
    ]


def test_a_chombo_that_is_played_again_leaves_the_winds():
    book = load("mleague")

    assert winds_of(book, [PASSES, Outcome("chombo", offenders=(1,))]) == ["ESWN", "NESW", "NESW"]


def test_a_dealer_who_wins_stays_east():
    book = load("mleague")

    assert winds_of(book, [Outcome("win", wins=(Win(0, han=2, fu=30),))]) == ["ESWN", "ESWN"]


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_has_the_wind_by_which_it_is_found(players):
    for dealer in range(players):
        seats = [
            seat_of_wind(current_wind(seat, dealer, players), dealer, players) for seat in range(players)
        ]
        assert seats == list(range(players))
