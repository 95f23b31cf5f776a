"""Sanma: every method seats tables of three as it seats tables of four."""

from itertools import combinations

import pytest

from seating.audit import draw_on_record, verify
from seating.constraints import SeatingConstraints
from seating.drawing import draw
from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.json_requests import as_json, read
from seating.metrics import meetings, wind_counts, winds_played
from seating.requests import (
    FreePlayRequest,
    RandomRequest,
    RankedRequest,
    RepairRequest,
    RoundRequest,
    ScheduleRequest,
    SwissRequest,
)

SEED = "sanma"
EIGHTEEN = list(range(1, 19))
# As many as can be played without a rematch, or nearly.
WITHOUT_REMATCH = [(9, 4), (12, 3), (15, 5), (18, 6), (24, 6), (27, 7), (30, 8), (60, 10)]


def spreads(rounds) -> set[int]:
    return {max(row[:3]) - min(row[:3]) for row in wind_counts(rounds).values()}


def rematches(rounds) -> int:
    return sum(times - 1 for times in meetings(rounds).values())


@pytest.mark.parametrize(("players", "rounds"), WITHOUT_REMATCH)
def test_a_schedule_has_no_rematch_and_winds_that_are_even_after_every_round(players, rounds):
    answer = draw(ScheduleRequest(players=range(players), rounds=rounds, table_size=3), SEED)

    assert all(len(table) == 3 for tables in answer.rounds for table in tables)
    assert all(sorted(p for t in tables for p in t) == list(range(players)) for tables in answer.rounds)
    assert rematches(answer.rounds) == 0
    assert all(spreads(answer.rounds[:end]) <= {0, 1} for end in range(1, rounds + 1))
    assert {remark.code for remark in answer.quality.remarks} >= {"no_rematches", "winds_exact"}


@pytest.mark.parametrize("players", [19, 20])
def test_in_a_schedule_whoever_is_left_over_sits_out_in_turn(players):
    request = ScheduleRequest(players=range(players), rounds=6, remainder="byes", table_size=3)

    answer = draw(request, SEED)

    over = players % 3
    out = [p for row in answer.byes for p in row]
    assert [len(row) for row in answer.byes] == [over] * 6
    assert len(set(out)) == len(out)
    assert rematches(answer.rounds) == 0


def test_groups_are_kept_apart_in_a_schedule():
    groups = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    request = ScheduleRequest(
        players=EIGHTEEN, rounds=5, table_size=3, constraints=SeatingConstraints(groups=groups)
    )

    met = meetings(draw(request, SEED).rounds)

    assert not [pair for group in groups for pair in combinations(group, 2) if met[pair]]


def rounds_by(make, rounds: int) -> list:
    history: list = []
    for number in range(rounds):
        (tables,) = draw(make(history), f"{SEED}{number}").rounds
        assert sorted(len(table) for table in tables) == [3] * len(tables)
        history.append(tables)
    return history


@pytest.mark.slow
@pytest.mark.parametrize("balance", [False, True])
def test_swiss_has_no_rematch_while_there_is_a_way(balance):
    def make(history):
        standing = Drbg(f"results of {len(history)} rounds", "test").shuffled(EIGHTEEN)
        return SwissRequest(standing=standing, history=history, balance_winds=balance, table_size=3)

    history = rounds_by(make, 6)

    assert rematches(history) == 0
    assert max(spreads(history)) <= 2


@pytest.mark.slow
def test_that_a_rematch_cannot_be_avoided_is_proven():
    """Whoever stays among the same six has met all of them after two rounds and a bit."""
    history: list = []
    for number in range(5):
        answer = draw(SwissRequest(standing=EIGHTEEN, history=history, table_size=3), f"{SEED}{number}")
        history.append(answer.rounds[0])

    assert (answer.quality.rematches > 0, answer.quality.proof) == (True, "exhaustive_search")


def test_the_first_swiss_round_seats_neighbours():
    answer = draw(SwissRequest(standing=EIGHTEEN, table_size=3), SEED)

    assert [sorted(table) for table in answer.rounds[0]] == [[n, n + 1, n + 2] for n in range(1, 19, 3)]
    assert answer.quality.proof == "none_needed"


def test_on_a_club_night_who_waited_least_waits_and_nobody_meets_twice():
    history: list = []
    waited = dict.fromkeys(range(1, 12), 0)
    for number in range(4):
        request = FreePlayRequest(
            present=list(range(1, 12)), history=history, sat_out=waited, table_size=3, remainder="byes"
        )
        answer = draw(request, f"{SEED}{number}")
        history.append(answer.rounds[0])
        for player in answer.byes[0]:
            waited[player] += 1

    assert sorted(waited.values()) == [0] * 3 + [1] * 8
    assert rematches(history) <= 1


