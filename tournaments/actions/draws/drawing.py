"""Running a drawing method and judging what came of it, beside the rounds that were played."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from seating.audit import VERSION, Record, draw_on_record
from seating.constraints import SeatingConstraints
from seating.designs.stored import capacity, upper_limit
from seating.metrics import Schedule
from seating.quality import RoundQuality, ScheduleQuality, longest_swiss, schedule_quality
from seating.requests import (
    RandomRequest,
    RankedRequest,
    RepairRequest,
    Request,
    RoundRequest,
    ScheduleRequest,
    SeasonRequest,
    SwissRequest,
    TeamsRequest,
)
from tournaments.actions.draws.plans import ImportedRecord

__all__ = ["VERSION", "Drawn", "Limits", "limits_for", "quality_of", "run"]


# Searches of these efforts take about a second each for as many chairs, rounds times players.
LONGER = (4, 6)
MOST_CHAIRS_SEARCHED_AGAIN = 200


@dataclass(frozen=True)
class Drawn:
    """Rounds of tables of entry ids, East first; who sits out by round; how good it is; how to draw it again.

    Ids below 0 stand for places that substitutes take.
    """

    rounds: list[list[list[int]]]
    byes: list[list[int]]
    quality: ScheduleQuality
    record: Record | ImportedRecord


def run(request: Request, seed: str) -> Drawn:
    """Draw as the request says. Raises SeatingError, with nothing drawn, for what cannot be.

    A short schedule of players who do not fill the tables is searched for longer by itself if it came out with more
    rematches than are known to be needed; the record then says so, and the better one is taken.
    """
    best = _run(request, seed)
    if not isinstance(request, ScheduleRequest) or not _may_search_longer(request):
        return best
    for effort in LONGER:
        if not _has_avoidable_rematches(best.quality):
            break
        again = _run(replace(request, effort=effort), seed)
        best = min((best, again), key=lambda one: one.quality.metrics.excess_meetings)
    return best


def _may_search_longer(request: ScheduleRequest) -> bool:
    return (
        request.effort == 1
        and len(request.players) % request.table_size != 0
        and len(request.players) * request.rounds <= MOST_CHAIRS_SEARCHED_AGAIN
    )


def _has_avoidable_rematches(quality: ScheduleQuality) -> bool:
    counted = (remark.numbers for remark in quality.remarks if remark.code == "rematches_counted")
    return any(numbers["times"] != numbers["bound"] for numbers in counted)


def _run(request: Request, seed: str) -> Drawn:
    answer, record = draw_on_record(request, seed)
    rounds = [[list(table) for table in tables] for tables in answer.rounds]
    byes = [list(row) for row in answer.byes or _left_out(request, rounds)]
    if isinstance(request, TeamsRequest):
        byes = [[p for number in row for p in request.teams[number]] for row in byes]
    drawn = answer.quality
    constraints = _constraints_of(request) or SeatingConstraints()
    if isinstance(drawn, ScheduleQuality) and answer.repaired is not None and not constraints.pairs():
        # It was judged as a whole already, and nobody was to be kept apart.
        quality = drawn
    else:
        quality = quality_of(
            [*_history_of(request), *rounds],
            byes=byes,
            constraints=constraints,
            method=str(record.request["do"]),
        )
    if isinstance(drawn, ScheduleQuality):
        quality = replace(quality, later=drawn.later, season=drawn.season)
    if isinstance(drawn, RoundQuality):
        quality = replace(quality, last_round=drawn)
    if answer.repaired is not None:
        quality = replace(quality, repaired=answer.repaired.of_tables())
    return Drawn(rounds, byes, quality, record)


def quality_of(
    rounds: Schedule,
    *,
    byes: Sequence[Sequence[int]] = (),
    constraints: SeatingConstraints | None = None,
    method: str = "",
) -> ScheduleQuality:
    """Judge all rounds so far: rematches, winds, tables, who was to be kept apart, and the bounds nobody can beat."""
    wanted = constraints or SeatingConstraints()
    # Fixed places are kept by the draw itself; whether people met is what the tables show.
    of_pairs = SeatingConstraints(wanted.groups, wanted.never, wanted.rather_not)
    return schedule_quality([[tuple(table) for table in tables] for tables in rounds], byes, of_pairs, method)


@dataclass(frozen=True)
class Limits:
    """How many rounds so many players can play without a rematch.

    `schedule`: drawn at once, a way is known; `at_most`: nobody can play more; `swiss`: round by round, as far as
    trials tell.
    """

    players: int
    schedule: int
    at_most: int
    swiss: int


def limits_for(players: int, table_size: int = 4) -> Limits:
    """All 0 where nothing is known: for too few players, and at tables of three."""
    full = players - players % 4
    if full < 4 or table_size != 4:
        return Limits(players, 0, 0, 0)
    return Limits(players, capacity(full), upper_limit(full), longest_swiss(full))


def _history_of(request: Request) -> Schedule:
    return request.history if isinstance(request, ScheduleRequest | RoundRequest | SeasonRequest) else ()


def _constraints_of(request: Request) -> SeatingConstraints | None:
    return (
        request.constraints if isinstance(request, ScheduleRequest | RoundRequest | RepairRequest) else None
    )


def _left_out(request: Request, rounds: Schedule) -> list[list[int]]:
    """Who was there and is not seated, of a method that does not say."""
    match request:
        case RandomRequest() | ScheduleRequest():
            there = request.players
        case SwissRequest() | RankedRequest():
            there = request.standing
        case _:
            there = ()
    return [sorted(set(there) - {entry for table in tables for entry in table}) for tables in rounds]
