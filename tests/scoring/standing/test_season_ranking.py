"""One ranking over several tournaments."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.season_ranking import (
    Result,
    SeasonRanking,
    check_season_ranking,
    season_ranking,
    worth_of,
)

# Four events of a club: ranks and totals of those who came.
SPRING = {
    "Ann": Result(1, 4, 60),
    "Bob": Result(2, 4, 10),
    "Cem": Result(3, 4, -20),
    "Dee": Result(4, 4, -50),
}
SUMMER = {"Bob": Result(1, 3, 40), "Dee": Result(1, 3, 40), "Ann": Result(3, 3, -80)}
AUTUMN = {"Cem": Result(1, 2, 25), "Ann": Result(2, 2, -25)}
YEAR = [SPRING, SUMMER, AUTUMN]


def found(**rule):
    rows = season_ranking(check_season_ranking(SeasonRanking(**rule)), YEAR)
    return [(row.key, row.rank, row.value, row.counted) for row in rows]


def test_totals_are_added_up():
    assert found() == [
        ("Bob", 1, 50, (0, 1)),
        ("Cem", 2, 5, (0, 2)),
        ("Dee", 3, -10, (0, 1)),
        ("Ann", 4, -45, (0, 1, 2)),
    ]


def test_of_the_best_two_the_worst_is_left_out():
    assert found(best=2)[1:] == [("Ann", 2, 35, (0, 2)), ("Cem", 3, 5, (0, 2)), ("Dee", 4, -10, (0, 1))]


def test_points_for_ranks_are_the_same_for_whoever_is_level_and_nothing_behind_the_list():
    assert found(worth="rank", by_rank=(5, 3)) == [
        ("Ann", 1, 8, (0, 1, 2)),
        ("Bob", 1, 8, (0, 1)),
        ("Cem", 3, 5, (0, 2)),
        ("Dee", 3, 5, (0, 1)),
    ]


def test_whoever_has_played_too_little_has_no_rank_and_stands_last():
    assert found(minimum=3) == [
        ("Ann", 1, -45, (0, 1, 2)),
        ("Bob", None, 50, (0, 1)),
        ("Cem", None, 5, (0, 2)),
        ("Dee", None, -10, (0, 1)),
    ]


@pytest.mark.parametrize(
    ("rank", "players", "expected"),
    [(1, 40, 1000), (40, 40, 0), (2, 3, 500), (2, 4, 667), (3, 4, 333), (2, 17, 938), (1, 1, 1000)],
)
def test_the_share_of_those_who_were_beaten_is_of_a_thousand(rank, players, expected):
    assert worth_of(SeasonRanking(worth="share_beaten"), Result(rank, players, 0)) == expected


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        ({"worth": "luck"}, "worth"),
        ({"worth": "rank"}, "by_rank"),
        ({"by_rank": (1,)}, "by_rank"),
        ({"worth": "rank", "by_rank": (1, 2)}, "by_rank"),
        ({"best": -1}, "best"),
        ({"minimum": -1}, "minimum"),
    ],
)
def test_what_is_no_rule_is_refused_by_the_name_of_its_field(rule, field):
    with pytest.raises(ScoringError) as refusal:
        check_season_ranking(SeasonRanking(**rule))

    assert refusal.value.field == field


totals = st.dictionaries(st.sampled_from("ABCDE"), st.integers(-900, 900), max_size=5)


@given(st.lists(totals, min_size=1, max_size=5), st.integers(0, 4))
def test_no_other_choice_of_so_many_tournaments_is_worth_more(events, best):
    tournaments = [{key: Result(1, 5, total) for key, total in event.items()} for event in events]

    for row in season_ranking(SeasonRanking(best=best), tournaments):
        made = [event[row.key] for event in events if row.key in event]
        size = min(best, len(made)) if best else len(made)
        assert row.value == max(sum(some) for some in combinations(made, size))
        assert sum(row.worths[number] for number in row.counted) == row.value
        better = sum(
            other.value > row.value for other in season_ranking(SeasonRanking(best=best), tournaments)
        )
        assert row.rank == better + 1
