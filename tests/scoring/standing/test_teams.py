"""What a team makes of its players' games, and what it owes its players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.teams import (
    Appearances,
    Played,
    Quota,
    Shortfall,
    TeamCounting,
    TeamTotal,
    check_appearances,
    quotas_missed,
    shortfall,
    team_total,
)

GAMES = [
    Played("Alice", 30, night=1),
    Played("Bob", -10, night=1),
    Played("Charlie", 20, night=1),
    Played("Alice", 25, night=2),
    Played("Bob", 5, night=2),
    Played("Alice", -40, night=3),
]


def test_each_limit_leaves_its_games():
    assert {
        "all": team_total(TeamCounting(), GAMES),
        "the best two of a night": team_total(TeamCounting(best_of_a_night=2), GAMES),
        "one game of a player": team_total(TeamCounting(games_of_a_player=1), GAMES),
        "the best three": team_total(TeamCounting(best_games=3), GAMES),
        "all three": team_total(TeamCounting(1, 2, 1), GAMES),
    } == {
        "all": TeamTotal(30, (0, 1, 2, 3, 4, 5)),
        "the best two of a night": TeamTotal(40, (0, 2, 3, 4, 5)),
        "one game of a player": TeamTotal(40, (0, 1, 2)),
        "the best three": TeamTotal(75, (0, 2, 3)),
        "all three": TeamTotal(30, (0,)),
    }


@given(
    st.lists(st.builds(Played, st.sampled_from("abc"), st.integers(-50, 50), st.integers(1, 3)), max_size=9)
)
def test_the_best_of_each_night_are_never_worse_than_any_game_left_out(games):
    counted = set(team_total(TeamCounting(best_of_a_night=2), games).counted)

    for night in {game.night for game in games}:
        there = [index for index, game in enumerate(games) if game.night == night]
        inside = [games[index].total for index in there if index in counted]
        outside = [games[index].total for index in there if index not in counted]
        assert len(inside) == min(2, len(there))
        assert min(inside) >= max(outside, default=-50)


def test_whoever_played_too_little_costs_the_team():
    rule = Appearances(least=10, penalty=500)

    assert shortfall(rule, {"Alice": 10, "Bob": 7, "Charlie": 0}) == Shortfall(
        {"Bob": 3, "Charlie": 10}, 6_500
    )


@pytest.mark.parametrize(
    "rule", [Appearances(least=-1), Appearances(least=5, most=4), Appearances(penalty=-1)]
)
def test_what_is_no_rule_is_refused(rule):
    with pytest.raises(ScoringError) as refused:
        check_appearances(rule)

    assert refused.value.code == "minimum_above_maximum"


def test_a_rule_is_returned():
    rule = Appearances(least=10, most=45)

    assert check_appearances(rule) is rule


def test_a_line_up_meets_its_quotas_or_says_what_is_missing():
    quotas = [Quota("woman", 1), Quota("man", 1), Quota("junior", 2)]
    line_up = [frozenset({"man"}), frozenset({"man", "junior"}), frozenset({"woman"})]

    assert quotas_missed(quotas, line_up) == [Quota("junior", 1)]
