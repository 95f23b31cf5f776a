"""Liability and circumstances that the tiles contradict."""

import pytest

from scoring.errors import NeedsEventSetting, RuleError
from scoring.verbs.hand import hand

KAN = {
    "rulebook": "jpml_a",
    "tiles": "234m456p678s99s",
    "win_tile": "8s",
    "win": "tsumo",
    "seat_wind": "S",
    "winner": 1,
    "dealer": 0,
}
DRAGONS = {
    "rulebook": "jpml_a",
    "tiles": "234m99s777z",
    "win_tile": "4m",
    "win": "ron",
    "seat_wind": "S",
    "winner": 1,
    "dealer": 0,
    "loser": 3,
    "pao": {"seat": 2, "yaku": "daisangen"},
}


def refusal(request) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(RuleError) as refused:
        hand(request)
    return refused.value.code, refused.value.fields


@pytest.mark.parametrize(
    ("melds", "circumstances", "fields"),
    [
        (["(1111z)"], {"haitei": True}, ("open_kan_from", "rinshan")),
        (["(111+1z)"], {"rinshan": True}, ("open_kan_from", "melds")),
        (["[1111z]"], {"rinshan": True}, ("open_kan_from", "melds")),
    ],
)
def test_nobody_gave_an_open_kan_that_the_win_was_not_on(melds, circumstances, fields):
    """明カンのリンシャンカイホウはカンさせた者の責任払い [S0 十六]."""
    assert refusal(KAN | {"melds": melds, "open_kan_from": 2} | circumstances) == (
        "no_such_liability",
        fields,
    )


def test_who_gave_the_only_kan_is_required_where_the_rulebook_makes_them_pay():
    on_the_tile = KAN | {"melds": ["(1111z)"], "rinshan": True}

    assert refusal(on_the_tile) == ("open_kan_giver_needed", ("open_kan_from",))
    assert hand(on_the_tile | {"open_kan_from": 2})["delta"] == [0, 2_700, -2_700, 0]
    assert hand(on_the_tile | {"rulebook": "mleague"})["delta"] == [-1_300, 2_700, -700, -700]
    with pytest.raises(NeedsEventSetting):
        hand(on_the_tile | {"assume": {"settlement.daiminkan_pao": "unset"}})


def test_with_another_kan_in_the_hand_the_tile_may_have_come_from_that():
    two = KAN | {"tiles": "234m99s678p", "melds": ["(1111z)", "[3333p]"], "win_tile": "8p", "rinshan": True}

    assert sum(hand(two)["delta"]) == 0
    assert hand(two | {"open_kan_from": 3})["delta"][0] == 0


@pytest.mark.parametrize(
    ("tiles", "melds"),
    [
        ("234m99s777z", ["(555z)", "(666z)"]),  # 三種類目の三元牌をポンさせた時: the third lies in the hand
        ("234m99s", ["[5555z]", "[6666z]", "[7777z]"]),  # all are closed kans
    ],
)
def test_nobody_is_liable_for_dragons_that_were_not_called(tiles, melds):
    assert refusal(DRAGONS | {"tiles": tiles, "melds": melds}) == ("no_such_liability", ("pao",))


@pytest.mark.parametrize("melds", [["(555z)", "(666z)", "(777z)"], ["[5555z]", "(666+6z)", "(7777z)"]])
def test_the_last_called_set_of_dragons_is_owed(melds):
    assert hand(DRAGONS | {"tiles": "234m99s", "melds": melds})["delta"] == [0, 32_000, -16_000, -16_000]


def test_four_kans_are_owed_by_who_gave_an_open_one():
    """三槓子完成者に生牌を明カンさせた時 [S0]."""
    request = KAN | {"tiles": "9s", "win_tile": "9s", "pao": {"seat": 2, "yaku": "suukantsu"}}
    kans = ["[1111m]", "[9999p]", "(222+2s)"]

    assert refusal(request | {"melds": [*kans, "(333+3z)"]}) == ("no_such_liability", ("pao",))
    assert hand(request | {"melds": [*kans, "(3333z)"]})["delta"] == [0, 32_000, -32_000, 0]


@pytest.mark.parametrize(
    "circumstances",
    [
        {"riichi": True, "ippatsu": True, "rinshan": True},
        {"double_riichi": True, "ippatsu": True, "haitei": True},
    ],
)
def test_any_kan_ends_ippatsu_and_so_does_the_second_turn(circumstances):
    request = KAN | {"melds": ["[1111m]"]} | circumstances

    assert refusal(request) == ("cannot_happen", ("ippatsu",))
    assert hand(request | {"ippatsu": False, "rulebook": "mleague"})["han"] >= 3


def test_red_fives_are_set_by_suit():
    with pytest.raises(RuleError) as refused:
        hand(KAN | {"rulebook": "mleague", "tiles": "123m406p00p789s99m", "win_tile": "9m"})

    assert refused.value.message == "This rulebook has 1 red five of each suit; the hand shows 3 of dots."


def test_under_a_cap_of_one_no_yakuman_is_shown_as_two():
    cap = {"score.yakuman_cap": 1}
    answer = hand(
        KAN | {"rulebook": "mahjongsoul", "assume": cap, "tiles": "111m999p333s444z5z", "win_tile": "5z"}
    )

    assert ([one["han"] for one in answer["yaku"]], answer["units"]) == ([13], 1)


@pytest.mark.parametrize("key", ["pao", "open_kan_from", "honba", "deposits"])
def test_what_changes_payments_is_refused_where_nobody_is_named_to_be_paid(key):
    alone = {name: value for name, value in KAN.items() if name not in ("winner", "dealer")}
    value = {"pao": {"seat": 2, "yaku": "daisangen"}}.get(key, 2)

    assert refusal(alone | {"melds": ["(1111z)"], key: value}) == ("malformed", (key,))
