"""What a WSOM hand is worth, who pays it, and the cases worked by hand."""

import json
from pathlib import Path

import pytest

from scoring.errors import RuleError, ScoringError
from scoring.hand.wsom.payment import first_in_turn, match_points, settle, value_of
from scoring.verbs.wsom import wsom
from tests.scoring.vectors import request

CASES = json.loads((Path(__file__).parent / "data" / "wsom_hands.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_every_case_worked_by_hand_holds(case):
    request_ = request("wsom", case)

    assert wsom(request_) == case["expect"]


def test_the_winner_always_gets_three_times_the_value():
    for value in (1, 24, 25, 26, 320, 480):
        for winner in range(4):
            for discarder in (None, *range(4)):
                if discarder != winner:
                    paid = settle(value, winner, discarder)
                    assert (sum(paid), paid[winner]) == (0, 3 * value)


@pytest.mark.parametrize(
    ("value", "paid"),
    [(24, (-24, 72, -24, -24)), (25, (-25, 75, -25, -25)), (26, (-25, 78, -28, -25))],
)
def test_above_25_points_the_discarder_pays_the_rest(value, paid):
    assert settle(value, 1, 2) == paid


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda: settle(10, 1, 1), "win_from_oneself"),
        (lambda: settle(10, 4), "no_such_seat"),
        (lambda: settle(10, 1, -1), "no_such_seat"),
        (lambda: settle(0, 1), "no_such_value"),
        (lambda: value_of(["6E"]), "unknown_pattern"),
        (lambda: value_of(["4.2.1", "4.2.2"]), "impossible_patterns"),
        (lambda: value_of(["1.1", "1.1"]), "impossible_patterns"),
        (lambda: value_of(["3.1"] * 5), "impossible_patterns"),
        (lambda: value_of(["10.1", "1.2"]), "impossible_patterns"),
        (lambda: value_of(["10.1", "8.1.3"]), "impossible_patterns"),
        (lambda: value_of(["10.2", "5.1.2"]), "impossible_patterns"),
        (lambda: value_of(["10.2", "9.3"]), "impossible_patterns"),
        (lambda: first_in_turn([], 1), "no_such_claim"),
        (lambda: first_in_turn([0, 1], 1), "no_such_claim"),
    ],
)
def test_what_cannot_be_is_refused(act, code):
    with pytest.raises(ScoringError) as refused:
        act()
    assert refused.value.code == code


def test_value_honours_count_for_every_set():
    assert value_of(["3.1", "3.1", "3.1", "3.2.2"]) == 160


@pytest.mark.parametrize(("claims", "winner"), [([2, 3, 0], 2), ([3, 0], 3), ([0], 0)])
def test_the_next_in_turn_after_the_discarder_wins(claims, winner):
    assert first_in_turn(claims, 1) == winner


@pytest.mark.parametrize(
    ("raw", "points"), [(0, "0.0000"), (1, "1.0000"), (-2, "-1.4142"), (3, "1.7321"), (10**6, "1000.0000")]
)
def test_match_points_are_the_root_with_its_sign(raw, points):
    assert match_points(raw) == points


def test_a_hand_is_answered_from_its_tiles():
    answer = wsom(
        {
            "tiles": "555p 99p",
            "melds": ["(111z)", "(333p)", "(444p)"],
            "win_tile": "9p",
            "win": "ron",
            "winner": 3,
            "dealer": 0,
            "loser": 0,
        }
    )

    assert answer == {
        "value": 170,
        "delta": [-460, -25, -25, 510],
        "total": 170,
        "patterns": [
            {"code": "2.1.1", "en": "Mixed One-Suit", "ja": "混一色", "zh": "混一色", "value": 40},
            {"code": "4.1", "en": "All Triplets", "ja": "対々和", "zh": "對對和", "value": 30},
            {
                "code": "7.2.1",
                "en": "Three Consecutive Triplets",
                "ja": "三連刻",
                "zh": "三連刻",
                "value": 100,
            },
        ],
        "sets": ["111z", "333p", "444p", "555p", "99p"],
    }


