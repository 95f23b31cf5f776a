"""The verb `hand`: plain data in, plain data out."""

import io
import json

import pytest

from scoring.errors import RuleError
from scoring.verbs.batch import serve
from scoring.verbs.hand import hand

CASE = {
    "rulebook": "mleague",
    "tiles": "345m 406p 99s 678s",
    "melds": ["(555z)"],
    "win_tile": "8s",
    "win": "ron",
    "seat_wind": "S",
    "dora": "3p",
}


def test_a_hand_is_answered_with_yaku_fu_and_payment():
    assert hand(CASE) == {
        "yaku": [
            {"code": "haku", "en": "haku", "ja": "役牌 白", "han": 1},
            {"code": "dora", "en": "dora", "ja": "ドラ", "han": 1},
            {"code": "red_dora", "en": "red fives", "ja": "赤ドラ", "han": 1},
        ],
        "han": 3,
        "fu": 30,
        "fu_parts": [
            {"code": "base", "en": "base", "ja": "副底", "fu": 20},
            {"code": "open_outer_triplet", "en": "open triplet of orphans", "ja": "么九牌の明刻", "fu": 4},
        ],
        "yakuman": [],
        "units": 0,
        "limit": "",
        "not_counted": [],
        "payment": {"discarder": 3_900},
    }


@pytest.mark.parametrize(
    ("change", "payment"),
    [
        ({"seat_wind": "E"}, {"discarder": 5_800}),
        ({"win": "tsumo"}, {"dealer": 2_000, "child": 1_000}),
        ({"win": "tsumo", "seat_wind": "E"}, {"child": 2_000}),
    ],
)
def test_the_payment_is_answered_for_each_payer(change, payment):
    assert hand(CASE | change)["payment"] == payment


def test_with_seats_the_changes_of_points_are_answered():
    seats = {"winner": 2, "dealer": 1, "loser": 0, "honba": 1, "deposits": 1}
    request = {key: value for key, value in CASE.items() if key != "seat_wind"} | seats

    assert hand(request)["delta"] == [-4_200, 0, 5_200, 0]
    assert hand(request | {"win": "tsumo", "loser": None})["delta"] == [-1_100, -2_100, 5_300, -1_100]


def test_liability_and_open_kans_are_passed_on():
    yakuman = CASE | {
        "tiles": "123m 99m",
        "melds": ["(555z)", "(666z)", "(777z)"],
        "win_tile": "3m",
        "dora": "1p",
        "winner": 1,
        "dealer": 0,
        "loser": 2,
        "pao": {"seat": 3, "yaku": "daisangen"},
    }
    assert hand(yakuman)["delta"] == [0, 32_000, -16_000, -16_000]
    assert hand(yakuman)["units"] == 1

    kan = CASE | {
        "rulebook": "jpml_a",
        "tiles": "333p 456s 678s 88m",
        "melds": ["(2222m)"],
        "win": "tsumo",
        "rinshan": True,
        "winner": 1,
        "dealer": 0,
        "open_kan_from": 2,
    }
    assert hand(kan)["delta"] == [0, 2_700, -2_700, 0]


def test_a_hand_that_does_not_win_is_an_error_that_says_why():
    lines = io.BytesIO(json.dumps(CASE | {"do": "hand", "id": 7, "melds": ["(111s)"]}).encode() + b"\n")
    out = io.BytesIO()

    serve(lines, out)

    answer = json.loads(out.getvalue())
    assert answer["id"] == 7
    assert answer["error"]["code"] == "no_yaku"
    assert "no yaku" in answer["error"]["message"]


@pytest.mark.parametrize(("winner", "dealer", "players"), [(1, 1, 4), (2, 0, 4), (0, 1, 3)])
def test_the_seat_wind_is_that_of_the_winners_seat(winner, dealer, players):
    seats = {"winner": winner, "dealer": dealer, "loser": (winner + 1) % players}
    request = CASE | seats | {"seat_wind": "S"}
    if players == 3:
        request |= {"rulebook": "tenhou_sanma", "tiles": "345p 406p 99s 678s"}

    with pytest.raises(RuleError) as refused:
        hand(request)
    assert (refused.value.code, refused.value.fields) == ("cannot_happen", ("seat_wind", "dealer"))
    request["dealer"] = (winner - 1) % players
    assert sum(hand(request)["delta"]) == 0


@pytest.mark.parametrize("unwanted", [{"note": "a text"}, {"number": 3}, {"ipatsu": True}])
def test_unknown_keys_of_a_request_are_refused(unwanted):
    with pytest.raises(RuleError) as refused:
        hand(CASE | unwanted)

    assert (refused.value.code, refused.value.fields) == ("unknown_key", tuple(unwanted))


def test_house_rules_may_be_assumed():
    request = CASE | {"tiles": "345m 406p 88s 678s", "melds": ["(234s)"], "assume": {"yaku.kuitan": False}}

    with pytest.raises(RuleError) as refused:
        hand(request)
    assert refused.value.code == "no_yaku"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"win": "draw"}, "win"),
        ({"riichi": "yes"}, "riichi"),
        ({"hitei": True}, "hitei"),
        ({"robbing_kong": False}, "robbing_kong"),
        ({"tiles": None}, "tiles"),
        ({"melds": "(555z)"}, "melds"),
        ({"round_wind": 1}, "round_wind"),
        ({"kita": 5}, "kita"),
        ({"winner": 1, "dealer": 0, "loser": 2, "pao": "north"}, "pao"),
        ({"rulebook": None}, "rulebook"),
        ({"tiles": "345"}, "tiles"),
        ({"tiles": "345M 406P"}, "tiles"),
        ({"melds": ["(556z)"]}, "melds"),
        ({"win_tile": "8x"}, "win_tile"),
        ({"dora": "0z"}, "dora"),
        ({"ura": "1"}, "ura"),
        ({"seat_wind": "south"}, "seat_wind"),
        ({"round_wind": "X"}, "round_wind"),
    ],
)
def test_a_misshapen_request_names_the_field(change, field):
    with pytest.raises(RuleError) as refused:
        hand(CASE | change)
    assert refused.value.field == field
