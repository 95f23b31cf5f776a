import json
import subprocess
import sys

import pytest

from seating.__main__ import answer
from tests.seating import checker


def ask(**request):
    return answer(json.dumps(request).encode())


def test_the_module_answers_line_by_line():
    lines = [
        {"do": "schedule", "players": 40, "rounds": 8, "seed": "2026", "groups": [[0, 1]], "avoid": [[2, 3]]},
        {"do": "swiss", "standing": list(range(8)), "history": [], "seed": "2026", "id": "a"},
        {"do": "swiss", "standing": [1, 1], "history": [], "seed": "2026"},
    ]

    done = subprocess.run(
        [sys.executable, "-m", "seating"],
        input="\n".join(map(json.dumps, lines)) + "\n\nnot json\n",
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1  # two lines were errors; the others are answered all the same
    schedule, swiss, twice, malformed = map(json.loads, done.stdout.splitlines())
    checker.assert_everyone_sits_once(schedule["rounds"], range(40))
    assert checker.repeats(schedule["rounds"]) == 0
    met = checker.times_met(schedule["rounds"])
    assert not {frozenset((0, 1)), frozenset((2, 3))} & set(met)
    assert schedule["quality"]["repeated_pairs"] == 0
    assert sorted(map(sorted, swiss["round"])) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert swiss["id"] == "a"
    assert twice["error"]["code"] == "player_twice"
    assert malformed["error"]["code"] == "malformed"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": -4}, "too_few_players"),
        ({"players": 0}, "too_few_players"),
        ({"players": 2}, "players_do_not_fit"),
        ({"players": 100_000}, "too_many_players"),
        ({"players": 10**400}, "too_many_players"),
        ({"players": -(10**400)}, "too_few_players"),
        ({"players": list(range(100_000))}, "too_many_players"),
        ({"players": [1, 2, 3, 3]}, "player_twice"),
        ({"players": [1, 2, 3, -3]}, "player_unknown"),
        ({"players": [1, 2, 3, 2**60]}, "player_unknown"),
        ({"players": 8.0}, "malformed"),
        ({"players": True}, "malformed"),
        ({"players": "8"}, "malformed"),
        ({"players": None}, "malformed"),
        ({"players": [[1]]}, "malformed"),
        ({"rounds": 200}, "rounds_out_of_range"),
        ({"rounds": -1}, "rounds_out_of_range"),
        ({"rounds": 2.5}, "malformed"),
        ({"seed": ""}, "seed_unusable"),
        ({"seed": "\ud800"}, "seed_unusable"),
        ({"seed": 7}, "malformed"),
        ({"avoid": [[1, 99]]}, "player_unknown"),
        ({"avoid": [[1]]}, "malformed"),
        ({"avoid": [[1, 2, 3]]}, "too_long"),
        ({"avoid": {"1": 2}}, "malformed"),
        ({"groups": [[1, 2, 3]]}, "group_too_large"),
        ({"groups": [[1, 1]]}, "player_twice"),
        ({"tables": {"one": 1}}, "malformed"),
        ({"tables": {"1": 5}}, "table_unknown"),
        ({"winds": {"1": 5}}, "seat_unknown"),
        ({"remainder": "chess"}, "malformed"),
        ({"remainder": ["three"]}, "malformed"),
        ({"clubs": []}, "unknown_field"),
        ({"do": "undo"}, "unknown_request"),
        ({"do": None}, "unknown_request"),
    ],
)
def test_a_schedule_request_that_cannot_be_drawn_is_answered_with_its_reason(change, code):
    given = {"do": "schedule", "players": 8, "rounds": 2, "seed": "x", **change}

    assert ask(**given)["error"]["code"] == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"standing": []}, "too_few_players"),
        ({"standing": [0, 1, 2, 2]}, "player_twice"),
        ({"history": [[[0, 1, 2, 3], [3, 4, 5, 6]]]}, "player_twice"),
        ({"history": [[[0, 1]]]}, "malformed"),
        ({"history": [5]}, "malformed"),
        ({"history": [[]] * 1000}, "too_long"),
        ({"balance_winds": 1}, "malformed"),
        ({"avoid": [[0, 50]]}, "player_unknown"),
    ],
)
def test_a_swiss_request_that_cannot_be_drawn_is_answered_with_its_reason(change, code):
    given = {"do": "swiss", "standing": list(range(8)), "history": [], "seed": "x", **change}

    assert ask(**given)["error"]["code"] == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"leavers": 3}, "malformed"),
        ({"joiners": 4}, "malformed"),
        ({"leavers": [99]}, "player_unknown"),
        ({"leavers": [3, 3]}, "player_twice"),
        ({"since": 5}, "round_unknown"),
        ({"since": True}, "malformed"),
        ({"schedule": []}, "round_unknown"),
        ({"byes": [[], [], []]}, "round_unknown"),
        ({"byes": [[], [0]]}, "player_twice"),
        ({"byes": [[20, 20]]}, "player_twice"),
        ({"tables": {"0": 9}}, "table_unknown"),
        ({"tables": {"3": 1}}, "player_unknown"),
        ({"winds": {"0": 4}}, "seat_unknown"),
        ({"featured": [None, 77]}, "player_unknown"),
        ({"clubs": []}, "unknown_field"),
    ],
)
def test_a_repair_that_cannot_be_made_is_answered_with_its_reason(change, code):
    rounds = [[list(range(t, t + 4)) for t in range(0, 16, 4)], [list(range(t, 16, 4)) for t in range(4)]]
    given = {"do": "repair", "schedule": rounds, "since": 1, "leavers": [3], "seed": "x", **change}

    assert ask(**given)["error"]["code"] == code


@pytest.mark.parametrize(
    "line",
    [b"\xff\xfe", b"[", b"[1]", b"null", b'{"do":', b"[" * 100_000, b"1" * 5_000, b'{"seed": "x"}', b"NaN"],
)
def test_whatever_the_line_there_is_an_answer(line):
    assert set(answer(line)) == {"error"}