def test_without_a_winner_nobody_pays():
    answer = wsom({"tiles": "19m19p19s12345677z", "win_tile": "7z", "win": "tsumo", "seat_wind": "E"})

    assert (answer["value"], "delta" in answer) == (160, False)


def test_an_impossible_list_of_patterns_is_explained():
    assert wsom({"kind": "invalid", "patterns": ["10.2", "2.1.1"]}) == {"error": None}
    assert wsom({"kind": "invalid", "patterns": ["10.2", "4.1"]}) == {
        "error": "all triplets is not added to seven pairs"
    }


NO_WIN = {"win": "left out", "winner": "left out", "loser": "left out"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "feast"}, "kind"),
        ({"kind": 3}, "kind"),
        ({"win": "chombo"}, "win"),
        ({"patterns": "1.1"}, "patterns"),
        ({"patterns": None}, "patterns"),
        ({"kind": "minimum", "minimum": 5, "patterns": None, **NO_WIN}, "patterns"),
        ({"kind": "invalid", "patterns": None, **NO_WIN}, "patterns"),
        ({"final_draw": True}, "final_draw"),
        ({"patterns": [3]}, "patterns"),
        ({"patterns": [{}]}, "patterns"),
        ({"winner": "A"}, "winner"),
        ({"loser": None}, "loser"),
        ({"kind": "minimum", **NO_WIN}, "minimum"),
        ({"kind": "minimum", "minimum": 5}, "win"),
        ({"patterns": [{"code": "1.1", "points": 3}]}, "points"),
    ],
)
def test_a_misshapen_request_names_the_field(change, field):
    request_ = {"patterns": [], "win": "ron", "winner": 1, "loser": 2} | change

    with pytest.raises(RuleError) as refused:
        wsom({key: value for key, value in request_.items() if value != "left out"})

    assert refused.value.fields == (field,)


def test_the_blessing_of_earth_is_won_from_east():
    hand = {"tiles": "123m 456m 789p 123s 99s", "win_tile": "9s", "win": "ron", "seat_wind": "W"}
    hand |= {"earth": True, "winner": 3}

    assert wsom(hand | {"loser": 1})["value"] == 165
    for discarder in (0, 2):
        with pytest.raises(RuleError) as refused:
            wsom(hand | {"loser": discarder})
        assert (refused.value.code, refused.value.fields) == ("cannot_happen", ("loser",))


@pytest.mark.parametrize("kind", ["minimum", "invalid"])
def test_patterns_that_are_left_out_are_required(kind):
    with pytest.raises(RuleError) as refused:
        wsom({"kind": kind} | ({"minimum": 5} if kind == "minimum" else {}))
    assert (refused.value.code, refused.value.fields) == ("malformed", ("patterns",))


@pytest.mark.parametrize("change", [{"melds": "x"}, {"melds": [1]}, {"tiles": 5}, {"seat_wind": 5}])
def test_misshapen_tiles_are_refused(change):
    hand = {"tiles": "555p99p", "melds": ["(111z)", "(333p)", "(444p)"], "win_tile": "9p", "win": "tsumo"}
    with pytest.raises(RuleError):
        wsom(hand | {"seat_wind": "E"} | change)


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"kind": "two_claims", "loser": 1}, "claims"),
        ({"kind": "session", "raw": "12"}, "raw"),
        ({"kind": "draw", "x": 1}, "x"),
    ],
)
def test_each_kind_asks_for_its_own(request_, field):
    with pytest.raises(RuleError) as refused:
        wsom(request_)

    assert refused.value.fields == (field,)


def test_a_rulebook_that_is_named_has_to_count_these_patterns():
    chicken = {"patterns": [], "win": "tsumo"}

    assert wsom(chicken | {"rulebook": "wsom"}) == {"value": 1}
    for book, code in (
        ({"rulebook": "mleague"}, "not_wsom"),
        ({"rulebook": "wsom", "assume": {"score.min_han": 5}}, "below_minimum"),
    ):
        with pytest.raises(RuleError) as refused:
            wsom(chicken | book)
        assert refused.value.code == code


def test_three_may_claim_as_well_as_two():
    assert wsom({"kind": "three_claims", "claims": [0, 2, 3], "loser": 1}) == {"winner": 2}
