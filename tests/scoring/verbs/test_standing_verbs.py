"""Carrying over, counting, going on and promotion, as questions in a batch."""

import json

import pytest

from scoring.verbs.batch import answer


def ask(do, **request):
    return answer(json.dumps({"do": do, **request}).encode())


@pytest.mark.parametrize(
    ("request_", "carried"),
    [
        ({"total": "-41.5", "ratio": [1, 2], "quantum": "0.1", "mode": "half_up"}, "-20.7"),
        ({"total": "-41.5", "ratio": [1, 2]}, "-20.75"),
        ({"total": "215/2", "ratio": [1, 3]}, "215/6"),
        ({"total": "-41.5"}, "-41.5"),
        ({"total": 10, "kind": "none"}, "0"),
        ({"total": "1", "kind": "by_rank", "rank": 2, "by_rank": ["120", "70.5"]}, "70.5"),
        ({"total": "-21.5", "penalties": "20", "forgives_penalties": True}, "-1.5"),
        ({"total": "1.25", "ratio": [1, 2], "quantum": "1", "mode": "up"}, "1"),
    ],
)
def test_a_total_is_carried_over(request_, carried):
    assert ask("carry", **request_) == {"carried": carried}


GAMES = [{"total": "30.5", "place": 1}, {"total": "-20", "place": 4}, {"total": "5", "place": 2, "tied": 2}]


def test_games_are_counted():
    assert ask("count", games=GAMES, selection="best", number=2) == {
        "value": "35.5",
        "counted": [0, 2],
        "games": 3,
        "missing": 0,
        "penalty": "0",
        "ranked": True,
    }


def test_a_mean_place_with_a_minimum_says_whether_it_can_be_reached():
    assert ask("count", games=GAMES, worth="place", mean=True, minimum_games=5, left=1) == {
        "value": "-2.5",
        "counted": [0, 1, 2],
        "games": 3,
        "missing": 2,
        "penalty": "0",
        "ranked": False,
        "can_reach": False,
    }


def test_match_points_are_shared_and_missing_games_cost():
    reply = ask(
        "count",
        games=GAMES,
        worth="match_points",
        match_points=["4", "2", "1", "0"],
        minimum_games=4,
        missing_game_penalty="0.5",
    )

    assert reply == {
        "value": "5",
        "counted": [0, 1, 2],
        "games": 3,
        "missing": 1,
        "penalty": "0.5",
        "ranked": True,
    }


def test_players_go_on():
    reply = ask(
        "qualify",
        groups=[{"name": "1", "players": ["Ann", "Ben"]}, {"name": "2", "players": ["Cy", "Dee"]}],
        ranking=["Cy", "Ann", "Ben", "Dee"],
        rules=[
            {"first": 1, "among": "groups"},
            {"first": 1, "last": 1, "among": "remaining"},
            {"named": ["Dee"]},
        ],
    )

    assert reply == {
        "qualified": [
            {"player": "Cy", "rule": 0, "place": 1, "group": "2"},
            {"player": "Ann", "rule": 0, "place": 1, "group": "1"},
            {"player": "Ben", "rule": 1, "place": 1, "group": ""},
            {"player": "Dee", "rule": 2, "place": None, "group": ""},
        ]
    }


def test_players_are_promoted():
    reply = ask(
        "promote",
        divisions=[{"name": "A", "players": list("abcd")}, {"name": "B", "players": list("efgh")}],
        boundaries=[
            {"up": "1/4", "down": 1, "points_up": {"by_rank": [2, 1], "threshold": 3}, "play_off": 1}
        ],
        kept_up={"f": [2]},
    )

    assert reply == {
        "moves": [
            {"player": "d", "direction": "down", "level": 1, "by": "rank"},
            {"player": "e", "direction": "up", "level": 0, "by": "rank"},
            {"player": "f", "direction": "up", "level": 0, "by": "points"},
        ],
        "play_offs": [["c", "g"]],
        "next_season": [["a", "b", "c", "e", "f"], ["d", "g", "h"]],
        "points_up": {"e": 2, "f": 1},
        "points_down": {},
    }


SEASON = [
    {
        "results": [
            {"player": "Ann", "rank": 1, "total": "30.5"},
            {"player": "Ben", "rank": 2, "total": "-30.5"},
        ]
    },
    {"results": [{"player": "Ben", "rank": 1, "total": "12"}, {"player": "Cy", "rank": 2, "total": "-12"}]},
]


