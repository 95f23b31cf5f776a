from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating import checker
from tournaments.seating.errors import SeatingError
from tournaments.seating.metrics import measure
from tournaments.seating.repair import repair_schedule
from tournaments.seating.schedule import draw_schedule
from tournaments.seating.wishes import Wishes


@pytest.mark.parametrize(("players", "share"), [(64, 0.8), (100, 0.9), (200, 0.9), (1000, 0.9)])
def test_four_may_leave_after_three_rounds_without_a_new_rematch(players, share):
    drawn = draw_schedule(range(players), 8, "event").rounds

    mended = repair_schedule(drawn, 3, "x", leavers=[1, 5, 9, 13])

    assert mended.rounds[:3] == drawn[:3]
    checker.assert_everyone_sits_once(mended.rounds[3:], set(range(players)) - {1, 5, 9, 13})
    assert mended.new_rematches == checker.repeats(mended.rounds) == 0
    assert mended.kept >= share * mended.intact


def test_a_substitute_takes_the_seats_and_nothing_else_changes():
    drawn = draw_schedule(range(40), 8, "event").rounds

    mended = repair_schedule(drawn, 3, "x", substitutes={7: 99})

    assert mended.rounds == drawn[:3] + [
        [tuple(99 if p == 7 else p for p in t) for t in tables] for tables in drawn[3:]
    ]
    assert (mended.kept, mended.intact) == (50, 50)


def test_a_latecomer_takes_the_seats_of_a_leaver():
    drawn = draw_schedule(range(40), 8, "event").rounds

    assert (
        repair_schedule(drawn, 3, "x", leavers=[7], joiners=[99]).rounds
        == repair_schedule(drawn, 3, "x", substitutes={7: 99}).rounds
    )


def test_nothing_changes_when_nobody_comes_or_goes():
    drawn = draw_schedule(range(40), 8, "event").rounds

    assert repair_schedule(drawn, 2, "x").rounds == drawn


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_whoever_comes_and_goes_everybody_sits_once(data):
    players = data.draw(st.integers(24, 60))
    rounds, since = data.draw(st.integers(2, 6)), data.draw(st.integers(0, 5))
    since = min(since, rounds - 1)
    remainder = data.draw(st.sampled_from(["three", "byes", "five", "substitutes"]))
    leavers = data.draw(st.sets(st.integers(0, players - 1), max_size=5))
    joiners = data.draw(st.sets(st.integers(100, 110), max_size=5))
    drawn = draw_schedule(range(players), rounds, "event", remainder=remainder)

    mended = repair_schedule(
        drawn.rounds, since, "x", leavers=leavers, joiners=joiners, byes=drawn.byes, remainder=remainder
    )

    assert mended.rounds[:since] == drawn.rounds[:since]
    expected = sorted((set(range(players)) - leavers) | joiners)
    for tables, away in zip(mended.rounds[since:], mended.byes[since:], strict=True):
        assert sorted([p for t in tables for p in t if p >= 0] + list(away)) == expected
        assert {len(t) for t in tables} <= {"three": {3, 4}, "five": {4, 5}}.get(remainder, {4})


def test_byes_stay_shared_out():
    drawn = draw_schedule(range(42), 8, "event", remainder="byes")

    mended = repair_schedule(drawn.rounds, 2, "x", leavers=[0], joiners=[], byes=drawn.byes, remainder="byes")

    games = Counter(p for tables in mended.rounds for t in tables for p in t if p)
    assert max(games.values()) - min(games.values()) <= 1
    assert measure(mended.rounds).repeated_pairs == 0


def test_a_quarrel_in_the_break_is_respected_afterwards():
    drawn = draw_schedule(range(40), 8, "event").rounds

    mended = repair_schedule(drawn, 2, "x", wishes=Wishes(never=[(0, p) for p in range(1, 8)]))

    met = checker.times_met(mended.rounds[2:])
    assert not any(frozenset((0, p)) in met for p in range(1, 8))
    assert mended.new_rematches == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"leavers": [99]}, "player_unknown"),
        ({"joiners": [3]}, "player_twice"),
        ({"substitutes": {3: 4}}, "player_twice"),
        ({"substitutes": {3: 99}, "leavers": [3]}, "player_twice"),
        ({"wishes": Wishes(never=[(0, 77)])}, "player_unknown"),
    ],
)
def test_what_cannot_be_repaired_is_named(change, code):
    drawn = draw_schedule(range(16), 3, "event").rounds

    with pytest.raises(SeatingError) as caught:
        repair_schedule(drawn, 1, "x", **change)

    assert caught.value.code == code


def test_a_repair_starts_from_a_round_of_the_schedule():
    with pytest.raises(SeatingError) as caught:
        repair_schedule(draw_schedule(range(16), 3, "event").rounds, 4, "x")

    assert caught.value.code == "round_unknown"
