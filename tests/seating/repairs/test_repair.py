import time
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.constraints import SeatingConstraints
from seating.errors import SeatingError
from seating.metrics import measure
from seating.repairs.repair import repair_schedule
from seating.requests import RepairRequest, ScheduleRequest
from seating.schedules.schedule import draw_schedule
from tests.seating import checker
from tests.thorough import examples, in_turn


@pytest.mark.parametrize(("players", "share"), [(64, 0.8), (100, 0.9), (200, 0.9), (1000, 0.9)])
def test_four_may_leave_after_three_rounds_without_a_new_rematch(players, share):
    drawn = draw_schedule(ScheduleRequest(range(players), 8), "event").rounds

    mended = repair_schedule(RepairRequest(drawn, 3, leavers=[1, 5, 9, 13]), "x")

    assert mended.rounds[:3] == drawn[:3]
    checker.assert_everyone_sits_once(mended.rounds[3:], set(range(players)) - {1, 5, 9, 13})
    assert mended.new_rematches == checker.repeats(mended.rounds) == 0
    assert mended.unchanged >= share * mended.intact


def test_a_substitute_takes_the_seats_and_nothing_else_changes():
    drawn = draw_schedule(ScheduleRequest(range(40), 8), "event").rounds

    mended = repair_schedule(RepairRequest(drawn, 3, substitutes={7: 99}), "x")

    assert mended.rounds == drawn[:3] + [
        [tuple(99 if p == 7 else p for p in t) for t in tables] for tables in drawn[3:]
    ]
    assert (mended.unchanged, mended.intact) == (50, 50)


def test_a_latecomer_takes_the_seats_of_a_leaver():
    drawn = draw_schedule(ScheduleRequest(range(40), 8), "event").rounds

    assert (
        repair_schedule(RepairRequest(drawn, 3, leavers=[7], joiners=[99]), "x").rounds
        == repair_schedule(RepairRequest(drawn, 3, substitutes={7: 99}), "x").rounds
    )


def test_nothing_changes_when_nobody_comes_or_goes():
    drawn = draw_schedule(ScheduleRequest(range(40), 8), "event").rounds

    assert repair_schedule(RepairRequest(drawn, 2), "x").rounds == drawn


@settings(max_examples=examples(10, of=30), deadline=None)
@given(st.data())
def test_whoever_comes_and_goes_everybody_sits_once(data):
    players = data.draw(st.integers(24, 60))
    rounds, since = data.draw(st.integers(2, 6)), data.draw(st.integers(0, 5))
    since = min(since, rounds - 1)
    remainder = data.draw(st.sampled_from(["three", "byes", "five", "substitutes"]))
    leavers = data.draw(st.sets(st.integers(0, players - 1), max_size=5))
    joiners = data.draw(st.sets(st.integers(100, 110), max_size=5))
    drawn = draw_schedule(ScheduleRequest(range(players), rounds, remainder=remainder), "event")

    mended = repair_schedule(
        RepairRequest(
            drawn.rounds, since, leavers=leavers, joiners=joiners, byes=drawn.byes, remainder=remainder
        ),
        "x",
    )

    assert mended.rounds[:since] == drawn.rounds[:since]
    expected = sorted((set(range(players)) - leavers) | joiners)
    for tables, away in zip(mended.rounds[since:], mended.byes[since:], strict=True):
        assert sorted([p for t in tables for p in t if p >= 0] + list(away)) == expected
        assert {len(t) for t in tables} <= {"three": {3, 4}, "five": {4, 5}}.get(remainder, {4})