def test_a_season_is_ranked_by_totals_or_by_ranks():
    assert ask("season", tournaments=SEASON, minimum=2) == {
        "ranking": [
            {"player": "Ben", "rank": 1, "value": "-18.5", "counted": [0, 1]},
            {"player": "Ann", "rank": None, "value": "30.5", "counted": [0]},
            {"player": "Cy", "rank": None, "value": "-12", "counted": [1]},
        ]
    }
    assert ask("season", tournaments=SEASON, worth="rank", by_rank=[5, 3], best=1) == {
        "ranking": [
            {"player": "Ann", "rank": 1, "value": "5", "counted": [0]},
            {"player": "Ben", "rank": 1, "value": "5", "counted": [1]},
            {"player": "Cy", "rank": 3, "value": "3", "counted": [1]},
        ]
    }


@pytest.mark.parametrize(
    ("do", "request_", "code", "field"),
    [
        ("carry", {}, "malformed", "total"),
        ("carry", {"total": "1e5"}, "malformed", "total"),
        ("carry", {"total": 1.5}, "malformed", "total"),
        ("carry", {"total": "1/0"}, "malformed", "total"),
        ("carry", {"total": "1", "ratio": [1, 0]}, "malformed", "ratio"),
        ("carry", {"total": "1", "ratio": [1]}, "malformed", "ratio"),
        ("carry", {"total": "1", "ratio": [3, 2]}, "invalid_ratio", "ratio"),
        ("carry", {"total": "1", "quantum": "0"}, "invalid_quantum", "quantum"),
        ("carry", {"total": "1", "mode": "near"}, "malformed", "mode"),
        ("carry", {"total": "1", "kind": "by_rank", "rank": 1}, "no_totals_by_rank", "by_rank"),
        ("carry", {"total": "1", "kind": "by_rank", "by_rank": ["1"]}, "malformed", "rank"),
        ("carry", {"total": "1", "rulebook": "mleague"}, "unknown_key", "rulebook"),
        ("count", {}, "malformed", "games"),
        ("count", {"games": [5]}, "malformed", "games"),
        ("count", {"games": [{"sum": 1}]}, "unknown_key", "sum"),
        ("count", {"games": [{"total": "1", "place": 9, "tied": 3}]}, "malformed", "tied"),
        ("count", {"games": [], "selection": "best"}, "number_of_games", "number"),
        ("qualify", {"rules": []}, "nobody_goes_on", "rules"),
        ("qualify", {"rules": [{"first": 2, "last": 1}]}, "invalid_places", "first"),
        ("qualify", {"rules": [{}], "ranking": ["a", "a"]}, "malformed", "ranking"),
        ("qualify", {"rules": [{}], "ranking": [""]}, "malformed", "ranking"),
        ("qualify", {"rules": [{}], "groups": {}}, "malformed", "groups"),
        ("promote", {"divisions": [], "boundaries": [{}]}, "boundaries_between_divisions", "boundaries"),
        ("promote", {"divisions": [{"players": []}] * 2, "boundaries": [{"up": "2"}]}, "malformed", "up"),
        ("promote", {"divisions": [{"players": []}] * 2, "boundaries": [{"up": -1}]}, "malformed", "up"),
        (
            "promote",
            {"divisions": [{"players": []}] * 2, "boundaries": [{"points_up": 3}]},
            "malformed",
            "points_up",
        ),
        ("promote", {"divisions": [], "boundaries": [], "kept_up": []}, "malformed", "kept_up"),
        ("season", {"tournaments": [], "worth": "rank"}, "points_by_rank", "by_rank"),
        ("season", {"tournaments": [], "best": -1}, "malformed", "best"),
        ("season", {"tournaments": [{"results": [{"player": "a"}]}]}, "malformed", "rank"),
        (
            "season",
            {"tournaments": [{"results": 2 * [{"player": "a", "rank": 1}]}]},
            "malformed",
            "player",
        ),
    ],
)
def test_what_is_not_written_as_expected_is_refused(do, request_, code, field):
    error = ask(do, **request_)["error"]

    assert (error["code"], error["fields"][0]) == (code, field)
