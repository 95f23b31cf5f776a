"""A game hand by hand, in words."""

import pytest

from scoring.game.game import State
from tournaments.views.hands_wording import name_of_hand


@pytest.mark.parametrize(
    ("state", "name"),
    [
        (State((25_000,) * 4), "East 1"),
        (State((25_000,) * 4, round=1, dealer=3, honba=2, deposits=1), "South 4 · 2 counters · 1 stick"),
        (State((25_000,) * 4, round=3, dealer=0, honba=1), "North 1 · 1 counter"),
        # After north the winds begin again.
        (State((25_000,) * 4, round=4, dealer=1), "East 2"),
    ],
)
def test_a_hand_is_named_by_its_round_and_dealer(state: State, name: str) -> None:
    assert name_of_hand(state) == name
