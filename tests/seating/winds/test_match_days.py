"""Match days: the same four at a table for several games, with the winds of all games as even as can be."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.audit import draw_on_record, verify
from seating.errors import SeatingError
from seating.json_requests import as_json, perform, read
from seating.metrics import measure
from seating.requests import MatchDaysRequest, RandomRequest, ScheduleRequest
from tests.seating import checker
from tests.thorough import examples

FIELD = {"random": "players", "schedule": "players", "free_play": "present"}
ROUND_BY_ROUND = ["swiss", "free_play", "random", "standing", "snake", "interval"]


def days_of(do, players, *, games, history=(), days_so_far=(), **more):
    days = {"do": do, FIELD.get(do, "standing"): players, **more}
    if do != "schedule":
        days["history"] = list(days_so_far)
    return perform({"do": "match_days", "days": days, "games": games, "history": list(history), "seed": "節"})


def groups(tables):
    return [sorted(table) for table in tables]


def winds_of_day(games):
    """Return for each player the winds of these games."""
    winds = {}
    for tables in games:
        for table in tables:
            for wind, player in enumerate(table):
                winds.setdefault(player, []).append(wind)
    return winds


@settings(max_examples=examples(5, of=30), deadline=None)
@given(
    tables=st.integers(1, 6),
    days=st.integers(1, 6),
    games=st.integers(1, 6),
    size=st.sampled_from([3, 4]),
)
def test_a_schedule_has_the_same_players_at_a_table_all_day_and_exact_winds(tables, days, games, size):
    players = list(range(tables * size))

    drawn = days_of("schedule", players, rounds=days, games=games, table_size=size)

    rounds = drawn["rounds"]
    assert len(rounds) == days * games
    checker.assert_everyone_sits_once(rounds, players)
    for first in range(0, len(rounds), games):
        assert all(groups(tables) == groups(rounds[first]) for tables in rounds[first : first + games])
    assert measure(rounds).rounds_off_winds == 0
    assert drawn["quality"]["match_days"]["games"] == games


@settings(max_examples=examples(5, of=30), deadline=None)
@given(do=st.sampled_from(ROUND_BY_ROUND), tables=st.integers(1, 5), data=st.data())
def test_day_by_day_everybody_has_each_wind_once_in_four_games(do, tables, data):
    players, games, days = list(range(tables * 4)), [], []
    for _day in range(3):
        order = data.draw(st.permutations(players))
        drawn = days_of(do, order, games=4, history=games, days_so_far=days)["rounds"]

        checker.assert_everyone_sits_once(drawn, players)
        assert all(groups(tables) == groups(drawn[0]) for tables in drawn)
        assert all(sorted(winds) == [0, 1, 2, 3] for winds in winds_of_day(drawn).values())

        games += drawn
        days.append(drawn[0])


@settings(max_examples=examples(5, of=30), deadline=None)
@given(
    players=st.integers(8, 23),
    remainder=st.sampled_from(["three", "five", "byes", "substitutes"]),
    games=st.integers(2, 5),
)
def test_any_number_of_players_has_whole_days(players, remainder, games):
    if remainder == "five" and players // 4 < players % 4:
        return

    drawn = days_of("schedule", players, rounds=3, games=games, remainder=remainder)

    for first in range(0, 3 * games, games):
        day = slice(first, first + games)
        assert all(groups(tables) == groups(drawn["rounds"][first]) for tables in drawn["rounds"][day])
        assert drawn["byes"][day] == [drawn["byes"][first]] * games


def test_the_next_day_continues_uneven_winds_by_need():
    """After one game, three more games give everybody the winds that they miss."""
    single = [[[0, 1, 2, 3], [4, 5, 6, 7]]]

    drawn = days_of("standing", [*range(8)], games=3, history=single, days_so_far=single)["rounds"]

    assert all(sorted(winds) == [0, 1, 2, 3] for winds in winds_of_day([*single, *drawn]).values())


def test_players_with_a_fixed_wind_keep_it_all_day():
    drawn = days_of("schedule", 8, rounds=2, games=4, winds={"5": 0})["rounds"]

    winds = winds_of_day(drawn)
    assert winds[5] == [0] * 8
    assert all(sorted(winds[p]) != [0] * 8 for p in range(8) if p != 5)


def test_meetings_count_once_a_day():
    quality = days_of("schedule", 16, rounds=5, games=4)["quality"]

    assert quality["rounds"] == 5
    assert quality["repeated_pairs"] == quality["excess_meetings"] == 0
    assert quality["match_days"] == {"games": 4, "most_games_together": 4}
    assert [one["code"] for one in quality["remarks"]][:3] == [
        "no_rematches",
        "everybody_meets",
        "winds_exact",
    ]


def test_a_round_of_a_day_judges_the_winds_of_all_its_games():
    quality = days_of("swiss", [*range(8)], games=2)["quality"]

    assert (quality["rematches"], quality["players_off_winds"], quality["widest_wind_spread"]) == (0, 0, 1)


def test_teams_meet_all_day():
    teams = {"do": "teams", "teams": [[0, 1], [2, 3], [4, 5], [6, 7]], "rounds": 2}

    drawn = perform({"do": "match_days", "days": teams, "games": 2, "seed": "2026"})

    assert groups(drawn["rounds"][0]) == groups(drawn["rounds"][1])
    assert groups(drawn["rounds"][2]) == groups(drawn["rounds"][3])
    assert len(drawn["matches"]) == 4
    assert drawn["quality"]["match_days"] == {"games": 2, "most_games_together": 4}


def test_a_draw_is_repeated_from_its_record():
    request = MatchDaysRequest(days=RandomRequest(players=range(12)), games=4)

    answer, record = draw_on_record(request, "seed")

    assert verify(record, "seed", answer.rounds, answer.byes).same
    again, _seed = read(json.loads(json.dumps({**as_json(request), "seed": "seed"})))
    assert as_json(again) == as_json(request)


@pytest.mark.parametrize("games", [0, 11, -1])
def test_a_day_has_one_to_ten_games(games):
    with pytest.raises(SeatingError) as refused:
        MatchDaysRequest(days=ScheduleRequest(players=range(8), rounds=1), games=games)

    assert refused.value.code == "games_out_of_range"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"games": 0}, "games_out_of_range"),
        ({"games": 11}, "games_out_of_range"),
        ({"games": "4"}, "malformed"),
        ({"days": None}, "malformed"),
        ({"days": []}, "malformed"),
        ({"days": {"do": "repair"}}, "malformed"),
        ({"days": {"do": "match_days"}}, "malformed"),
        ({"days": {"do": ["random"]}}, "malformed"),
        ({"days": {"do": "random", "players": 3, "colour": "red"}}, "unknown_field"),
        ({"days": {"do": "random", "players": 3, "games": 4}}, "unknown_field"),
        ({"history": [[[1, 2]]]}, "malformed"),
        ({"rounds": 4}, "unknown_field"),
    ],
)
def test_a_malformed_request_says_what_is_wrong(change, code):
    request = {"do": "match_days", "days": {"do": "random", "players": 8}, "games": 4, "seed": "2026"}

    with pytest.raises(SeatingError) as refused:
        perform({**request, **change})

    assert refused.value.code == code
