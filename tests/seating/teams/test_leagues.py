"""Teams, free play, and rounds straight from a standing."""

from collections import Counter
from itertools import combinations

import pytest

from seating.constraints import SeatingConstraints
from seating.errors import SeatingError
from seating.requests import FreePlayRequest, RankedRequest
from seating.rounds.free_play import draw_free_round
from seating.rounds.ranked import draw_ranked
from seating.teams.team_matches import draw_teams, round_robin
from tests.seating import checker
from tests.thorough import part


def squads(teams, size):
    return [list(range(i * size, i * size + size)) for i in range(teams)]


@pytest.mark.parametrize(("size", "rounds"), [(4, 4), (5, 5), (6, 5), (7, 7), (10, 9)])
def test_four_teams_play_one_player_of_each_at_every_table_and_nobody_meets_twice(size, rounds):
    drawn = draw_teams(squads(4, size), rounds, "teams")

    checker.assert_everyone_sits_once(drawn.rounds, range(4 * size))
    assert all({p // size for p in t} == {0, 1, 2, 3} for tables in drawn.rounds for t in tables)
    assert checker.repeats(drawn.rounds) == 0
    assert checker.rounds_with_uneven_winds(drawn.rounds) == []


@pytest.mark.parametrize(("teams", "size", "rounds"), [(8, 4, 7), (16, 5, 5), (10, 4, 8), (5, 3, 5)])
def test_more_teams_meet_in_fours(teams, size, rounds):
    drawn = draw_teams(squads(teams, size), rounds, "teams")

    for tables, matches, away in zip(drawn.rounds, drawn.matches, drawn.byes, strict=True):
        assert sorted([x for four in matches for x in four] + list(away)) == list(range(teams))
        assert {frozenset(p // size for p in t) for t in tables} == {frozenset(four) for four in matches}
        assert len({p for t in tables for p in t}) == 4 * len(tables) == size * 4 * len(matches)
    waited = Counter(dict.fromkeys(range(teams), 0)) + Counter(x for row in drawn.byes for x in row)
    assert not waited or max(waited.values()) - min(waited[x] for x in range(teams)) <= 1


@pytest.mark.parametrize(("size", "rounds"), [(1, 1), (3, 3), (5, 5), (7, 4), (9, 9)])
def test_three_teams_play_at_tables_of_three_and_nobody_meets_twice(size, rounds):
    drawn = draw_teams(squads(3, size), rounds, "sanma", table_size=3)

    checker.assert_everyone_sits_once(drawn.rounds, range(3 * size))
    assert all({p // size for p in t} == {0, 1, 2} for tables in drawn.rounds for t in tables)
    assert checker.repeats(drawn.rounds) == 0
    winds = Counter((p, wind) for tables in drawn.rounds for t in tables for wind, p in enumerate(t))
    for p in range(3 * size):
        taken = [winds[p, wind] for wind in range(3)]
        assert max(taken) - min(taken) <= 1


@pytest.mark.parametrize(("teams", "size", "rounds"), part([(6, 4, 2), (7, 2, 5)], [(9, 3, 4), (12, 5, 5)]))
def test_more_teams_meet_in_threes(teams, size, rounds):
    drawn = draw_teams(squads(teams, size), rounds, "sanma", table_size=3)

    for tables, matches, away in zip(drawn.rounds, drawn.matches, drawn.byes, strict=True):
        assert sorted([x for three in matches for x in three] + list(away)) == list(range(teams))
        assert {frozenset(p // size for p in t) for t in tables} == {frozenset(three) for three in matches}
        assert all(len(table) == 3 for table in tables)
    met = checker.times_met([[tuple(three) for three in day] for day in drawn.matches])
    if teams == 9:  # a Kirkman system: in four days every two teams meet once
        assert set(met.values()) == {1}


def test_two_teams_are_no_match_of_three():
    with pytest.raises(SeatingError) as caught:
        draw_teams(squads(2, 4), 1, "x", table_size=3)

    assert (caught.value.code, str(caught.value)) == (
        "too_few_players",
        "Three teams are needed for a match.",
    )


@pytest.mark.parametrize("teams", [4, 5, 8, 9, 12, 13, 16, 20, 24, 28, 40])
def test_in_a_round_robin_every_two_teams_meet_equally_often(teams):
    days, waiting = round_robin(teams, "season")

    met = checker.times_met(days)
    assert len(met) == teams * (teams - 1) // 2
    assert len(set(met.values())) == 1
    waits = Counter(x for row in waiting for x in row)
    assert len(set(waits.values())) <= 1


def test_legs_repeat_the_season_and_team_rounds_follow_it():
    days, _ = round_robin(8, "season", legs=2)

    drawn = draw_teams(squads(8, 4), 14, "season", matches=days)

    assert len(days) == 14
    assert set(checker.times_met(days).values()) == {6}
    assert drawn.matches == days


def test_a_round_robin_that_is_not_known_is_refused():
    with pytest.raises(SeatingError) as caught:
        round_robin(10, "season")

    assert caught.value.code == "no_round_robin"


def test_teams_are_of_one_size():
    with pytest.raises(SeatingError) as caught:
        draw_teams([[1, 2], [3, 4], [5, 6], [7]], 2, "x")

    assert caught.value.code == "teams_uneven"


@pytest.mark.slow
def test_on_a_club_night_people_meet_whom_they_met_least_and_wait_in_turn():
    history, waited = [], Counter()

    for night in range(9):
        drawn = draw_free_round(FreePlayRequest(range(22), history=history, sat_out=waited), f"night {night}")
        history.append(drawn.tables)
        waited.update(drawn.byes)

    assert {waited[p] for p in range(22)} <= {0, 1}
    met = checker.times_met(history)
    # 22 people have 231 pairs; nine nights of five tables are 270 meetings.
    assert sum(m - 1 for m in met.values()) <= 60
    assert sum(1 for m in met.values() if m > 2) <= 3


def test_first_nights_need_no_rematch():
    history = []

    for night in range(4):
        drawn = draw_free_round(FreePlayRequest(range(24), history=history), f"night {night}")
        assert (drawn.rematches, drawn.proof) == (0, "none_needed")
        history.append(drawn.tables)


def groups(tables):
    return [sorted(t) for t in tables]


def test_by_standing_the_first_four_share_a_table():
    assert groups(draw_ranked(RankedRequest(range(12), "standing"), "x")) == [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
        [8, 9, 10, 11],
    ]


def test_a_snake_makes_tables_equally_strong():
    assert groups(draw_ranked(RankedRequest(range(12), "snake"), "x")) == [
        [0, 5, 6, 11],
        [1, 4, 7, 10],
        [2, 3, 8, 9],
    ]


def test_an_interval_seats_every_third_of_twelve():
    assert groups(draw_ranked(RankedRequest(range(12), "interval"), "x")) == [
        [0, 3, 6, 9],
        [1, 4, 7, 10],
        [2, 5, 8, 11],
    ]


def test_an_interval_may_be_shorter_than_the_hall():
    drawn = groups(draw_ranked(RankedRequest(range(12), "interval", step=2), "x"))

    assert drawn == [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10, 11]]


@pytest.mark.parametrize("pattern", ["standing", "snake", "interval"])
@pytest.mark.parametrize(
    ("remainder", "sizes"),
    [("three", [4, 4, 4, 3, 3]), ("five", [4, 4, 5, 5]), ("byes", [4] * 4), ("substitutes", [4] * 5)],
)
def test_patterns_take_any_number(pattern, remainder, sizes):
    drawn = draw_ranked(RankedRequest(range(18), pattern, remainder=remainder), "x")

    assert sorted(len(t) for t in drawn) == sorted(sizes)
    assert len({p for t in drawn for p in t}) == sum(sizes)


def test_a_family_at_one_table_is_parted_by_one_swap():
    drawn = groups(
        draw_ranked(RankedRequest(range(12), "standing", constraints=SeatingConstraints(never=[(0, 1)])), "x")
    )

    before = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert not any({0, 1} <= set(t) for t in drawn)
    assert sum(len(set(a) - set(b)) for a, b in zip(before, drawn, strict=True)) == 2


def test_winds_of_a_ranked_round_follow_the_history():
    history = [[(0, 1, 2, 3)], [(1, 0, 3, 2)], [(2, 3, 0, 1)]]

    assert draw_ranked(RankedRequest(range(4), "standing", history=history), "x") == [(3, 2, 1, 0)]


def test_pairs_at_different_tables_cannot_be_parted_if_nobody_is_left():
    with pytest.raises(SeatingError) as caught:
        draw_ranked(
            RankedRequest(
                range(8), "snake", constraints=SeatingConstraints(never=list(combinations(range(3), 2)))
            ),
            "x",
        )

    assert caught.value.code == "group_too_large"