def test_nobody_is_seated_alone_however_often_they_have_met():
    often = [[(1, 2, 3), (4, 5, 6)]] * 150

    answer = draw(FreePlayRequest(present=list(range(1, 7)), history=often, table_size=3), SEED)

    assert [len(table) for table in answer.rounds[0]] == [3, 3]


@pytest.mark.parametrize(
    ("pattern", "first"), [("standing", {1, 2, 3}), ("snake", {1, 12, 13}), ("interval", {1, 7, 13})]
)
def test_ranks_make_tables_of_three(pattern, first):
    answer = draw(RankedRequest(pattern=pattern, standing=EIGHTEEN, table_size=3), SEED)

    assert first in [set(table) for table in answer.rounds[0]]
    assert [len(table) for table in answer.rounds[0]] == [3] * 6


@pytest.mark.parametrize(
    "request_",
    [
        RandomRequest(players=EIGHTEEN, table_size=3, constraints=SeatingConstraints(never=[(1, 2), (4, 5)])),
        RankedRequest(
            pattern="standing",
            standing=EIGHTEEN,
            table_size=3,
            constraints=SeatingConstraints(never=[(1, 2), (4, 5)]),
        ),
        SwissRequest(standing=EIGHTEEN, table_size=3, constraints=SeatingConstraints(never=[(1, 2), (4, 5)])),
        FreePlayRequest(
            present=EIGHTEEN, table_size=3, constraints=SeatingConstraints(never=[(1, 2), (4, 5)])
        ),
    ],
    ids=lambda one: type(one).__name__,
)
def test_pairs_that_never_meet_do_not(request_: RoundRequest):
    met = meetings(draw(request_, SEED).rounds)

    assert (met[1, 2], met[4, 5]) == (0, 0)


def test_what_cannot_be_is_refused_by_name():
    six = [1, 2, 3, 4, 5, 6]
    nobody = SeatingConstraints(never=[(1, 2), (1, 3), (1, 4), (1, 5)])
    apart = SeatingConstraints(never=[(1, 2), (1, 3), (1, 4), (5, 6)])

    with pytest.raises(SeatingError, match="needs two") as alone:
        draw(SwissRequest(standing=six, table_size=3, constraints=nobody), SEED)
    with pytest.raises(SeatingError, match="must never meet") as refusal:
        draw(SwissRequest(standing=six, table_size=3, constraints=apart), SEED)

    assert (alone.value.code, refusal.value.code) == ("nobody_left", "wishes_conflict")


def test_who_may_meet_just_two_others_meets_them():
    constraints = SeatingConstraints(never=[(1, 2), (1, 3), (1, 4)])

    (tables,) = draw(
        SwissRequest(standing=[1, 2, 3, 4, 5, 6], table_size=3, constraints=constraints), SEED
    ).rounds

    assert {1, 5, 6} in [set(table) for table in tables]


def test_whoever_leaves_is_replaced_and_nothing_else_changes():
    drawn = draw(ScheduleRequest(players=EIGHTEEN, rounds=6, table_size=3), SEED)
    request = RepairRequest(schedule=drawn.rounds, since=2, leavers=[7], joiners=[99], table_size=3)

    repaired = draw(request, SEED)

    assert repaired.rounds[:2] == drawn.rounds[:2]
    assert [[{99 if p == 7 else p for p in table} for table in tables] for tables in drawn.rounds[2:]] == [
        [set(table) for table in tables] for tables in repaired.rounds[2:]
    ]


@pytest.mark.parametrize(
    "request_",
    [
        ScheduleRequest(players=EIGHTEEN, rounds=2, table_size=3),
        SwissRequest(standing=EIGHTEEN, table_size=3),
        RankedRequest(pattern="snake", standing=EIGHTEEN, table_size=3),
        FreePlayRequest(present=EIGHTEEN, table_size=3),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_record_of_it_is_drawn_again_alike(request_):
    answer, record = draw_on_record(request_, SEED)

    again, _seed = read(as_json(request_) | {"seed": SEED})

    assert as_json(again) == as_json(request_)
    assert as_json(again)["table_size"] == 3
    assert verify(record, SEED, answer.rounds, answer.byes).same


@pytest.mark.parametrize("size", [2, 5, "3"])
def test_another_size_is_refused(size):
    with pytest.raises(SeatingError):
        read({"do": "swiss", "seed": SEED, "standing": EIGHTEEN, "table_size": size})


def test_winds_are_counted_by_what_is_played():
    assert winds_played([]) == 4
