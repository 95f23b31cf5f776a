"""The Heisei-ban Shin-Hochi rules, article by article, where they can be read literally."""

import pytest

from scoring.errors import ScoringError
from scoring.game.game import final_result, play, replay, start
from scoring.game.outcome import Outcome
from scoring.hand.chombo import punish
from scoring.hand.exhaustive_draw import noten_payments
from scoring.hand.payment import settle_win
from scoring.hand.win import Hand, Liability, Win
from scoring.rulebook.rulebook import load

BOOK = load("shinhochi")
EVENT = BOOK.with_house_rules(
    "what the articles leave open",
    {
        "table.starting_points": 30_000,
        "result.return_points": 30_000,
        "result.oka": 0,
        "result.uma": {"*": [12, 4, -4, -12]},
        "result.tie": "seat_order",
    },
)
"""The articles with what an event has to say; counters stay unset, there are none."""


def win(winner, loser=None, han=1, fu=30):
    return Outcome("win", wins=(Win(winner, han=han, fu=fu),), loser=loser)


def test_articles_21_to_24_the_deal_goes_round_twice():
    state, seen = start(EVENT), []
    while not state.over:
        seen.append((state.round, state.dealer))
        state = play(EVENT, state, Outcome("draw"))

    assert seen == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)]


def test_article_22_when_the_deal_passes():
    first = start(EVENT)

    assert play(EVENT, first, win(1, 0)).dealer == 1
    assert play(EVENT, first, Outcome("draw", tenpai=(1,))).dealer == 1
    assert play(EVENT, first, win(0, 1)).dealer == 0
    assert play(EVENT, first, Outcome("draw", tenpai=(0,))).dealer == 0


def test_articles_42_and_43_deposits():
    carried = replay(EVENT, [Outcome("draw", tenpai=(1, 2), riichi=(1, 2))])
    assert (carried.points, carried.deposits) == ((28_500, 30_500, 30_500, 28_500), 2)

    taken = play(EVENT, carried._replace(honba=0), win(3, 0, han=2))
    assert (taken.points, taken.deposits) == ((26_500, 30_500, 30_500, 32_500), 0)

    lost = final_result(EVENT, carried)
    assert [seat.leftover for seat in lost.seats] == [0, 0, 0, 0]


def test_article_54_several_yakuman_are_worth_one():
    paid = settle_win(BOOK, Hand(0), [Win(1, yakuman=("daisangen", "tsuuiisou", "suuankou"))], 2)

    assert paid.delta == (0, 32_000, -32_000, 0)
    with pytest.raises(ScoringError) as refused:
        settle_win(BOOK, Hand(0), [Win(1, units=2)], 2)
    assert refused.value.code == "units_do_not_match"


def up_to_100(points):
    return -(-points // 100) * 100


LIMITS = {7: 8_000, 9: 12_000, 12: 16_000}


def article_59(n, ron):
    """A child's limit by han with dora and the two bazoro, if the points exceed 8,000."""
    if ron <= 8_000:
        return None
    return next((points for most, points in LIMITS.items() if n <= most), 24_000)


@pytest.mark.parametrize("fu", [20, 25, *range(30, 120, 10)])
@pytest.mark.parametrize("han", range(1, 14))
def test_articles_57_to_59_read_literally(han, fu):
    n = han + 2  # article 57-2
    a = fu * 2**n  # 57-3, 57-4: B is 2A
    child_ron, dealer_ron = up_to_100(4 * a), up_to_100(3 * 2 * a)
    child_tsumo = (up_to_100(2 * a), up_to_100(a))
    limit = article_59(n, 4 * a)
    if limit:
        child_ron, dealer_ron, child_tsumo = limit, limit * 3 // 2, (limit // 2, limit // 4)

    for loser in (2, None):
        try:
            child = settle_win(BOOK, Hand(0), [Win(1, han=han, fu=fu)], loser).delta
            dealer = settle_win(BOOK, Hand(0), [Win(0, han=han, fu=fu)], loser).delta
        except ScoringError as refused:
            # No such hand: 20 fu are pinfu tsumo, 25 fu are seven pairs, 110 fu are two han.
            code = refused.code
            assert code == "no_such_hand"
            assert fu in (20, 25) or (han, fu) == (1, 110)
            continue
        if loser is not None:
            assert (child, dealer) == ((0, child_ron, -child_ron, 0), (dealer_ron, 0, -dealer_ron, 0))
        else:
            parent, other = child_tsumo
            assert child == (-parent, parent + 2 * other, -other, -other)
            assert dealer == (3 * parent, -parent, -parent, -parent)


def test_article_65_one_winner_a_hand():
    wins = [Win(3, han=2, fu=30), Win(1, han=1, fu=30), Win(2, han=5, fu=30)]

    assert settle_win(BOOK, Hand(3), wins, 0).delta == (-1_000, 1_000, 0, 0)


def test_article_67_liability():
    for yaku in ("daisangen", "daisuushii"):
        bound = Win(1, yakuman=(yaku,), pao=Liability(3, yaku))
        assert settle_win(BOOK, Hand(0), [bound]).delta == (0, 32_000, 0, -32_000)
        assert settle_win(BOOK, Hand(0), [bound], 2).delta == (0, 32_000, -16_000, -16_000)
    free = Win(1, yakuman=("suukantsu",), pao=Liability(3, "suukantsu"))
    assert settle_win(BOOK, Hand(0), [free], 2).delta == (0, 32_000, -32_000, 0)


def test_articles_68_and_69_chombo():
    foul = punish(BOOK, Hand(0, deposits=2, riichi=(3,)), [1, 2])

    assert (foul.delta, foul.returned, foul.deposits, foul.replay) == (
        (6_000, -6_000, -6_000, 7_000),
        (3,),
        1,
        True,
    )


@pytest.mark.parametrize(
    ("tenpai", "delta"),
    [
        ((), (0, 0, 0, 0)),
        ((2,), (-1_000, -1_000, 3_000, -1_000)),
        ((0, 2), (1_500, -1_500, 1_500, -1_500)),
        ((0, 1, 2), (1_000, 1_000, 1_000, -3_000)),
        ((0, 1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_article_71_noten_payments(tenpai, delta):
    assert noten_payments(BOOK, tenpai) == delta
