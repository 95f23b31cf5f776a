"""Which of an entry's games count, and to what they add up."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.counting import Count, Counting, Game, Reach, check_counting, count, reach

GAMES = [Game(30, 1), Game(-20, 4), Game(5, 2), Game(10, 2), Game(-5, 3)]


def found(games=GAMES, **rule):
    counted = count(check_counting(Counting(**rule)), games)
    return counted.value, counted.counted


def test_each_selection_counts_its_games():
    assert {
        "all": found(),
        "mean": found(is_mean=True),
        "best 2": found(selection="best", number=2),
        "best run of 3": found(selection="best_run", number=3),
        "all but the worst": found(selection="all_but_worst", number=1),
        "mean of the best 2": found(selection="best", number=2, is_mean=True),
    } == {
        "all": (20, (0, 1, 2, 3, 4)),
        "mean": (4, (0, 1, 2, 3, 4)),
        "best 2": (40, (0, 3)),
        "best run of 3": (15, (0, 1, 2)),
        "all but the worst": (40, (0, 2, 3, 4)),
        "mean of the best 2": (20, (0, 3)),
    }


def test_places_count_downwards_and_a_shared_place_is_the_mean_of_those_taken():
    games = [Game(0, 1), Game(0, 2, tied=2), Game(0, 4)]

    assert found(games, worth="place", is_mean=True) == (Fraction(-5, 2), (0, 1, 2))


@pytest.mark.parametrize(
    ("place", "tied", "expected"),
    [(1, 1, 4), (4, 1, 0), (1, 2, 3), (2, 2, "3/2"), (2, 3, 1), (1, 4, "7/4"), (1, 3, "7/3")],
)
def test_match_points_of_shared_places_are_shared_exactly(place, tied, expected):
    value, _ = found([Game(0, place, tied)], worth="match_points", match_points=(4, 2, 1, 0))

    assert value == Fraction(expected)


def test_of_equal_games_the_earlier_counts_and_of_equal_runs_the_earlier():
    games = [Game(5, 1), Game(5, 1), Game(5, 1)]

    assert found(games, selection="best", number=1)[1] == (0,)
    assert found(games, selection="best_run", number=2)[1] == (0, 1)
    assert found(games, selection="all_but_worst", number=1)[1] == (0, 1)


@pytest.mark.parametrize("selection", ["best", "best_run"])
def test_with_fewer_games_than_asked_for_all_count(selection):
    assert found(GAMES[:2], selection=selection, number=3) == (10, (0, 1))


def test_nobody_without_a_game_has_anything():
    for selection in ("best", "best_run", "all_but_worst"):
        assert found([], selection=selection, number=2, is_mean=True) == (0, ())


def test_below_the_minimum_one_is_not_ranked():
    assert count(Counting(minimum_games=7), GAMES) == Count(Fraction(20), (0, 1, 2, 3, 4), 5, 2, 0, False)


def test_or_pays_for_each_missing_game():
    rule = Counting(minimum_games=7, missing_game_penalty=3)

    assert count(rule, GAMES) == Count(Fraction(14), (0, 1, 2, 3, 4), 5, 2, 6, True)


def test_games_beyond_the_maximum_are_not_looked_at():
    assert count(Counting(maximum_games=2), GAMES) == Count(Fraction(10), (0, 1), 2, 0, 0, True)


def test_who_can_still_reach_the_minimum():
    rule = Counting(minimum_games=10)

    assert [reach(rule, 5, left) for left in (4, 5)] == [Reach(5, 4), Reach(5, 5)]
    assert [reach(rule, 5, left).is_possible for left in (4, 5)] == [False, True]
    assert reach(rule, 12, 0) == Reach(0, 0)


TOTALS = st.lists(st.integers(-100, 100), max_size=7)


@given(TOTALS, st.integers(1, 5))
def test_the_best_are_better_than_any_others(totals, number):
    games = [Game(total, 1) for total in totals]

    value, counted = found(games, selection="best", number=number)

    size = min(number, len(games))
    assert len(counted) == size
    assert value == max(sum(some) for some in combinations(totals, size))


@given(TOTALS, st.integers(1, 5))
def test_the_best_run_is_better_than_any_other(totals, number):
    games = [Game(total, 1) for total in totals]

    value, counted = found(games, selection="best_run", number=number)

    size = min(number, len(games))
    assert value == max(sum(totals[start : start + size]) for start in range(len(totals) - size + 1))
    assert list(counted) == list(range(counted[0], counted[0] + size)) if counted else size == 0


@given(TOTALS, st.integers(1, 5))
def test_to_drop_the_worst_is_to_keep_the_best_of_the_others(totals, number):
    games = [Game(total, 1) for total in totals]
    kept = max(0, len(games) - number)

    value, counted = found(games, selection="all_but_worst", number=number)

    assert (value, len(counted)) == (sum(sorted(totals, reverse=True)[:kept]), kept)


@pytest.mark.parametrize(
    ("rule", "code", "field"),
    [
        ({"worth": "luck"}, "unknown_worth", "worth"),
        ({"selection": "some"}, "unknown_selection", "selection"),
        ({"selection": "best"}, "number_of_games", "number"),
        ({"number": 3}, "number_of_games", "number"),
        ({"selection": "best", "number": -1}, "number_of_games", "number"),
        ({"worth": "match_points"}, "match_points_of_places", "match_points"),
        ({"match_points": (4, 2, 1, 0)}, "match_points_of_places", "match_points"),
        ({"minimum_games": 5, "maximum_games": 4}, "minimum_above_maximum", "maximum_games"),
        ({"minimum_games": -1}, "minimum_above_maximum", "maximum_games"),
        ({"missing_game_penalty": -1}, "invalid_penalty", "missing_game_penalty"),
    ],
)
def test_what_is_no_rule_is_refused(rule, code, field):
    with pytest.raises(ScoringError) as refused:
        check_counting(Counting(**rule))

    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_place_without_match_points_is_refused():
    with pytest.raises(ScoringError) as refused:
        found([Game(0, 3, tied=2)], worth="match_points", match_points=(4, 2, 1))

    assert (refused.value.code, refused.value.field) == ("no_match_points_for_place", "match_points")
