"""Run a drawing method and judge the result together with the rounds played before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from seating.audit import VERSION, Record, draw_on_record
from seating.constraints import SeatingConstraints
from seating.designs.stored import capacity, upper_limit
from seating.metrics import Schedule
from seating.quality import (
    RoundQuality,
    ScheduleQuality,
    longest_swiss,
    match_days_quality,
    schedule_quality,
)
from seating.requests import (
    MatchDaysRequest,
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


# Searches of these efforts take about a second each at this many chairs (rounds × players).
LONGER = (4, 6)
MOST_CHAIRS_SEARCHED_AGAIN = 200


@dataclass(frozen=True)
class Drawn:
    """Rounds of tables of entry ids, East first; byes by round; the quality; the record for repeating the draw.

    Ids below 0 are placeholders for substitutes.
    """

    rounds: list[list[list[int]]]
    byes: list[list[int]]
    quality: ScheduleQuality
    record: Record | ImportedRecord


def run(request: Request, seed: str) -> Drawn:
    """Draw as requested. Raises SeatingError if that is impossible.

    A short schedule with an odd number of players is searched for longer automatically if it has more rematches than
    the known minimum; the better result is kept, and the record names the effort.
    """
    best, schedule = _run(request, seed), tables_of(request)
    if not isinstance(schedule, ScheduleRequest) or not _may_search_longer(schedule):
        return best
    for effort in LONGER:
        if not _has_avoidable_rematches(best.quality):
            break
        longer = replace(schedule, effort=effort)
        of_days = replace(request, days=longer) if isinstance(request, MatchDaysRequest) else longer
        again = _run(of_days, seed)
        best = min((best, again), key=lambda one: one.quality.metrics.excess_meetings)
    return best


def tables_of(request: Request) -> Request:
    """Return the request that makes the tables: of match days, the one that draws each day once."""
    return request.days if isinstance(request, MatchDaysRequest) else request


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
    of_tables = tables_of(request)
    games = request.games if isinstance(request, MatchDaysRequest) else 1
    byes = [list(row) for row in answer.byes or _left_out(of_tables, rounds)]
    if isinstance(of_tables, TeamsRequest):
        byes = [[p for number in row for p in of_tables.teams[number]] for row in byes]
    drawn = answer.quality
    constraints = _constraints_of(of_tables) or SeatingConstraints()
    if isinstance(drawn, ScheduleQuality) and answer.repaired is not None and not constraints.pairs():
        # Already judged as a whole, and there were no constraints.
        quality = drawn
    else:
        quality = quality_of(
            [*_history_of(of_tables), *rounds[::games]],
            byes=byes[::games],
            constraints=constraints,
            method=str(tables_of_record(record)["do"]),
        )
    if isinstance(request, MatchDaysRequest):
        quality = of_match_days(quality, [*request.history, *rounds], games)
    if isinstance(drawn, ScheduleQuality):
        quality = replace(quality, later=drawn.later, season=drawn.season)
    if isinstance(drawn, RoundQuality):
        quality = replace(quality, last_round=drawn)
    if answer.repaired is not None:
        quality = replace(quality, repaired=answer.repaired.of_tables())
    return Drawn(rounds, byes, quality, record)


def tables_of_record(record: Record) -> Mapping[str, Any]:
    """Return the recorded request that made the tables, as `tables_of` does."""
    return cast("Mapping[str, Any]", record.request.get("days", record.request))


def of_match_days(quality: ScheduleQuality, rounds: Schedule, games: int) -> ScheduleQuality:
    """Return the quality of tables that were judged once a day, with the winds of all games."""
    return match_days_quality(quality, [[tuple(table) for table in tables] for tables in rounds], games)


def quality_of(
    rounds: Schedule,
    *,
    byes: Sequence[Sequence[int]] = (),
    constraints: SeatingConstraints | None = None,
    method: str = "",
) -> ScheduleQuality:
    """Judge all rounds so far: rematches, winds, tables, constraints, and the known lower bounds."""
    wanted = constraints or SeatingConstraints()
    # The draw itself keeps fixed places; only pairs have to be read off the tables.
    of_pairs = SeatingConstraints(wanted.groups, wanted.never, wanted.rather_not)
    return schedule_quality([[tuple(table) for table in tables] for tables in rounds], byes, of_pairs, method)


@dataclass(frozen=True)
class Limits:
    """How many rounds a number of players can play without a rematch.

    `schedule`: as a whole schedule, by a known construction; `at_most`: the upper bound; `swiss`: round by round, by
    experiment.
    """

    players: int
    schedule: int
    at_most: int
    swiss: int


def limits_for(players: int, table_size: int = 4) -> Limits:
    """Return the limits; all 0 where unknown: too few players, or tables of three."""
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
    """Return who was present and not seated, for methods that do not report it."""
    match request:
        case RandomRequest() | ScheduleRequest():
            there = request.players
        case SwissRequest() | RankedRequest():
            there = request.standing
        case _:
            there = ()
    return [sorted(set(there) - {entry for table in tables for entry in table}) for tables in rounds]
