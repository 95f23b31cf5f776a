"""Tables of three: every two meet once, as in Kirkman's problem of the fifteen schoolgirls."""

from itertools import combinations

import pytest

from seating.audit import draw_on_record, verify
from seating.constraints import SeatingConstraints
from seating.designs.kirkman import design_of_threes, kirkman_capacity, kirkman_design
from seating.drawing import draw
from seating.json_requests import as_json
from seating.requests import ScheduleRequest
from tests.seating import checker
from tests.thorough import examples, part

KIRKMAN = [9, 15, 21, 27, 33, 39, 45, 51]
NEARLY = [18, 24, 30, 36, 42, 48, 54, 60]


def uneven_winds(rounds):
    """(round, player) after which someone's East, South and West differ by more than one."""
    seen, uneven = {}, []
    for number, tables in enumerate(rounds):
        for table in tables:
            for wind, player in enumerate(table):
                seen.setdefault(player, [0, 0, 0])[wind] += 1
        uneven += [(number, p) for p, row in seen.items() if max(row) - min(row) > 1]
    return uneven


def request_of(players, rounds, **more):
    return ScheduleRequest(players=range(players), rounds=rounds, table_size=3, all_designs=True, **more)


@pytest.mark.parametrize("n", KIRKMAN)
def test_in_a_kirkman_system_every_two_meet_exactly_once(n):
    rounds = kirkman_design(n, kirkman_capacity(n)).rounds

    assert len(rounds) == (n - 1) // 2
    assert {len(table) for tables in rounds for table in tables} == {3}
    checker.assert_everyone_sits_once(rounds, range(n))
    assert checker.times_met(rounds) == {frozenset(two): 1 for two in combinations(range(n), 2)}


@pytest.mark.parametrize("n", NEARLY)
def test_in_a_nearly_kirkman_system_everybody_meets_all_but_one(n):
    rounds = kirkman_design(n, kirkman_capacity(n)).rounds

    met = checker.times_met(rounds)
    assert len(rounds) == n // 2 - 1
    assert {len(table) for tables in rounds for table in tables} == {3}
    checker.assert_everyone_sits_once(rounds, range(n))
    assert set(met.values()) == {1}
    missing = [two for two in combinations(range(n), 2) if frozenset(two) not in met]
    assert sorted(p for two in missing for p in two) == list(range(n))


@pytest.mark.parametrize("n", [3, 6, 10, 12, 14, 57, 63, 66])
def test_there_is_none_stored_for_other_numbers(n):
    assert kirkman_capacity(n) == 0
    assert design_of_threes(n, n // 3 + 1) is None


def test_where_lanes_last_long_enough_they_are_drawn_as_before():
    assert design_of_threes(27, 9) is None
    assert design_of_threes(27, 10).name == "kirkman"
    assert design_of_threes(27, 14) is None


# As many rounds as there can be; the first figure of the founding problem is fifteen by seven.
LONGEST = [(9, 4), (15, 7), (18, 8), (24, 11)]


@pytest.mark.parametrize(("players", "rounds"), part(LONGEST, [(21, 10), (27, 13), (33, 16), (60, 29)]))
def test_a_schedule_of_any_seed_has_no_rematch_and_exact_winds(players, rounds):
    method = "kirkman" if players % 2 else "nearly-kirkman"

    for seed in range(examples(2, of=25)):
        answer = draw(request_of(players, rounds), f"seed {seed}")

        checker.assert_everyone_sits_once(answer.rounds, range(players))
        assert checker.repeats(answer.rounds) == 0
        assert uneven_winds(answer.rounds) == []
        assert answer.quality.method == method
        assert {remark.code for remark in answer.quality.remarks} >= {"no_rematches", "winds_exact"}


def test_two_seeds_seat_different_people_together():
    one, other = (draw(request_of(15, 7), seed).rounds for seed in ("one", "other"))

    assert {frozenset(t) for r in one for t in r} != {frozenset(t) for r in other for t in r}


def test_the_record_names_the_designs_and_repeats_the_draw():
    request = request_of(15, 7)

    answer, record = draw_on_record(request, "schoolgirls")

    assert as_json(request)["all_designs"] is True
    assert verify(record, "schoolgirls", answer.rounds, answer.byes).same


@pytest.mark.slow
def test_a_record_of_before_is_drawn_without_them():
    request = ScheduleRequest(players=range(15), rounds=7, table_size=3)

    answer, record = draw_on_record(request, "schoolgirls")

    assert "all_designs" not in record.request
    assert answer.quality.method != "kirkman"
    assert verify(record, "schoolgirls", answer.rounds, answer.byes).same


def test_who_is_kept_apart_gets_names_that_never_meet():
    """A nearly Kirkman system leaves one pair for each; fewer rounds than all of a system leave more."""
    pairs = SeatingConstraints(never=[(0, 1), (2, 3), (4, 5)])

    answer = draw(request_of(18, 8, constraints=pairs), "apart")

    met = checker.times_met(answer.rounds)
    assert not any(frozenset(two) in met for two in pairs.never)
    assert checker.repeats(answer.rounds) == 0


def test_who_is_kept_apart_where_all_meet_costs_rematches_and_the_report_counts_them():
    answer = draw(request_of(15, 7, constraints=SeatingConstraints(never=[(0, 1)])), "apart")

    met = checker.times_met(answer.rounds)
    (remark,) = [one for one in answer.quality.remarks if one.code == "rematches_counted"]
    assert frozenset((0, 1)) not in met
    assert remark.numbers["times"] == sum(times - 1 for times in met.values()) >= remark.numbers["bound"] > 0