# What is over may be as few as sit at one table, or fewer; three chairs of four are empty then.
@pytest.mark.parametrize("remainder", ["three", "byes", "five", "substitutes"])
@pytest.mark.parametrize(("since", "left"), [*product((0, 2), range(8))])
def test_however_few_stay_they_sit_or_the_repair_says_why_not(remainder, since, left):
    drawn = draw_schedule(ScheduleRequest(range(8), 3, remainder=remainder), "event")

    def repaired():
        return repair_schedule(
            RepairRequest(drawn.rounds, since, leavers=range(left, 8), byes=drawn.byes, remainder=remainder),
            "x",
        )

    fits = {
        "three": {3, 4, 6, 7},
        "byes": {4, 5, 6, 7},
        "five": {4, 5},
        "substitutes": {1, 2, 3, 4, 5, 6, 7},
    }
    if left not in fits[remainder]:
        with pytest.raises(SeatingError) as caught:
            repaired()
        assert caught.value.code in ("players_do_not_fit", "too_few_players")
        return
    mended = repaired()
    for tables, away in zip(mended.rounds[since:], mended.byes[since:], strict=True):
        assert sorted([p for table in tables for p in table if p >= 0] + list(away)) == [*range(left)]
        if remainder == "substitutes":
            assert [len(table) for table in tables] == [4] * -(-left // 4)
            walk_ons = sorted(-p for table in tables for p in table if p < 0)
            assert walk_ons == [*range(1, -left % 4 + 1)]


def test_byes_stay_shared_out():
    drawn = draw_schedule(ScheduleRequest(range(42), 8, remainder="byes"), "event")

    mended = repair_schedule(
        RepairRequest(drawn.rounds, 2, leavers=[0], joiners=[], byes=drawn.byes, remainder="byes"), "x"
    )

    games = Counter(p for tables in mended.rounds for t in tables for p in t if p)
    assert max(games.values()) - min(games.values()) <= 1
    assert measure(mended.rounds).repeated_pairs == 0


def test_a_quarrel_in_the_break_is_respected_afterwards():
    drawn = draw_schedule(ScheduleRequest(range(40), 8), "event").rounds

    mended = repair_schedule(
        RepairRequest(drawn, 2, constraints=SeatingConstraints(never=[(0, p) for p in range(1, 8)])), "x"
    )

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
        ({"constraints": SeatingConstraints(never=[(0, 77)])}, "player_unknown"),
    ],
)
def test_what_cannot_be_repaired_is_named(change, code):
    drawn = draw_schedule(ScheduleRequest(range(16), 3), "event").rounds

    with pytest.raises(SeatingError) as caught:
        repair_schedule(RepairRequest(drawn, 1, **change), "x")

    assert caught.value.code == code


def test_a_repair_starts_from_a_round_of_the_schedule():
    with pytest.raises(SeatingError) as caught:
        repair_schedule(RepairRequest(draw_schedule(ScheduleRequest(range(16), 3), "event").rounds, 4), "x")

    assert caught.value.code == "round_unknown"


def test_whoever_is_fixed_at_a_table_or_on_a_seat_stays_there():
    constraints = SeatingConstraints(
        tables={3: 1, 4: 2, 6: 2}, winds={3: 0, 20: 2, 21: 2}, featured=[None] * 6 + [30, 31]
    )
    drawn = draw_schedule(ScheduleRequest(range(60), 8, constraints=constraints), "event").rounds

    mended = repair_schedule(RepairRequest(drawn, 3, leavers=[1, 5, 9, 13], constraints=constraints), "x")

    assert [[i for i, t in enumerate(r, 1) if p in t] for p in (3, 4, 6) for r in mended.rounds] == [
        *[[1]] * 8,
        *[[2]] * 16,
    ]
    assert {(p, t.index(p)) for r in mended.rounds for t in r for p in (3, 20, 21) if p in t} == {
        (3, 0),
        (20, 2),
        (21, 2),
    }
    assert mended.new_rematches == 0


def test_the_featured_player_keeps_the_first_table():
    constraints = SeatingConstraints(featured=[7, 1, None, 3, 2, 8, 10, 11])
    drawn = draw_schedule(ScheduleRequest(range(60), 8, constraints=constraints), "event").rounds

    mended = repair_schedule(
        RepairRequest(drawn, 3, leavers=[1, 5, 9, 13], constraints=constraints), "x"
    ).rounds

    assert [p in r[0] for p, r in zip([3, 2, 8, 10, 11], mended[3:], strict=True)] == [True] * 5


def test_a_constraint_made_in_the_break_holds_from_then_on():
    drawn = draw_schedule(ScheduleRequest(range(40), 8), "event").rounds

    mended = repair_schedule(
        RepairRequest(drawn, 4, constraints=SeatingConstraints(tables={0: 7}, winds={1: 3})), "x"
    ).rounds

    assert mended[:4] == drawn[:4]
    assert all(0 in r[6] for r in mended[4:])
    assert all(t.index(1) == 3 for r in mended[4:] for t in r if 1 in t)
    assert [sorted(map(sorted, r)) for r in mended] == [sorted(map(sorted, r)) for r in drawn]


def off_winds(rounds, people):
    """(round, player) after which somebody's winds differ by more than one."""
    return [(r, p) for r, p in checker.rounds_with_uneven_winds(rounds) if p in people]


@pytest.mark.parametrize(("players", "rounds"), [(64, 8), (100, 8), (200, 12), (1000, 8)])
def test_winds_are_exact_again_from_a_whole_block_on(players, rounds):
    drawn = draw_schedule(ScheduleRequest(range(players), rounds), "event").rounds

    mended = repair_schedule(RepairRequest(drawn, 4, leavers=[1, 5, 9, 13]), "x")

    assert off_winds(mended.rounds, set(range(players)) - {1, 5, 9, 13}) == []
    assert (mended.players_off_winds, mended.widest_wind_spread) == (0, 0)


