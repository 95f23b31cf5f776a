"""A game hand by hand, in words."""

import pytest

from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome
from scoring.hand.win import Win
from scoring.rulebook.rulebook import load
from tournaments.views.hands_wording import Payer, changes_of, name_of_hand, payments_of


@pytest.mark.parametrize(
    ("state", "name"),
    [
        (State((25_000,) * 4), "East 1"),
        (State((25_000,) * 4, round=1, dealer=3, honba=2, deposits=1), "South 4 · 2 honba · 1 riichi stick"),
        (State((25_000,) * 4, round=3, dealer=0, honba=1), "North 1 · 1 honba"),
        # After north the winds begin again.
        (State((25_000,) * 4, round=4, dealer=1), "East 2"),
    ],
)
def test_a_hand_is_named_by_its_round_and_dealer(state: State, name: str) -> None:
    assert name_of_hand(state) == name


def test_payments_of_the_doubled_seat_are_doubled_once() -> None:
    book = load("mleague").with_house_rules("house", {"overlay.wareme": "wareme"})
    state = start(book)._replace(honba=1)
    tsumo = Outcome("win", wins=(Win(1, han=3, fu=40),), marked=2)

    paid = payments_of(book, state, tsumo, "ABCD")

    assert paid == [Payer("A", "B", 2_700), Payer("C", "B", 2_800), Payer("D", "B", 1_400)]
    assert changes_of(state, play(book, state, tsumo)) == (-2_700, 6_900, -2_800, -1_400)
