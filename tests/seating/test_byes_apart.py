"""Among equally good draws nobody sits out twice running: whole schedules, lots, rounds by rank and nights."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations

import pytest

from seating.drawing import draw
from seating.drbg import Drbg
from seating.metrics import Schedule
from seating.quality import ScheduleQuality
from seating.requests import (
    FreePlayRequest,
    RandomRequest,
    RankedRequest,
    RoundRequest,
    ScheduleRequest,
    SwissRequest,
)
from seating.schedules.byes_apart import keep_byes_apart
from tests.thorough import examples

Byes = Sequence[Sequence[int]]
Next = Callable[[list[int], Schedule, list[int]], RoundRequest]
ROUNDS = 8


def twice_running(byes: Byes) -> int:
    return sum(len(set(here) & set(there)) for here, there in pairwise(byes))


# Beside a single table three of seven sit out, or two of five where tables are of three: the best schedules have
# rounds in which the same people do.
SIZES = [(4, players) for players in range(5, 24) if players % 4 and players != 7]
SIZES += [(3, players) for players in (4, *range(7, 18)) if players % 3]


@pytest.mark.parametrize(("size", "players"), SIZES)
@pytest.mark.parametrize("rounds", [4, pytest.param(ROUNDS, marks=pytest.mark.slow)])
def test_in_no_schedule_of_any_size(size: int, players: int, rounds: int) -> None:
    for seed in "abc":
        drawn = draw(schedule(size, players, rounds), seed)

        assert twice_running(drawn.byes or []) == 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [5, 6, 9, 10, 11])
def test_in_two_hundred_schedules(players: int) -> None:
    found = [draw(schedule(4, players, ROUNDS), f"seed {number}") for number in range(examples(8, of=40))]

    assert [one for one in found if twice_running(one.byes or [])] == []


@pytest.mark.parametrize("players", [5, 10, 19])
def test_it_costs_a_schedule_nothing(players: int) -> None:
    """The same tables in another order."""
    request = schedule(4, players, ROUNDS)
    usual = ScheduleRequest(players=request.players, rounds=ROUNDS, remainder="byes")

    for seed in "abc":
        apart, before = (draw(one, seed).quality for one in (request, usual))
        assert isinstance(apart, ScheduleQuality)
        assert isinstance(before, ScheduleQuality)
        assert apart.metrics.excess_meetings == before.metrics.excess_meetings
        assert apart.metrics == before.metrics


def test_a_later_stage_begins_with_others_than_those_who_sat_out_last() -> None:
    first = draw(schedule(4, 9, 4), "a")
    assert first.byes is not None
    request = ScheduleRequest(
        players=range(9),
        rounds=4,
        remainder="byes",
        history=first.rounds,
        byes_apart=True,
        last_byes=first.byes[-1],
    )

    for seed in "ab":
        assert twice_running([*first.byes, *(draw(request, seed).byes or [])]) == 0


def test_where_it_cannot_be_helped_the_fewest_do() -> None:
    """The seven lines of Fano's plane meet one another in a point each, so each next round keeps one on the bench."""
    lines = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]

    assert twice_running(in_order(lines, ())) == 6


@pytest.mark.parametrize(("size", "players"), [(4, 7), (3, 5)])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_as_few_as_in_the_best_of_all_orders(seed: str, size: int, players: int) -> None:
    byes = draw(schedule(size, players, 5), seed).byes
    assert byes is not None

    assert twice_running(byes) == min(twice_running(order) for order in permutations(byes))


def by_lot(players: list[int], history: Schedule, last: list[int]) -> RoundRequest:
    return RandomRequest(players=players, remainder="byes", history=history, last_byes=last)


def by_rank(players: list[int], history: Schedule, last: list[int]) -> RoundRequest:
    return RankedRequest(pattern="snake", standing=players, remainder="byes", history=history, last_byes=last)


def swiss(players: list[int], history: Schedule, last: list[int]) -> RoundRequest:
    return SwissRequest(standing=players, remainder="byes", history=history, last_byes=last)


def night(players: list[int], history: Schedule, last: list[int]) -> RoundRequest:
    played = Counter(player for tables in history for table in tables for player in table)
    waited = {player: len(history) - played[player] for player in players}
    return FreePlayRequest(present=players, history=history, sat_out=waited, last_byes=last)


def lot_apart(players: list[int], history: Schedule, last: list[int]) -> RoundRequest:
    return RandomRequest(players=players, remainder="byes", history=history, last_byes=last, table_size=3)


@pytest.mark.parametrize("players", [5, 6, 7, pytest.param(10, marks=pytest.mark.slow), 11])
@pytest.mark.parametrize("next_round", [by_lot, by_rank, swiss, night, lot_apart])
def test_nor_round_by_round(players: int, next_round: Next) -> None:
    for number in range(examples(2, of=8)):
        dice = Drbg(f"{number}", "standing")
        history: list[Sequence[Sequence[int]]] = []
        byes: list[list[int]] = []
        for round_ in range(ROUNDS):
            standing = dice.shuffled(range(players))
            request = next_round(standing, history, byes[-1] if byes else [])
            drawn = draw(request, f"{number} {round_}")
            seated = {player for table in drawn.rounds[0] for player in table}
            history.append(drawn.rounds[0])
            byes.append(sorted(set(standing) - seated))
        counts = Counter(dict.fromkeys(range(players), 0))
        counts.update(player for row in byes for player in row)

        assert twice_running(byes) == 0
        assert max(counts.values()) - min(counts.values()) <= 1


def in_order(byes: Byes, before: Sequence[int]) -> Byes:
    return [byes[number] for number in keep_byes_apart(byes, before, Drbg("seed", "test"))]


def schedule(size: int, players: int, rounds: int) -> ScheduleRequest:
    return ScheduleRequest(
        players=range(players),
        rounds=rounds,
        remainder="byes",
        byes_apart=True,
        table_size=size,
        all_designs=True,
    )
