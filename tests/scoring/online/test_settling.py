"""Online games by our rules: hand by hand what their platforms paid, and what is said where they paid otherwise."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from scoring.errors import ScoringError
from scoring.game.game import final_result, play, start
from scoring.hand.details import Details
from scoring.online.online_game import OnlineGame, OnlineHand
from scoring.online.reading import read_online_game
from scoring.online.settling import fitting, settle_online_game
from scoring.rulebook.rulebook import Rulebook, load
from scoring.text.errors import say_refusal
from tests.scoring.online.platform_logs import (
    ALL_ENDS,
    OF_THREE,
    WEST_ROUND,
    PlayedHand,
    PlayedWin,
    mahjong_soul,
    ranked_game,
    tenhou_json,
)

TENHOU, SANMA = load("tenhou"), load("tenhou_sanma")


def game_of(played: Sequence[PlayedHand]) -> OnlineGame:
    return read_online_game(json.dumps(tenhou_json(played)))


def tenhou_with(changes: dict[str, object]) -> Rulebook:
    return TENHOU.with_house_rules("Online league", changes)


def refusal(book: Rulebook, game: OnlineGame) -> tuple[str, str]:
    with pytest.raises(ScoringError) as refused:
        settle_online_game(book, game)
    return refused.value.code, refused.value.message


@pytest.mark.parametrize(
    ("book", "played", "over", "points"),
    [
        (TENHOU, ALL_ENDS, "bankruptcy", (61900, 44700, 13200, -19800)),
        (TENHOU, WEST_ROUND, "goal_reached", (25000, 59700, 9000, 6300)),
        (SANMA, OF_THREE, "dealer_stops", (17900, 40900, 46200)),
    ],
)
def test_our_engine_pays_every_hand_as_tenhou_does(
    book: Rulebook, played: Sequence[PlayedHand], over: str, points: tuple[int, ...]
) -> None:
    settled = settle_online_game(book, game_of(played))

    assert [hand.number for hand in settled.hands if hand.differs] == []
    assert [hand.after.points for hand in settled.hands] == [hand.after for hand in played]
    assert (settled.state.over, settled.state.points, settled.platform_points) == (over, points, points)


def test_and_as_mahjong_soul_does_with_three() -> None:
    book = load("mahjongsoul_sanma")

    settled = settle_online_game(book, read_online_game(json.dumps(mahjong_soul(OF_THREE))))

    assert [hand.number for hand in settled.hands if hand.differs] == []
    assert [seat.total for seat in final_result(book, settled.state).seats] == [-32_100, 5_900, 26_200]


def mjlog_hand(begin: str, end: str) -> OnlineHand:
    """A real hand of Tenhou, from the tests of kobalab/tenhou-url-log: `seed`, `ten`, and how it ended."""
    xml = f"<mjloggm><GO type='9'/><UN n0='A' n1='B' n2='C' n3='D'/><INIT {begin}/>{end}</mjloggm>"
    return read_online_game(xml).hands[0]


REAL = {
    "riichi and tsumo of the dealer": (
        'seed="3,0,0" ten="47,233,397,323" oya="3"',
        '<REACH who="3" step="2"/><AGARI ba="0,1" ten="20,18000,2" yaku="1,1,0,1,7,1,8,1,54,2,53,0" who="3" '
        'fromWho="3" sc="47,-60,233,-60,397,-60,313,190"/>',
        (-6000, -6000, -6000, 18000),
    ),
    "an open ron of the dealer": (
        'seed="1,0,0" ten="210,230,330,230" oya="1"',
        '<N who="1" m="39465"/><AGARI ba="0,0" m="39465,1641" ten="30,5800,0" yaku="8,1,52,1,54,1" who="1" '
        'fromWho="2" sc="210,0,230,58,330,-58,230,0"/>',
        (0, 5800, -5800, 0),
    ),
    "a double ron with a stick on the table": (
        'seed="1,0,1" ten="382,120,88,400" oya="1"',
        '<AGARI ba="0,1" machi="52" ten="30,7700,0" yaku="15,1,52,2,54,1" who="3" fromWho="2" '
        'sc="382,0,120,0,88,-77,400,87"/><AGARI ba="0,0" machi="52" ten="30,3900,0" yaku="8,1,52,1,54,1" who="0" '
        'fromWho="2" sc="382,39,120,0,11,-39,487,0"/>',
        (3900, 0, -11600, 8700),
    ),
    "a yakuman of the dealer": (
        'seed="1,1,0" ten="114,364,224,298" oya="1"',
        '<AGARI ba="1,0" machi="121" ten="40,48000,5" yakuman="39" who="1" fromWho="3" '
        'sc="114,0,364,483,224,0,298,-483"/>',
        (0, 48300, 0, -48300),
    ),
    "two yakuman in a hand": (
        'seed="2,1,0" ten="244,94,308,354" oya="2"',
        '<AGARI ba="1,0" machi="120" ten="40,96000,5" yakuman="50,42" who="2" fromWho="3" '
        'sc="244,0,94,0,308,963,354,-963"/>',
        (0, 0, 96300, -96300),
    ),
    "a yakuman for which somebody else is liable": (
        'seed="1,1,0" ten="404,125,155,316" oya="1"',
        '<AGARI ba="1,0" machi="11" ten="40,32000,5" yakuman="39" who="0" fromWho="2" paoWho="1" '
        'sc="404,323,125,-163,155,-160,316,0"/>',
        (32300, -16300, -16000, 0),
    ),
    "two tenpai": (
        'seed="1,1,3" ten="194,334,196,246" oya="1"',
        '<RYUUKYOKU ba="1,3" sc="194,15,334,15,196,-15,246,-15" hai0="46" hai1="28"/>',
        (1500, 1500, -1500, -1500),
    ),
    "one tenpai": (
        'seed="1,0,0" ten="170,210,410,210" oya="1"',
        '<RYUUKYOKU ba="0,0" sc="170,-10,210,30,410,-10,210,-10" hai1="72"/>',
        (-1000, 3000, -1000, -1000),
    ),
    "nagashi mangan": (
        'seed="1,0,1" ten="211,230,220,329" oya="1"',
        '<RYUUKYOKU type="nm" ba="0,1" sc="211,-20,230,-40,220,-20,329,80" hai0="25" hai1="30" hai2="10"/>',
        (-2000, -4000, -2000, 8000),
    ),
}


@pytest.mark.parametrize("name", REAL)
def test_a_real_hand_of_tenhou_is_paid_as_it_was(name: str) -> None:
    begin, end, change = REAL[name]
    hand = mjlog_hand(begin, end)
    state = start(TENHOU)._replace(
        points=hand.points, round=hand.round, dealer=hand.dealer, honba=hand.honba, deposits=hand.deposits
    )
    state = state._replace(imbalance=100_000 - sum(hand.points) - 1_000 * hand.deposits)

    after = play(TENHOU, state, fitting(TENHOU, state, hand.outcome))

    assert tuple(one - before for before, one in zip(state.points, after.points, strict=True)) == change
    assert after.points == hand.after


def test_a_real_ranked_game_is_paid_as_it_was() -> None:
    settled = settle_online_game(TENHOU, read_online_game(json.dumps(ranked_game())))

    assert [hand.differs for hand in settled.hands] == [False, False, False]
    assert (settled.state.over, settled.state.points) == ("bankruptcy", (21100, 55000, -4900, 28800))


def test_what_a_platform_pays_otherwise_is_seen_in_its_hand_and_in_no_other() -> None:
    """Two han with 120 fu and the like aside: with kiriage mangan, four han with 30 fu are 8,000."""
    played = (
        PlayedHand(
            (0, 0, 0, 0), (25000,) * 4, (25000, 32700, 17300, 25000), loser=2,
            wins=(PlayedWin(1, (("dora", 3), ("tanyao", 1)), 30, "30符4飜7700点", (0, 7700, -7700, 0)),),
        ),
        PlayedHand(
            (0, 1, 0, 0), (25000, 32700, 17300, 25000), (25000, 31700, 18300, 25000), loser=1,
            wins=(PlayedWin(2, (("tanyao", 1),), 30, "30符1飜1000点", (0, -1000, 1000, 0)),),
        ),
    )  # fmt: skip

    settled = settle_online_game(tenhou_with({"score.kiriage": True}), game_of(played))

    assert [hand.differs for hand in settled.hands] == [True, False]
    assert settled.hands[0].change == (0, 8000, -8000, 0)
    assert (settled.state.points, settled.platform_points) == ((25000, 32000, 18000, 25000), played[-1].after)


def test_where_the_dealer_may_choose_the_end_of_the_log_is_the_choice() -> None:
    optional = SANMA.with_house_rules("Online league", {"game_end.agariyame": "optional"})

    settled = settle_online_game(optional, game_of(OF_THREE))

    assert [hand.outcome.stop for hand in settled.hands] == [False] * 7 + [True]
    assert settled.state.over == "dealer_stops"


def test_a_game_that_is_not_over_by_our_rules_can_be_looked_at() -> None:
    settled = settle_online_game(TENHOU, game_of(ALL_ENDS[:-1]))

    assert settled.state.over == ""


@pytest.mark.parametrize(
    ("book", "played", "message"),
    [
        (SANMA, ALL_ENDS, "This game was played by 4 players; this table has 3."),
        (TENHOU, OF_THREE, "This game was played by 3 players; this table has 4."),
        (
            tenhou_with({"overlay.unlimited": True}), ALL_ENDS,
            "This table plays without mangan or other limits, which no platform does.",
        ),
        (load("wsom"), ALL_ENDS, "This table does not play riichi, so its hands are not paid by han and fu."),
        (
            tenhou_with({"table.starting_points": 30000}), ALL_ENDS,
            "This game started with 25,000 points; by the rules of this table it starts with 30,000.",
        ),
        (
            tenhou_with({"bonus.red_fives": 0}), ALL_ENDS,
            "This game was played with red fives; the rules of this table have none.",
        ),
        (
            tenhou_with({"bonus.ippatsu": False}), ALL_ENDS,
            "Hand 1 of this log counts ippatsu; the rules of this table do not.",
        ),
    ],
)  # fmt: skip
def test_a_game_of_other_rules_is_refused(book: Rulebook, played: Sequence[PlayedHand], message: str) -> None:
    assert refusal(book, game_of(played)) == ("other_rules", message)


def test_tanyao_counts_in_an_open_hand_only_where_the_rules_have_it() -> None:
    win = PlayedWin(1, (("tanyao", 1),), 30, "30符1飜1000点", (0, 1000, -1000, 0))
    closed = PlayedHand((0, 0, 0, 0), (25000,) * 4, (25000, 26000, 24000, 25000), loser=2, wins=(win,))
    without = tenhou_with({"yaku.kuitan": False})

    assert settle_online_game(without, game_of((closed,))).state.points == closed.after
    assert refusal(without, game_of((replace(closed, calls=(1,)),))) == (
        "other_rules",
        "Hand 1 of this log counts open tanyao; the rules of this table do not.",
    )


def test_hands_keep_their_yaku_and_dora_unless_the_log_contradicts_itself() -> None:
    """Hand 2 is open by its fu: the log has left out what was called."""
    win = PlayedWin(2, (("tanyao", 1),), 30, "30符1飜1000点", (0, 0, 1000, -1000))
    again = PlayedHand((0, 1, 0, 0), ALL_ENDS[1].points, (25000, 30200, 20800, 24000), loser=3, wins=(win,))
    settled = settle_online_game(TENHOU, game_of((ALL_ENDS[0], again)))

    assert [[win.details for win in hand.outcome.wins] for hand in settled.hands] == [
        [Details(("riichi", "ippatsu"), dora=(("dora", 1),))],
        [None],
    ]


def test_a_game_with_a_hand_missing_is_refused() -> None:
    assert refusal(TENHOU, game_of((*ALL_ENDS[:4], *ALL_ENDS[5:]))) == (
        "other_course",
        "Hand 5 of this log is East 2 with 4 counters and 1 sticks; by the rules of this table, it is East "
        "2 with 3 and 1. Either hands are missing, or the game used other rules.",
    )


def test_a_log_that_goes_on_after_the_end_is_refused() -> None:
    of_any_length = replace(game_of(WEST_ROUND), length="")

    assert refusal(tenhou_with({"table.length": "tonpuu"}), of_any_length) == (
        "other_course",
        "By the rules of this table, the game is over after hand 9, but this log continues.",
    )


@pytest.mark.parametrize(
    ("changes", "hand", "why"),
    [
        ({"draw.aborts": ["kyuushu"]}, "Hand 4 of this log (East 2)", "does not abort a hand for four winds"),
        ({"draw.nagashi_mangan": "none"}, "Hand 10 of this log (East 3)", "knows no nagashi mangan"),
    ],
)
def test_a_hand_that_cannot_be_by_our_rules_is_named(changes: dict[str, object], hand: str, why: str) -> None:
    code, message = refusal(tenhou_with(changes), game_of(ALL_ENDS))

    assert code == "hand_refused"
    assert message.startswith(hand)
    assert why in message


def test_refusals_are_said_in_japanese() -> None:
    with pytest.raises(ScoringError) as refused:
        settle_online_game(tenhou_with({"draw.aborts": ["kyuushu"]}), game_of(ALL_ENDS))

    said = say_refusal(refused.value, "ja")

    assert "東2局" in said
    assert not re.search("[A-Za-z]{3}", said)
