"""Mahjong Rengo (μ), as its 24 main rules say. The numbers are theirs: https://mj-king.net/pro/6/2.html"""

import pytest

from scoring.errors import NeedsEventSetting
from scoring.game.game import replay
from scoring.game.outcome import Outcome
from scoring.hand.payment import settle_win
from scoring.hand.win import Hand, Win
from scoring.result.formatting import show_total
from scoring.result.result import settle
from scoring.rulebook.fields import NA
from scoring.rulebook.rulebook import load, unset_fields

# What the text leaves open and an event has to say.
EVENT = {
    "table.starting_points": 30_000,
    "result.return_points": 30_000,
    "result.oka": 0,
    "result.leftover_deposits": "lost",
    "game_end.tobi": "none",
}
MU = load("mu")
PLAYED = MU.with_house_rules("An event", EVENT)


def test_1_to_4_one_han_with_open_tanyao_no_bonus_but_dora_and_no_abortive_draw() -> None:
    assert (MU.score.min_han, MU.yaku.kuitan, MU.yaku.atozuke, MU.yaku.kuikae) == (1, True, True, "allowed")
    assert (MU.bonus.ippatsu, MU.bonus.ura, MU.bonus.kan_dora) == (False, False, False)
    assert MU.draw.aborts == ()


def test_9_of_two_who_call_the_next_in_turn_wins_alone() -> None:
    wins = [Win(1, han=3, fu=30), Win(2, han=2, fu=40)]

    assert settle_win(PLAYED, Hand(dealer=3), wins, 0).delta == (-3_900, 3_900, 0, 0)


def test_10_there_are_no_counters() -> None:
    first, fifth = (
        settle_win(PLAYED, Hand(dealer=0, honba=honba), [Win(1, han=3, fu=30)], 2) for honba in (0, 5)
    )

    assert first.delta == fifth.delta == (0, 3_900, -3_900, 0)


@pytest.mark.parametrize(("han", "fu"), [(4, 30), (3, 60)], ids=["30 fu 6 han", "60 fu 5 han"])
def test_11_no_rounding_up_to_a_mangan(han: int, fu: int) -> None:
    """Han are quoted with the two bazoro: 6 and 5."""
    assert settle_win(PLAYED, Hand(dealer=0), [Win(1, han=han, fu=fu)], 2).delta == (0, 7_700, -7_700, 0)
    assert settle_win(PLAYED, Hand(dealer=0), [Win(0, han=han, fu=fu)], 2).delta == (11_600, 0, -11_600, 0)


def test_12_and_13_three_thousand_are_paid_by_the_noten_and_a_tenpai_dealer_stays() -> None:
    state = replay(PLAYED, [Outcome("draw", tenpai=(0, 2))])

    assert (state.points, state.dealer) == ((31_500, 28_500, 31_500, 28_500), 0)


def test_16_liability_is_for_two_yakuman_only() -> None:
    assert MU.settlement.pao_yaku == ("daisangen", "daisuushii")
    assert MU.settlement.daiminkan_pao is False


def test_18_a_chombo_takes_20_points_from_the_total_and_the_hand_is_played_again() -> None:
    result = settle(PLAYED, [30_000] * 4, chombo=[1, 0, 0, 0])

    assert [show_total(total, result.units_per_point) for total in result.totals] == ["-20", "0", "0", "0"]
    assert MU.chombo.replay is True


def test_20_and_21_neither_renhou_nor_nagashi_mangan() -> None:
    assert (MU.yaku.renhou, MU.draw.nagashi_mangan) == ("none", "none")


@pytest.mark.parametrize(
    ("points", "totals"),
    [
        ([41_000, 32_000, 27_000, 20_000], ["+23", "+6", "-7", "-22"]),
        ([35_000, 35_000, 27_000, 23_000], ["+13", "+13", "-7", "-19"]),
        ([42_000, 26_000, 26_000, 26_000], ["+24", "-8", "-8", "-8"]),
        ([32_000, 32_000, 32_000, 24_000], ["+6", "+6", "+6", "-18"]),
        ([30_000] * 4, ["0", "0", "0", "0"]),
    ],
)
def test_22_and_23_rank_points_of_12_and_4_which_ties_share(points: list[int], totals: list[str]) -> None:
    result = settle(PLAYED, points)

    assert [show_total(total, result.units_per_point) for total in result.totals] == totals


def test_what_the_24_rules_do_not_say_is_asked() -> None:
    assert unset_fields(MU, hands=False) == [
        "table.starting_points",
        "result.return_points",
        "result.oka",
        "result.leftover_deposits",
    ]
    assert MU.settlement.multi_ron_sticks is NA
    with pytest.raises(NeedsEventSetting):
        settle(MU, [30_000] * 4)
