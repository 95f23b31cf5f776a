from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.errors import SeatingError
from seating.requests import RandomRequest
from seating.rounds.random_draw import draw_random
from seating.table_sizes import table_sizes
from tests.seating.checker import assert_everyone_sits_once


def test_the_same_seed_and_players_give_the_same_round_in_any_order():
    tables = draw_random(RandomRequest(range(12)), "open")

    assert tables == draw_random(RandomRequest(list(reversed(range(12)))), "open")
    assert tables == [(8, 11, 4, 9), (0, 2, 5, 10), (6, 1, 7, 3)]


def test_the_seed_moves_the_draw():
    assert draw_random(RandomRequest(range(12)), "open") != draw_random(RandomRequest(range(12)), "closed")


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 60), st.integers(1, 6), st.text(min_size=1, max_size=5, alphabet="abc"))
def test_everyone_sits_once_and_winds_stay_even_while_one_round_allows(n, rounds, seed):
    n -= n % 4
    history = []

    for k in range(rounds):
        history.append(draw_random(RandomRequest(range(n), history=history), f"{seed}{k}"))

    assert_everyone_sits_once(history, range(n))


@pytest.mark.parametrize(
    ("players", "remainder", "sizes"),
    [
        (8, "three", [4, 4]),
        (9, "three", [3, 3, 3]),
        (18, "three", [4, 4, 4, 3, 3]),
        (18, "five", [5, 5, 4, 4]),
        (18, "byes", [4, 4, 4, 4]),
        (18, "substitutes", [4, 4, 4, 4, 4]),
    ],
)
def test_players_who_do_not_divide_by_four(players, remainder, sizes):
    assert table_sizes(players, remainder) == sizes


def test_byes_go_to_those_who_had_fewest():
    history = []

    for k in range(9):
        history.append(draw_random(RandomRequest(range(18), remainder="byes", history=history), f"s{k}"))

    games = Counter(p for tables in history for t in tables for p in t)
    assert sorted(games.values()) == [8] * 18


def test_short_tables_are_shared_out():
    history = []

    for k in range(3):
        history.append(draw_random(RandomRequest(range(18), history=history), f"s{k}"))

    short = Counter(p for tables in history for t in tables if len(t) == 3 for p in t)
    assert sorted(short.values()) == [1] * 18


def test_walk_ons_fill_the_empty_chairs():
    tables = draw_random(RandomRequest(range(10), remainder="substitutes"), "w")

    assert sorted(p for t in tables for p in t) == [-2, -1, *range(10)]


def test_three_at_every_table_for_sanma():
    tables = draw_random(RandomRequest(range(12), table_size=3), "sanma")

    assert [len(t) for t in tables] == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([1, 1, 2, 3], "player_twice"),
        ([-1, 1, 2, 3], "player_unknown"),
        ([1, 2], "players_do_not_fit"),
        (range(100_000), "too_many_players"),
        (range(5), "players_do_not_fit"),
    ],
)
def test_what_cannot_be_drawn_is_named(players, code):
    with pytest.raises(SeatingError) as caught:
        draw_random(RandomRequest(players), "x")

    assert caught.value.code == code
