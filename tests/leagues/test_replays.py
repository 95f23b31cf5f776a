"""Real leagues, hand by hand, through the state machine."""

import csv
from collections import Counter
from fractions import Fraction

import pytest

from scoring.game.game import final_result, replay
from scoring.game.log import read, write
from scoring.rulebook.rulebook import load
from tests.leagues import club_nights, madrid_2017

pytestmark = pytest.mark.once("the rules know no database")

COUNTED = {
    "chombo: 10,000 paid to nobody": 13,
    "nobody was written down as the discarder": 4,
    "riichi by a player written down as noten": 2,
    "sticks were not taken as they lay": 23,
    "the table stood otherwise": 3,
}


def test_all_running_totals_of_the_club_nights_come_out():
    right, corrections = 0, Counter()

    for rows in club_nights.games().values():
        for row, state, corrected in club_nights.replay(rows):
            assert state.points == row.points, (row.game, row.hand)
            right += len(row.points)
            corrections.update(outcome.reason for outcome in corrected)

    assert right == 5_936
    assert corrections == COUNTED


def test_points_sticks_and_imbalance_always_make_the_start():
    for rows in club_nights.games().values():
        for row, state, _ in club_nights.replay(rows):
            assert sum(state.points) + 1_000 * state.deposits + state.imbalance == 100_000, (
                row.game,
                row.hand,
            )


TABLES = madrid_2017.tables()
COMPLETE = {
    key
    for key, logged in madrid_2017.hands().items()
    if key in TABLES and (key[0] < 6 or key in {(6, 2), (6, 3), (6, 9)})
}


def test_the_ninety_three_tables_with_complete_hands_are_all_there():
    assert len(COMPLETE) == 93


@pytest.mark.parametrize("key", sorted(COMPLETE), ids=lambda key: f"{key[0]}-{key[1]}")
def test_a_table_of_the_mcr_championship_comes_out(key):
    book, (players, points, match_points) = load("mcr"), TABLES[key]
    outcomes = list(madrid_2017.tell(players, madrid_2017.hands()[key]))

    state = replay(book, outcomes)

    assert (state.points, state.over, state.hands) == (points, "last_hand", 16)
    result = final_result(book, state)
    assert [Fraction(total, result.units_per_point) for total in result.totals] == match_points
    assert read(book, write(book, outcomes)) == tuple(outcomes)


def test_the_data_is_what_it_was():
    with club_nights.HANDS.open(encoding="utf-8") as file:
        assert sum(1 for _ in csv.DictReader(file)) == 1_484
