"""What a game told hand by hand counts for everybody at its table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.game.game import play, start
from scoring.game.outcome import Outcome
from scoring.hand.details import Details
from scoring.hand.win import Liability, Win
from scoring.rulebook.rulebook import load
from scoring.statistics.counting import KAZOE, YakumanWon, count_game
from scoring.statistics.counts import NAMES, Counts, sum_of
from tests.scoring.game.test_game import PLAYABLE, outcomes

MLEAGUE = load("mleague")
TENHOU = load("tenhou")
# Nobody is bankrupt.
DEEP = TENHOU.with_house_rules("deep", {"game_end.tobi": "none"})


def win(winner, loser=None, *, han=1, fu=30, **more):
    return Outcome("win", wins=(Win(winner, han=han, fu=fu),), loser=loser, **more)


def told(book, *happened):
    """By seat what was counted, without what is nothing."""
    return [
        {name: getattr(one, name) for name in NAMES if getattr(one, name)}
        for one in count_game(book, happened).seats
    ]


def test_a_ron_is_won_by_one_and_dealt_in_by_another_without_counters_and_sticks():
    here = {"games": 1, "hands": 2, "riichi_hands": 2}
    drawn = {"draws": 1}

    assert told(
        MLEAGUE,
        Outcome("draw", tenpai=(0, 1), riichi=(1,)),
        win(0, 2, han=3, fu=40, riichi=(0, 3)),
    ) == [
        here
        | drawn
        | {"tenpai": 1, "dealer_streak": 2, "riichi": 1, "wins": 1, "riichi_wins": 1}
        | {"win_points": 7_700, "best_win": 7_700},
        here | drawn | {"tenpai": 1, "riichi": 1},
        here | drawn | {"deal_ins": 1, "deal_in_points": 7_700},
        here | drawn | {"riichi": 1},
    ]


def test_yaku_and_dora_count_of_the_wins_that_told_them():
    """A yakuman has its own list, and of a win that told nothing nothing is known."""
    pinfu = Details(("riichi", "pinfu"), dora=(("dora", 1), ("ura_dora", 2)))
    tanyao = Details(("tanyao",), is_open=True)
    game = count_game(
        DEEP,
        [
            Outcome("win", wins=(Win(0, han=5, details=pinfu),), loser=2, riichi=(0,)),
            Outcome("win", wins=(Win(0, han=1, fu=30, details=tanyao),), loser=1),
            win(0, 1),
            Outcome("win", wins=(Win(0, yakuman=("kokushi",)),), loser=1),
        ],
    )

    assert [(one.wins, one.yaku_wins, one.dora) for one in game.seats] == [(4, 2, 3), (0, 0, 0)] + [
        (0, 0, 0)
    ] * 2
    assert [dict(one) for one in game.yaku] == [{"riichi": 1, "pinfu": 1, "tanyao": 1}, {}, {}, {}]


def test_a_tsumo_is_dealt_in_by_nobody():
    seats = count_game(MLEAGUE, [win(1, han=5)]).seats

    assert [(one.wins, one.tsumo, one.win_points, one.mangan, one.deal_ins) for one in seats] == [
        (0, 0, 0, 0, 0),
        (1, 1, 8_000, 1, 0),
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
    ]


def test_two_who_win_one_discard_are_one_deal_in_of_both():
    both = Outcome("win", wins=(Win(1, han=2, fu=30), Win(3, han=5)), loser=0, riichi=(0,))

    seats = count_game(TENHOU, [both]).seats

    assert [one.wins for one in seats] == [0, 1, 0, 1]
    assert (seats[0].deal_ins, seats[0].deal_in_points, seats[0].riichi_deal_ins) == (1, 2_000 + 8_000, 1)


def test_who_is_passed_over_by_head_bump_has_not_won():
    both = Outcome("win", wins=(Win(1, han=2, fu=30), Win(3, han=5)), loser=0)

    seats = count_game(MLEAGUE, [both]).seats

    assert [one.wins for one in seats] == [0, 1, 0, 0]
    assert (seats[0].deal_ins, seats[0].deal_in_points) == (1, 2_000)


def test_where_three_win_and_the_hand_is_aborted_nobody_has_won_or_dealt_in():
    three = Outcome("win", wins=tuple(Win(seat, han=2, fu=30) for seat in (1, 2, 3)), loser=0, riichi=(0,))

    seats = count_game(TENHOU, [three]).seats

    assert [(one.hands, one.undecided, one.wins, one.deal_ins) for one in seats] == [(1, 1, 0, 0)] * 4
    assert [one.riichi for one in seats] == [1, 0, 0, 0]


def test_a_chombo_is_no_hand_and_the_dealers_streak_goes_on_behind_it():
    foul = Outcome("chombo", offenders=(2,), riichi=(1,))

    seats = count_game(MLEAGUE, [win(0, 1), foul, win(0, 1)]).seats

    assert [(one.hands, one.riichi) for one in seats] == [(2, 0)] * 4
    assert [one.dealer_streak for one in seats] == [2, 0, 0, 0]


def test_corrections_and_the_gong_are_no_hands():
    fine = Outcome("adjust", delta=(-1_000, 0, 0, 0), reason="a stick was lost")

    game = count_game(MLEAGUE, [fine, Outcome("gong", hands_left=0)])

    assert game.seats == (Counts(games=1),) * 4
    assert (game.end.over, game.end.points) == ("time", (24_000, 25_000, 25_000, 25_000))


def test_who_is_liable_has_not_dealt_in_and_the_winner_has_won_it_all():
    pao = Win(1, yakuman=("daisangen",), pao=Liability(3, "daisangen"))

    by_tsumo, by_ron = (
        count_game(MLEAGUE, [Outcome("win", wins=(pao,), loser=loser)]) for loser in (None, 2)
    )

    assert [(one.deal_ins, one.deal_in_points) for one in by_tsumo.seats] == [(0, 0)] * 4
    assert [(one.deal_ins, one.deal_in_points) for one in by_ron.seats] == [
        (0, 0),
        (0, 0),
        (1, 16_000),
        (0, 0),
    ]
    assert [game.seats[1].win_points for game in (by_tsumo, by_ron)] == [32_000, 32_000]


def test_limits_are_counted_and_yakuman_named():
    game = count_game(
        DEEP,
        [win(0, 1, han=4, fu=40), win(0, 2, han=6), win(0, 3, han=13), win(1, 2, han=8)],
    )
    named = count_game(TENHOU, [Outcome("win", wins=(Win(2, yakuman=("kokushi",)),), loser=3)])

    east, south, *_others = game.seats
    assert (east.mangan, east.haneman, east.yakuman, south.baiman) == (1, 1, 1, 1)
    assert (east.best_win, east.dealer_streak) == (48_000, 4)
    assert game.yakuman == (YakumanWon(0, (KAZOE,)),)
    assert named.yakuman == (YakumanWon(2, ("kokushi",)),)


def test_calls_are_known_only_of_games_that_name_who_called():
    silent = told(MLEAGUE, win(0, 1))
    seats = count_game(MLEAGUE, [win(0, 1), win(0, 1, open_hands=(0, 3))]).seats

    assert not any("call_hands" in one for one in silent)
    assert [(one.call_hands, one.calls) for one in seats] == [(2, 1), (2, 0), (2, 0), (2, 1)]


def test_tenpai_is_unknown_where_nobody_pays_for_it():
    book = MLEAGUE.with_house_rules("no noten payments", {"draw.noten_total": 0})

    seats = count_game(book, [Outcome("draw", tenpai=(0,))]).seats

    assert [(one.draws, one.tenpai, one.undecided) for one in seats] == [(0, 0, 1)] * 4


def test_a_game_of_patterns_has_no_riichi_and_no_limits():
    book = load("mcr")

    assert told(book, Outcome("win", wins=(Win(2, points=88),), loser=1))[2] == {
        "games": 1,
        "hands": 1,
        "wins": 1,
        "win_points": 112,
        "best_win": 112,
    }


def test_what_cannot_follow_is_refused():
    with pytest.raises(ScoringError):
        count_game(MLEAGUE, [win(0, 0)])


@pytest.mark.slow
@given(st.sampled_from(PLAYABLE), st.lists(outcomes(), max_size=30))
def test_counts_agree_with_each_other_and_with_the_game(edition, log):
    book = load(edition)
    state, played = start(book), []
    for outcome in log:
        try:
            state = play(book, state, outcome)
        except ScoringError:
            continue
        played.append(outcome)

    game = count_game(book, played)

    seats, first = game.seats, game.seats[0]
    assert game.end == state
    for name in ("hands", "draws", "undecided", "riichi_hands", "call_hands"):
        assert len({getattr(one, name) for one in seats}) == 1, name
    assert first.hands == state.hands
    # Every hand is a tsumo, or dealt in by one, or nobody's.
    of_all = sum_of(seats)
    assert of_all.tsumo + of_all.deal_ins + first.draws + first.undecided == first.hands
    assert of_all.wins - of_all.tsumo >= of_all.deal_ins
    assert of_all.deal_in_points <= of_all.win_points
    assert of_all.yakuman == len(game.yakuman)
    for one in seats:
        assert one.tsumo <= one.wins <= one.hands
        assert one.deal_ins <= one.hands - one.wins
        assert one.riichi_wins + one.riichi_deal_ins <= one.riichi <= one.riichi_hands
        assert one.tenpai <= one.draws
        assert one.calls <= one.call_hands
        assert one.mangan + one.haneman + one.baiman + one.sanbaiman + one.yakuman <= one.wins
        assert one.best_win <= one.win_points <= one.best_win * one.wins
        assert all(getattr(one, name) >= 0 for name in NAMES)
    assert sum(one.dealer_streak > 0 for one in seats) <= max(1, first.hands)
