"""The step in which points move: what a rulebook can pay, its results take."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.game.game import State, final_result, play, start
from scoring.game.outcome import Outcome
from scoring.hand.win import Liability, Win
from scoring.result.point_step import point_step
from scoring.result.result import settle
from scoring.rulebook.rulebook import editions, load

DOUBLED_NOTEN = {"overlay.wareme": "wareme", "overlay.wareme_on_noten": True}
RIICHI = [e for e in editions() if load(e).result.kind == "points"]
BIG_DRAGONS = Win(1, yakuman=("daisangen",), units=1, fu=40, pao=Liability(2, "daisangen"))


@pytest.mark.parametrize("edition", RIICHI)
def test_a_riichi_edition_moves_points_by_the_hundred(edition):
    """10の位で切り上げる [S2 art. 58]: no edition pays less than a hundred."""
    assert point_step(load(edition)) == 100


@pytest.mark.parametrize("edition", ["wsom", "mcr"])
def test_a_game_of_patterns_moves_them_by_one(edition):
    assert point_step(load(edition)) == 1


@pytest.mark.parametrize(
    ("edition", "changes", "step"),
    [
        ("mleague", DOUBLED_NOTEN, 50),
        ("mleague", DOUBLED_NOTEN | {"overlay.wareme_multiplier": 3}, 100),
        ("mleague", DOUBLED_NOTEN | {"overlay.wareme_multiplier": 4}, 50),
        ("mleague", DOUBLED_NOTEN | {"draw.noten_total": 1_200}, 100),
        ("mleague", DOUBLED_NOTEN | {"draw.noten_total": 0}, 100),
        ("mleague", {"overlay.wareme_on_noten": True}, 100),
        ("mleague", {"overlay.wareme": "dokasen", "overlay.wareme_on_noten": True}, 50),
        ("tenhou_sanma", DOUBLED_NOTEN, 100),
        ("tenhou_sanma", {"draw.noten_total": 2_100}, 50),
        ("beginner", DOUBLED_NOTEN, 100),
        ("jpml_a", {"overlay.unlimited": True}, 50),
        ("jpml_a", {"score.table": "unlimited"}, 50),
        ("saikouisen", {"overlay.unlimited": True}, 100),
        ("mleague", {"chombo.kind": "each", "chombo.amount": 20}, 20),
        ("mleague", {"chombo.kind": "each", "chombo.amount": 1_500}, 100),
        ("mleague", {"result.kind": "raw"} | DOUBLED_NOTEN, 1),
    ],
)
def test_house_rules_may_pay_in_smaller_steps(edition, changes, step):
    """Seven hundred and fifty of each noten player twice, half a yakuman without limits, 20 to each opponent."""
    assert point_step(load(edition).with_house_rules("x", changes)) == step


def test_the_step_follows_from_the_rules_not_from_their_name():
    plain, doubled = (load("mleague").with_house_rules("Friday", given) for given in ({}, DOUBLED_NOTEN))

    assert (point_step(plain), point_step(doubled), point_step(plain)) == (100, 50, 100)


def test_five_at_a_table_of_four_share_a_doubled_penalty_like_four():
    five = {"table.players": 5, "result.uma": {"*": [15, 5, 0, -5, -15]}}
    book = load("rmu_a").with_house_rules("x", five | DOUBLED_NOTEN)

    assert point_step(book) == 50
    assert settle(book, [32_250, 32_250, 27_000, 28_500, 30_000]).places == (1, 1, 5, 4, 3)


def test_a_doubled_noten_penalty_is_settled_from_the_hand_to_the_result():
    """The shares of C33: two tenpai take 750 each from a noten player, and 1,500 from the doubled one."""
    book = load("mleague").with_house_rules("wareme", DOUBLED_NOTEN)

    state = play(book, start(book), Outcome("draw", tenpai=(0, 1), marked=2))
    result = final_result(book, state)

    assert state.points == (27_250, 27_250, 22_000, 23_500)
    assert (result.places, result.totals) == ((1, 1, 4, 3), (27_250, 27_250, -38_000, -16_500))


@pytest.mark.parametrize(
    ("points", "wrong"),
    [((25_025, 24_975, 25_000, 25_000), "25,025"), ((24_990, 25_010, 25_000, 25_000), "24,990")],
)
def test_what_such_a_rulebook_cannot_pay_is_still_a_slip(points, wrong):
    book = load("mleague").with_house_rules("wareme", DOUBLED_NOTEN)

    with pytest.raises(ScoringError) as refused:
        settle(book, points)

    assert refused.value.code == "invalid_points"
    assert refused.value.message == f"{wrong} is not a multiple of 50. Please check the sticks."


def test_half_of_a_yakuman_without_limits_is_settled():
    """折半 of 5,242,900 is 2,621,450 each: the sources name no hundred that one of the two pays more."""
    book = load("jpml_a").with_house_rules("aotenjo", {"overlay.unlimited": True})

    state = play(book, start(book), Outcome("win", wins=(BIG_DRAGONS,), loser=3))

    assert state.points == (30_000, 5_272_900, -2_591_450, -2_591_450)
    assert sum(final_result(book, state).totals) == 0


def test_a_correction_moves_what_sticks_can_pay():
    book = load("mleague")

    with pytest.raises(ScoringError) as refused:
        play(book, start(book), Outcome("adjust", delta=(50, -50, 0, 0)))

    assert (refused.value.code, refused.value.fields) == ("invalid_points", ("delta",))
    assert refused.value.message == "50 is not a multiple of 100. Please check the sticks."
    doubled = book.with_house_rules("wareme", DOUBLED_NOTEN)
    assert play(doubled, start(doubled), Outcome("adjust", delta=(50, -50, 0, 0))).points[:2] == (
        25_050,
        24_950,
    )


def outcomes(players):
    seat = st.integers(0, players - 1)
    some = st.lists(seat, unique=True, max_size=players).map(tuple)
    liable = st.none() | st.builds(Liability, seat, st.sampled_from(["daisangen", "daisuushii"]))
    value = st.sampled_from([{"han": 2, "fu": 110}, {"han": 4, "fu": 25}, {"han": 13, "fu": 30}])
    plain = st.builds(lambda winner, given: Win(winner, **given), seat, value)
    yakuman = st.builds(
        lambda winner, pao: Win(winner, yakuman=("daisangen", "daisuushii"), units=1, fu=30, pao=pao),
        seat,
        liable,
    )
    return st.one_of(
        st.builds(
            lambda win, loser, marked: Outcome("win", wins=(win,), loser=loser, marked=marked),
            plain | yakuman,
            st.none() | seat,
            seat,
        ),
        st.builds(lambda tenpai, marked: Outcome("draw", tenpai=tenpai, marked=marked), some, seat),
        st.builds(lambda who, marked: Outcome("chombo", offenders=who, marked=marked), some, seat),
    )


@pytest.mark.slow
@given(st.data())
def test_every_game_that_can_be_played_can_be_settled(data):
    """Whatever the overlays and the sanction, no state of a game is refused by its own result for an odd number."""
    edition = data.draw(st.sampled_from(["mleague", "jpml_a", "wrc_2017", "shinhochi_kenko", "tenhou_sanma"]))
    book = load(edition).with_house_rules(
        "drawn",
        {
            "overlay.wareme": data.draw(st.sampled_from(["none", "wareme"])),
            "overlay.wareme_multiplier": data.draw(st.integers(2, 4)),
            "overlay.wareme_on_noten": data.draw(st.booleans()),
            "overlay.wareme_on_chombo": data.draw(st.booleans()),
            "overlay.unlimited": data.draw(st.booleans()),
            "draw.noten_total": data.draw(st.sampled_from([0, 200, 1_500, 2_100, 3_000])),
            "chombo.kind": data.draw(st.sampled_from(["each", "mangan", "after_game"])),
            "chombo.amount": data.draw(st.sampled_from([20, 3_000, 1_250])),
            "score.yakuman_stack": False,
            "game_end.tobi": "none",
        },
    )
    state: State = start(book)
    for outcome in data.draw(st.lists(outcomes(book.table.players), max_size=8)):
        try:
            state = play(book, state, outcome)
        except ScoringError:
            continue  # Nobody wins from oneself, and some penalties cannot be shared.

    result = final_result(book, state)

    assert [seat.points for seat in result.seats] == list(state.points)


def test_every_way_to_be_tenpai_is_a_multiple_of_the_step():
    for total in range(0, 6_100, 100):
        for players in (3, 4):
            edition = "tenhou_sanma" if players == 3 else "mleague"
            book = load(edition).with_house_rules("x", DOUBLED_NOTEN | {"draw.noten_total": total})
            step = point_step(book)
            for count in range(players + 1):
                for tenpai in combinations(range(players), count):
                    for marked in range(players):
                        try:
                            state = play(book, start(book), Outcome("draw", tenpai=tenpai, marked=marked))
                        except ScoringError:
                            continue
                        assert not any(points % step for points in state.points)
