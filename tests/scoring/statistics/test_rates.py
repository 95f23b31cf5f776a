"""Adding up what was counted, and the rates that are told of it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.statistics.counts import MOST, NAMES, Counts, sum_of
from scoring.statistics.rates import (
    FEWEST_HANDS,
    FEWEST_TIMES,
    OF_POINTS,
    OF_TILES,
    RATES,
    Rate,
    rates,
    yaku_rates,
)

SOME = st.builds(Counts, **dict.fromkeys(NAMES, st.integers(0, 10**6)))


def test_everything_is_added_but_what_is_the_most_of_any_game():
    one, other = (Counts(**dict.fromkeys(NAMES, number)) for number in (3, 5))

    assert one + other == Counts(**{name: 5 if name in MOST else 8 for name in NAMES})


@given(SOME, SOME, SOME)
def test_in_whatever_order_games_are_added_it_is_the_same(one, two, three):
    assert sum_of([one, two, three]) == sum_of([three, one + two]) == (two + one) + three
    assert one + Counts() == one


def test_a_rate_is_exact_and_told_once_there_is_enough():
    enough, short = Counts(hands=FEWEST_HANDS, wins=7), Counts(hands=FEWEST_HANDS - 1, wins=7)

    found = [rates(one)["win_rate"] for one in (enough, short)]

    assert [(one.value, one.count, one.of, one.minimum, one.what) for one in found] == [
        (Fraction(7, 20), 7, 20, 20, "hands"),
        (None, 7, 19, 20, "hands"),
    ]


@pytest.mark.parametrize(
    ("rate", "counts", "value"),
    [
        ("win_rate", Counts(hands=30, wins=6), Fraction(1, 5)),
        ("deal_in_rate", Counts(hands=30, deal_ins=3), Fraction(1, 10)),
        ("riichi_rate", Counts(hands=60, riichi_hands=30, riichi=6), Fraction(1, 5)),
        ("call_rate", Counts(hands=60, call_hands=30, calls=10), Fraction(1, 3)),
        ("tsumo_share", Counts(wins=6, tsumo=2), Fraction(1, 3)),
        ("average_win", Counts(wins=6, win_points=40_000), Fraction(20_000, 3)),
        ("average_deal_in", Counts(deal_ins=5, deal_in_points=26_000), Fraction(5_200)),
        ("riichi_success", Counts(riichi=8, riichi_wins=3), Fraction(3, 8)),
        ("tenpai_rate", Counts(draws=10, tenpai=4), Fraction(2, 5)),
        ("average_dora", Counts(wins=20, yaku_wins=8, dora=10), Fraction(5, 4)),
    ],
)
def test_what_each_rate_is_made_of(rate, counts, value):
    assert rates(counts)[rate].value == value


@given(SOME)
def test_all_rates_are_there_and_none_is_told_too_early(counts):
    found = rates(counts)

    assert tuple(found) == RATES
    assert {*OF_POINTS, *OF_TILES} < set(RATES)
    for one in found.values():
        assert one.minimum in (FEWEST_HANDS, FEWEST_TIMES)
        assert (one.value is None) == (one.of < one.minimum)


def test_of_nothing_nothing_is_told():
    assert {one.value for one in rates(Counts()).values()} == {None}


def test_the_yaku_that_most_wins_had_come_first():
    found = yaku_rates({"pinfu": 2, "tanyao": 3, "haku": 2}, Counts(wins=9, yaku_wins=5))

    assert list(found) == ["tanyao", "haku", "pinfu"]
    assert found["tanyao"] == Rate(3, 5, FEWEST_TIMES, "yaku_wins")
    assert yaku_rates({"pinfu": 2}, Counts(wins=9, yaku_wins=4))["pinfu"].value is None