@pytest.mark.parametrize(("players", "rounds"), [(40, 8), (68, 21), (120, 10)])
def test_winds_are_levelled_too_when_three_wait_in_turn_and_no_table_changes(players, rounds):
    schedule = draw_schedule(ScheduleRequest(range(players), rounds), "r").rounds

    done = repair_schedule(RepairRequest(schedule, 4, leavers=[5], remainder="byes"), "x")

    assert done.unchanged == done.intact
    assert done.players_off_winds == 0


@pytest.mark.parametrize("since", [1, 2, 3, 5, 6, 7])
def test_a_broken_block_is_levelled_as_far_as_it_goes(since):
    drawn = draw_schedule(ScheduleRequest(range(100), 10), "event").rounds

    mended = repair_schedule(RepairRequest(drawn, since, leavers=[1, 5, 9, 13]), "x")

    assert mended.widest_wind_spread <= 2
    assert mended.players_off_winds <= 8
    assert len(off_winds(mended.rounds, set(range(100)) - {1, 5, 9, 13})) <= 24


def test_a_large_event_is_repaired_at_once():
    drawn = draw_schedule(ScheduleRequest(range(1000), 8), "event").rounds

    began = time.process_time()
    mended = repair_schedule(RepairRequest(drawn, 3, leavers=[1, 5, 9, 13]), "x")
    took = time.process_time() - began

    assert (mended.new_rematches, mended.unchanged) == (0, mended.intact)
    # A tenth of a second on an idle machine; this one may be busy.
    assert took < 0.5


def test_latecomers_sit_out_no_more_and_no_less_than_others_do_from_then_on():
    drawn = draw_schedule(ScheduleRequest(range(40), 8), "event")

    mended = repair_schedule(
        RepairRequest(drawn.rounds, 3, joiners=[100, 101], byes=drawn.byes, remainder="byes"), "x"
    )

    away = Counter(p for row in mended.byes for p in row)
    assert sorted(away.values()) == [1] * 10


class TestTablesOfThree:
    """Sanma: all tables are of three, and who is left over sits out in turn."""

    @pytest.mark.parametrize(
        ("players", "leavers"), in_turn([*product((18, 21, 27, 33), (1, 2, 4, 5))], 0, of=5)
    )
    def test_whoever_leaves_leaves_tables_of_three_no_rematch_and_waits_in_turn(self, players, leavers):
        drawn = draw_schedule(ScheduleRequest(range(players), 6, table_size=3), f"sanma {leavers}").rounds

        mended = repair_schedule(
            RepairRequest(drawn, 1, leavers=range(leavers), remainder="byes", table_size=3), "x"
        )

        here = set(range(leavers, players))
        assert mended.rounds[0] == drawn[0]
        assert all(len(table) == 3 for tables in mended.rounds for table in tables)
        for tables, waiting in zip(mended.rounds[1:], mended.byes[1:], strict=True):
            assert sorted(p for seats in (*tables, waiting) for p in seats) == sorted(here)
            assert len(waiting) == len(here) % 3
        assert mended.new_rematches == checker.repeats(mended.rounds) == 0
        assert mended.widest_wind_spread <= 1
        waits = Counter(p for row in mended.byes for p in row)
        assert max(waits.values(), default=0) - min((waits[p] for p in here), default=0) <= 1

    def test_three_latecomers_open_a_table(self):
        drawn = draw_schedule(ScheduleRequest(range(24), 5, table_size=3), "sanma").rounds

        mended = repair_schedule(
            RepairRequest(drawn, 1, joiners=[90, 91, 92], remainder="byes", table_size=3), "x"
        )

        assert [len(tables) for tables in mended.rounds] == [8, 9, 9, 9, 9]
        checker.assert_everyone_sits_once(mended.rounds[1:], {*range(24), 90, 91, 92})
        assert mended.new_rematches == 0

    def test_who_sat_out_sits_again_when_there_is_room(self):
        drawn = draw_schedule(ScheduleRequest(range(19), 4, table_size=3, remainder="byes"), "sanma")

        mended = repair_schedule(
            RepairRequest(drawn.rounds, 2, joiners=[90, 91], byes=drawn.byes, remainder="byes", table_size=3),
            "x",
        )

        assert [len(row) for row in mended.byes] == [1, 1, 0, 0]
        checker.assert_everyone_sits_once(mended.rounds[2:], {*range(19), 90, 91})

    def test_nobody_walks_on(self):
        drawn = draw_schedule(ScheduleRequest(range(18), 4, table_size=3), "sanma").rounds

        with pytest.raises(SeatingError) as refused:
            repair_schedule(RepairRequest(drawn, 2, leavers=[4], remainder="substitutes", table_size=3), "x")

        assert refused.value.code == "unknown_option"
