"""Every refusal of the rules, word for word: the code, the fields, and the sentence a person reads."""

import pytest

from scoring.errors import RuleError
from scoring.game.game import play, start
from scoring.game.outcome import Outcome
from scoring.hand.chombo import punish
from scoring.hand.exhaustive_draw import (
    check_abort,
    dealer_stays_after_abort,
    dealer_stays_after_draw,
    nagashi_payments,
    noten_payments,
)
from scoring.hand.payment import settle_win
from scoring.hand.win import Hand, Liability, Win
from scoring.result.result import settle
from scoring.rulebook.rulebook import load

BOOK = load("mleague")
START = start(BOOK)
HAND = Win(1, han=3, fu=40)
BIG = Win(1, yakuman=("daisangen",), pao=Liability(3, "daisangen"))
ALL_PAID = BOOK.with_house_rules("x", {"settlement.ron_two": "all"})
WAREME = BOOK.with_house_rules("x", {"overlay.wareme": "wareme"})
AOTENJO = BOOK.with_house_rules("x", {"overlay.unlimited": True})


def unset(edition, path):
    return load(edition).with_house_rules("x", {path: "unset"})


OPEN = "needs_event_setting"
LEFT_OPEN = "The rulebook leaves open what is needed here. Please set for this event: "

REFUSALS = [
    (
        lambda: settle(load("mleague"), [25_000] * 3),
        "wrong_number_of_players",
        ("points",),
        "There are points for 3 players; this rulebook is for four.",
    ),
    (
        lambda: settle(load("tenhou_sanma"), [35_000] * 4),
        "wrong_number_of_players",
        ("points",),
        "There are points for 4 players; this rulebook is for three.",
    ),
    (
        lambda: settle(load("mleague"), [25_050, 24_950, 25_000, 25_000]),
        "invalid_points",
        ("points",),
        "25,050 is not a multiple of 100. Please check the sticks.",
    ),
    (
        lambda: settle(load("mleague"), [1_000_100, 0, 0, 0]),
        "invalid_points",
        ("points",),
        "Points are whole numbers between -1,000,000 and 1,000,000.",
    ),
    (
        lambda: settle(load("mleague"), [-1_000_100, 0, 0, 0]),
        "invalid_points",
        ("points",),
        "Points are whole numbers between -1,000,000 and 1,000,000.",
    ),
    (
        lambda: settle(load("mleague"), [25_000.0, 0, 0, 0]),
        "invalid_points",
        ("points",),
        "Points are whole numbers between -1,000,000 and 1,000,000.",
    ),
    (
        lambda: settle(load("mleague"), [25_000] * 4, leftover=50),
        "invalid_points",
        ("leftover",),
        "50 is not a multiple of 100. Please check the sticks.",
    ),
    (
        lambda: settle(load("mleague"), [25_000] * 4, imbalance=50),
        "invalid_points",
        ("imbalance",),
        "50 is not a multiple of 100. Please check the sticks.",
    ),
    (
        lambda: settle(load("mleague"), [26_000, 25_000, 25_000, 25_000], leftover=-1_000),
        "invalid_points",
        ("leftover",),
        "Sticks left on the table cannot be less than none.",
    ),
    (
        lambda: settle(load("mleague"), [26_000, 25_000, 25_000, 25_000]),
        "points_do_not_balance",
        ("points",),
        "The four scores add up to 101,000, not 100,000. Please check the scores again.",
    ),
    (
        lambda: settle(load("mleague"), [26_000, 25_000, 25_000, 25_000], leftover=1_000),
        "points_do_not_balance",
        ("points",),
        "The four scores and 1,000 in sticks left on the table add up to 102,000, not 100,000. "
        "Please check the scores again.",
    ),
    (
        lambda: settle(load("mleague"), [25_000] * 4, leftover=1_000),
        "points_do_not_balance",
        ("points",),
        "The four scores and 1,000 in sticks left on the table add up to 101,000, not 100,000. "
        "Are the sticks left on the table counted twice?",
    ),
    (
        lambda: settle(load("mcr"), [10, -10, 5, -6]),
        "points_do_not_balance",
        ("points",),
        "The four scores add up to -1, not 0. Please check the scores again.",
    ),
    (
        lambda: settle(load("mcr"), [-1_000, 0, 0, 0], leftover=1_000),
        "no_riichi_sticks",
        ("leftover",),
        "Under this rulebook, no sticks can be left on the table.",
    ),
    (
        lambda: settle(load("mleague"), [25_000] * 4, chombo=[1, 0, 0]),
        "invalid_chombo",
        ("chombo",),
        "Chombo is a count from 0 to 99 for each of the four seats.",
    ),
    (
        lambda: settle(load("tenhou_sanma"), [35_000] * 3, chombo=[100, 0, 0]),
        "invalid_chombo",
        ("chombo",),
        "Chombo is a count from 0 to 99 for each of the three seats.",
    ),
    (
        lambda: settle(load("tenhou"), [25_000] * 4, chombo=[1, 0, 0, 0]),
        "no_chombo_in_rulebook",
        ("chombo",),
        "This rulebook knows no chombo. Set its sanction as a house rule, or leave it out here.",
    ),
    (
        lambda: settle(load("shinhochi"), [45_000, 28_000, 26_000, 21_000]),
        OPEN,
        ("result.return_points", "result.oka", "result.tie"),
        None,
    ),
    (
        lambda: settle(load("beginner"), [40_000, 30_000, 20_000, 9_000], leftover=1_000),
        OPEN,
        ("result.tie", "result.leftover_deposits"),
        None,
    ),
    (
        lambda: settle(
            load("mleague").with_house_rules("x", {"result.tie_remainder": "unset"}), [25_000] * 4
        ),
        OPEN,
        ("result.tie_remainder",),
        None,
    ),
    (
        lambda: settle(load("rmu_a"), [30_000] * 4, chombo=[1, 0, 0, 0]),
        OPEN,
        ("chombo.kind", "chombo.amount"),
        None,
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [], 1),
        "wrong_number_of_wins",
        (),
        "A hand is won by at least one player and not by all.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(4), [HAND], 2),
        "no_such_seat",
        ("winner",),
        "Seats are numbered from 0 to 3.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(-1), [HAND], 2),
        "no_such_seat",
        ("winner",),
        "Seats are numbered from 0 to 3.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [HAND], 4),
        "no_such_seat",
        ("winner",),
        "Seats are numbered from 0 to 3.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [HAND], -1),
        "no_such_seat",
        ("winner",),
        "Seats are numbered from 0 to 3.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [HAND._replace(winner=4)], 2),
        "no_such_seat",
        ("winner",),
        "Seats are numbered from 0 to 3.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [HAND], 1),
        "ron_from_oneself",
        ("loser",),
        "A player cannot win on their own discard.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [HAND, HAND], 2),
        "winner_twice",
        ("wins",),
        "Each winner is named once.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [HAND, HAND._replace(winner=2)]),
        "one_tsumo_only",
        ("wins",),
        "Only one player can win by tsumo.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0, honba=1_001), [HAND], 2),
        "invalid_counters",
        ("honba",),
        "Counters are 0 to 1000.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0, deposits=-1), [HAND], 2),
        "invalid_sticks",
        ("deposits",),
        "Sticks are 0 to 1000.",
    ),
    (
        lambda: settle_win(load("mcr"), Hand(0, honba=1), [Win(1, points=8)], 2),
        "no_riichi_sticks",
        ("honba",),
        "This game has no counters and no riichi sticks.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1)], 2),
        "no_value",
        ("han",),
        "A win needs its han and fu, or its yakuman.",
    ),
    (
        lambda: settle_win(load("mcr"), Hand(0), [HAND], 2),
        "no_value",
        ("points",),
        "A win needs its points in this game.",
    ),
    (
        lambda: settle_win(load("beginner"), Hand(0), [HAND, HAND._replace(winner=2)], 3),
        OPEN,
        ("settlement.ron_two",),
        None,
    ),
    (
        lambda: settle_win(
            load("beginner"), Hand(0), [HAND, HAND._replace(winner=2), HAND._replace(winner=0)], 3
        ),
        OPEN,
        ("settlement.ron_three",),
        None,
    ),
    (
        lambda: settle_win(ALL_PAID, Hand(0, deposits=1), [HAND, HAND._replace(winner=2)], 3),
        OPEN,
        ("settlement.multi_ron_sticks",),
        None,
    ),
    (
        lambda: settle_win(
            load("ema_2025"), Hand(0, deposits=1, riichi=(1, 2)), [HAND, HAND._replace(winner=2)], 3
        ),
        "sticks_do_not_match",
        (),
        "More winners are in riichi than sticks lie on the table.",
    ),
    (
        lambda: settle_win(WAREME, Hand(0), [HAND], 2),
        "no_marked_seat",
        ("marked",),
        "Say whose wall was broken: that seat is doubled.",
    ),
    (
        lambda: settle_win(WAREME, Hand(0, marked=4), [HAND], 2),
        "no_such_seat",
        ("marked",),
        "The marked seat is not at this table.",
    ),
    (
        lambda: settle_win(
            WAREME.with_house_rules("x", {"overlay.wareme_on_deposits": True}),
            Hand(0, 0, 1, marked=0),
            [HAND],
            2,
        ),
        "undefined",
        ("overlay.wareme_on_deposits",),
        "No rule says who pays doubled deposits.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, han=0, fu=30)], 2),
        "below_minimum",
        ("han",),
        "A win needs at least 1 han here.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, han=401, fu=30)], 2),
        "no_such_hand",
        ("han",),
        "There is no hand of 401 han.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, han=2)], 2),
        "fu_needed",
        ("fu",),
        "A hand of 2 han needs its fu.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, han=2, fu=35)], 2),
        "no_such_hand",
        ("fu",),
        "Fu are 20, 25 or 30, 40, … 140; not 35.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, han=1, fu=25)], 2),
        "no_such_hand",
        ("han", "fu"),
        "25 fu are seven pairs: they cannot have 1 han.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, han=2, fu=20)], 2),
        "no_such_hand",
        ("fu",),
        "A ron has at least 30 fu.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, han=1, fu=20)]),
        "no_such_hand",
        ("han", "fu"),
        "20 fu by tsumo are pinfu: two han.",
    ),
    (
        lambda: settle_win(load("uspml_interim"), Hand(0), [Win(1, han=4, fu=30)], 2),
        OPEN,
        ("score.kiriage",),
        None,
    ),
    (lambda: settle_win(load("danching"), Hand(0), [Win(1, han=13, fu=30)], 2), OPEN, ("score.kazoe",), None),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, units=21)], 2),
        "no_such_hand",
        ("units",),
        "A hand is worth 1 to 20 yakuman.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [Win(1, yakuman=("kokushi",), units=2)], 2),
        "units_do_not_match",
        ("units",),
        "Under this rulebook these patterns are worth 1 yakuman, not 2.",
    ),
    (
        lambda: settle_win(load("beginner"), Hand(0), [Win(1, yakuman=("daisangen", "tsuuiisou"))], 2),
        OPEN,
        ("score.yakuman_stack",),
        None,
    ),
    (
        lambda: settle_win(AOTENJO, Hand(0), [Win(1, yakuman=("kokushi",))], 2),
        "fu_needed",
        ("fu",),
        "Without limits a yakuman needs its fu.",
    ),
    (
        lambda: settle_win(load("mcr"), Hand(0), [Win(1, points=7)], 2),
        "below_minimum",
        ("points",),
        "A win needs at least 8 points here.",
    ),
    (
        lambda: settle_win(load("mcr"), Hand(0), [Win(1, points=10_001)], 2),
        "no_such_hand",
        ("points",),
        "There is no hand of 10001 points.",
    ),
    (
        lambda: settle_win(load("shinhochi"), Hand(0, honba=1), [HAND], 2),
        OPEN,
        ("settlement.honba_ron", "settlement.honba_tsumo_each"),
        None,
    ),
    (
        lambda: settle_win(load("jpml_a"), Hand(0), [HAND._replace(open_kan_from=3)], 2),
        "kan_without_tsumo",
        ("open_kan_from",),
        "A win on a replacement tile must be a tsumo.",
    ),
    (
        lambda: settle_win(load("beginner"), Hand(0), [HAND._replace(open_kan_from=3)]),
        OPEN,
        ("settlement.daiminkan_pao",),
        None,
    ),
    (
        lambda: settle_win(load("jpml_a"), Hand(0), [HAND._replace(open_kan_from=1)]),
        "no_such_liability",
        ("open_kan_from",),
        "Somebody else at the table is liable.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [BIG._replace(pao=Liability(4, "daisangen"))], 2),
        "no_such_liability",
        ("pao",),
        "Somebody else at the table is liable.",
    ),
    (
        lambda: settle_win(load("mleague"), Hand(0), [BIG._replace(pao=Liability(3, "kokushi"))], 2),
        "no_such_liability",
        ("pao",),
        "The hand has no kokushi to be liable for.",
    ),
    (lambda: settle_win(load("danching"), Hand(0), [BIG], 2), OPEN, ("settlement.pao_yaku",), None),
    (
        lambda: settle_win(unset("mleague", "settlement.pao_tsumo"), Hand(0), [BIG]),
        OPEN,
        ("settlement.pao_tsumo",),
        None,
    ),
    (
        lambda: settle_win(unset("mleague", "settlement.pao_ron"), Hand(0), [BIG], 2),
        OPEN,
        ("settlement.pao_ron",),
        None,
    ),
    (
        lambda: settle_win(unset("mleague", "settlement.pao_honba"), Hand(0, honba=1), [BIG], 2),
        OPEN,
        ("settlement.pao_honba",),
        None,
    ),
    (
        lambda: settle_win(
            unset("mleague", "settlement.pao_scope"),
            Hand(0),
            [BIG._replace(yakuman=("daisangen", "tsuuiisou"))],
            2,
        ),
        OPEN,
        ("settlement.pao_scope",),
        None,
    ),
    (
        lambda: settle_win(AOTENJO, Hand(0), [BIG._replace(yakuman=("daisangen", "tsuuiisou"), fu=30)], 2),
        "undefined",
        ("pao",),
        "Without limits no rule splits a compound yakuman.",
    ),
    (
        lambda: noten_payments(load("mleague"), [0, 0]),
        "no_such_seat",
        ("tenpai",),
        "Each tenpai player is named once.",
    ),
    (lambda: noten_payments(load("beginner"), [0]), OPEN, ("draw.noten_total",), None),
    (
        lambda: noten_payments(load("mleague").with_house_rules("x", {"draw.noten_total": 1_000}), [0]),
        "undefined",
        ("draw.noten_total",),
        "A noten penalty of 1,000 cannot be shared between 3 and 1 players.",
    ),
    (lambda: nagashi_payments(load("beginner"), 0, [1]), OPEN, ("draw.nagashi_mangan",), None),
    (
        lambda: nagashi_payments(load("mleague"), 0, [1]),
        "no_nagashi_mangan",
        ("nagashi",),
        "This rulebook knows no nagashi mangan.",
    ),
    (
        lambda: nagashi_payments(load("tenhou"), 0, [1, 1]),
        "no_such_seat",
        ("nagashi",),
        "Each player with a nagashi mangan is named once.",
    ),
    (
        lambda: check_abort(load("mleague"), "kyuushu"),
        "no_such_abort",
        ("abort",),
        "This rulebook does not abort a hand for nine kinds of terminals and honours.",
    ),
    (
        lambda: check_abort(load("mleague"), "earthquake of the century"),
        "no_such_abort",
        ("abort",),
        "This rulebook does not abort a hand for 'earthquake of the ce'.",
    ),
    (lambda: check_abort(unset("mleague", "draw.aborts"), "kyuushu"), OPEN, ("draw.aborts",), None),
    (
        lambda: dealer_stays_after_draw(unset("mleague", "game_end.renchan"), 0, [0]),
        OPEN,
        ("game_end.renchan",),
        None,
    ),
    (lambda: dealer_stays_after_abort(load("mleague")), OPEN, ("draw.abort_dealer",), None),
    (
        lambda: punish(load("mleague"), Hand(0), []),
        "no_such_seat",
        ("offenders",),
        "Each offender is named once.",
    ),
    (
        lambda: punish(load("mleague"), Hand(0), [4]),
        "no_such_seat",
        ("offenders",),
        "Seats are numbered from 0 to 3.",
    ),
    (
        lambda: punish(load("tenhou"), Hand(0), [1]),
        "no_chombo_in_rulebook",
        ("chombo.kind",),
        "This rulebook knows no chombo. Set its sanction as a house rule.",
    ),
    (lambda: punish(load("wsom"), Hand(0), [1]), OPEN, ("chombo.kind",), None),
    (
        lambda: punish(load("beginner"), Hand(0, deposits=1, riichi=(2,)), [1]),
        OPEN,
        ("chombo.replay", "chombo.honba", "chombo.riichi_sticks"),
        None,
    ),
    (lambda: punish(unset("mleague", "chombo.amount"), Hand(0), [1]), OPEN, ("chombo.amount",), None),
    (lambda: start(load("shinhochi")), OPEN, ("table.starting_points",), None),
    (
        lambda: play(BOOK, START, Outcome("sing a song for all of us")),
        "invalid_outcome",
        ("kind",),
        "There is no outcome 'sing a song for all '.",
    ),
    (
        lambda: play(BOOK, START._replace(over="time"), Outcome("draw")),
        "game_over",
        ("kind",),
        "The game is over; only a correction can follow.",
    ),
    (
        lambda: play(BOOK, START, Outcome("draw", tenpai=(4,))),
        "no_such_seat",
        ("tenpai",),
        "Seats are numbered from 0 to 3, each once.",
    ),
    (
        lambda: play(BOOK, START, Outcome("draw", riichi=(1, 1))),
        "no_such_seat",
        ("riichi",),
        "Seats are numbered from 0 to 3, each once.",
    ),
    (
        lambda: play(BOOK, START, Outcome("chombo", offenders=(-1,))),
        "no_such_seat",
        ("offenders",),
        "Seats are numbered from 0 to 3, each once.",
    ),
    (
        lambda: play(BOOK, START, Outcome("draw", tenpai=(1,), riichi=(2,))),
        "noten_riichi",
        ("tenpai",),
        "A player in riichi is not tenpai: that is a chombo, not a draw.",
    ),
    (
        lambda: play(BOOK, START, Outcome("draw", riichi=(2,), open_hands=(2,))),
        "riichi_by_open_hand",
        ("riichi",),
        "An open hand cannot declare riichi.",
    ),
    (
        lambda: play(load("mcr"), start(load("mcr")), Outcome("draw", riichi=(2,))),
        "no_riichi_sticks",
        ("riichi",),
        "There is no riichi in this game.",
    ),
    (
        lambda: play(
            load("tenhou"),
            start(load("tenhou"))._replace(points=(900, 33_000, 33_000, 33_100)),
            Outcome("draw", riichi=(0,)),
        ),
        "too_few_points_for_riichi",
        ("riichi",),
        "Riichi costs 1,000 points; this player has 900.",
    ),
    (
        lambda: play(
            load("jpml_a"),
            start(load("jpml_a"))._replace(points=(900, 39_100, 40_000, 40_000)),
            Outcome("draw", riichi=(0,)),
        ),
        OPEN,
        ("yaku.riichi_below_1000",),
        None,
    ),
    (
        lambda: play(
            load("tenhou"), start(load("tenhou")), Outcome("abort", abort="suuriichi", riichi=(0, 1))
        ),
        "four_riichi_needed",
        ("riichi",),
        "Not everybody has declared riichi.",
    ),
    (
        lambda: play(BOOK, START, Outcome("draw", tenpai=(0,), stop=True)),
        "cannot_stop",
        ("stop",),
        "The dealer cannot end the game here: only in the last hand, in the lead, and where the rulebook allows it.",
    ),
    (
        lambda: play(BOOK, START._replace(round=1, dealer=3), Outcome("draw", tenpai=(3,), stop=True)),
        "cannot_stop",
        ("stop",),
        "The dealer cannot end the game here: only in the last hand, in the lead, and where the rulebook allows it.",
    ),
    (
        lambda: play(BOOK, START._replace(round=1, dealer=3), Outcome("draw", stop=True)),
        "cannot_stop",
        ("stop",),
        "The dealer cannot end the game here: only in the last hand, in the lead, and where the rulebook allows it.",
    ),
    (
        lambda: play(BOOK, START, Outcome("adjust", delta=(1,))),
        "wrong_number_of_players",
        ("delta",),
        "A correction is for 4 seats.",
    ),
    (
        lambda: play(BOOK, START, Outcome("adjust", sticks=-1)),
        "invalid_sticks",
        ("sticks",),
        "There are not so many sticks on the table.",
    ),
    (
        lambda: play(
            unset("mleague", "game_end.tobi"), START._replace(points=(0, 50_000, 50_000, 0)), Outcome("draw")
        ),
        OPEN,
        ("game_end.tobi",),
        None,
    ),
]


@pytest.mark.parametrize(("ask", "code", "fields", "message"), REFUSALS)
def test_each_refusal_says_what_is_so_and_where(ask, code, fields, message):
    with pytest.raises(RuleError) as refused:
        ask()

    assert (refused.value.code, refused.value.fields) == (code, fields)
    assert refused.value.message == (message or f"{LEFT_OPEN}{', '.join(fields)}.")
