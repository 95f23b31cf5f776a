"""Draw a request with a seed: used by all draws, and by verification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import TypeVar

from seating.constraints import check_places
from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Table
from seating.progress import report_progress
from seating.quality import (
    RoundQuality,
    ScheduleQuality,
    match_days_quality,
    round_of_match_day,
    round_quality,
    schedule_quality,
)
from seating.repairs.repair import Repaired, repair_schedule
from seating.requests import (
    FreePlayRequest,
    MatchDaysRequest,
    RandomRequest,
    RankedRequest,
    RepairRequest,
    Request,
    RoundRequest,
    RoundRobinRequest,
    ScheduleRequest,
    SeasonRequest,
    SwissRequest,
    TeamsRequest,
)
from seating.rounds.free_play import draw_free_round
from seating.rounds.random_draw import draw_random
from seating.rounds.ranked import draw_ranked
from seating.rounds.swiss import SwissRound, draw_swiss
from seating.schedules.later_stage import later_quality
from seating.schedules.schedule import draw_schedule
from seating.table_sizes import table_sizes
from seating.teams.season import draw_season, season_quality
from seating.teams.team_matches import draw_teams, round_robin
from seating.winds.match_days import seat_match_days

T = TypeVar("T")

# Codes for the failure to find a round that keeps pairs apart.
REFUSALS_OF_PAIRS = ("group_too_large", "nobody_left", "wishes_conflict")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A drawn schedule. `rounds[r]` are the tables of a round, ids in the order East, South, West, North.

    `byes[r]` are the players, or in a draw of teams the teams, who sit out; None if the method does not report them.
    Of teams, `matches[r]` are the groups that meet, in a season `resting[r]` those without a match (numbers from 0).
    `repaired` is the report of a repair.
    """

    rounds: Sequence[Sequence[Table]]
    byes: Sequence[Sequence[int]] | None = None
    matches: Sequence[Sequence[Sequence[int]]] | None = None
    resting: Sequence[Sequence[int]] | None = None
    quality: ScheduleQuality | RoundQuality | None = None
    repaired: Repaired | None = None


@singledispatch
def draw(request: Request, seed: str) -> Answer:
    """Draw a request. Equal requests and seeds give equal answers on every machine.

    Raises `SeatingError` without drawing if the request cannot be satisfied.
    """
    raise TypeError(f"{type(request).__name__} is no request of a draw.")


@draw.register
def _schedule(request: ScheduleRequest, seed: str) -> Answer:
    drawn = draw_schedule(request, seed)
    report_progress("reporting", 0, 1)
    quality = schedule_quality(drawn.rounds, drawn.byes, request.constraints, drawn.method)
    if request.history:
        quality = replace(quality, later=later_quality(request.players, drawn.rounds, request.history))
    return Answer(rounds=drawn.rounds, byes=drawn.byes, quality=quality)


@draw.register
def _swiss(request: SwissRequest, seed: str) -> Answer:
    with _places_named(request, request.standing):
        return _with_quality(draw_swiss(request, seed), request)


@draw.register
def _free_play(request: FreePlayRequest, seed: str) -> Answer:
    with _places_named(request, request.present):
        return _with_quality(draw_free_round(request, seed), request)


@draw.register
def _random(request: RandomRequest, seed: str) -> Answer:
    with _places_named(request, request.players):
        return Answer(rounds=[draw_random(request, seed)])


@draw.register
def _ranked(request: RankedRequest, seed: str) -> Answer:
    with _places_named(request, request.standing):
        return Answer(rounds=[draw_ranked(request, seed)])


@draw.register
def _repair(request: RepairRequest, seed: str) -> Answer:
    done = repair_schedule(request, seed)
    quality = schedule_quality(done.rounds, done.byes, None, "repair")
    return Answer(rounds=done.rounds, byes=done.byes, quality=quality, repaired=done)


@draw.register
def _teams(request: TeamsRequest, seed: str) -> Answer:
    drawn = draw_teams(request.teams, request.rounds, seed, table_size=request.table_size)
    quality = schedule_quality(drawn.rounds, (), None, "teams")
    return Answer(rounds=drawn.rounds, matches=drawn.matches, byes=drawn.byes, quality=quality)


@draw.register
def _season(request: SeasonRequest, seed: str) -> Answer:
    drawn = draw_season(request, seed)
    season = season_quality(request.teams, drawn.rounds, request.history, request.games, drawn.cycle)
    quality = replace(schedule_quality(drawn.rounds, (), None, "season"), season=season)
    return Answer(rounds=drawn.rounds, matches=drawn.matches, resting=drawn.resting, quality=quality)


@draw.register
def _round_robin(request: RoundRobinRequest, seed: str) -> Answer:
    days, waiting = round_robin(request.teams, seed, request.legs)
    return Answer(rounds=days, byes=waiting)


@draw.register
def _match_days(request: MatchDaysRequest, seed: str) -> Answer:
    drawn, games = draw(request.days, seed), request.games
    fixed = request.days.constraints.winds if isinstance(request.days, ScheduleRequest | RoundRequest) else {}
    rounds = seat_match_days(drawn.rounds, games, request.history, Drbg(seed, "match-days"), fixed)
    everything, quality = [*request.history, *rounds], drawn.quality
    if isinstance(quality, RoundQuality):
        quality = round_of_match_day(quality, everything)
    elif quality is not None:
        quality = match_days_quality(quality, everything, games)
    return replace(
        drawn,
        rounds=rounds,
        byes=_repeated(drawn.byes, games),
        matches=_repeated(drawn.matches, games),
        resting=_repeated(drawn.resting, games),
        quality=quality,
    )


def _repeated(rows: Sequence[T] | None, games: int) -> list[T] | None:
    return None if rows is None else [row for row in rows for _ in range(games)]


@contextmanager
def _places_named(request: RoundRequest, players: Sequence[int]) -> Iterator[None]:
    """If a round is refused because fixed places are impossible, name them: the methods know them only as pairs.

    Checked only after a refusal: one of two players on the same seat may sit out, and earlier draws must stay
    repeatable.
    """
    try:
        yield
    except SeatingError as error:
        if error.code in REFUSALS_OF_PAIRS:
            sizes = table_sizes(len(players), request.remainder, request.table_size)
            check_places(request.constraints, len(sizes))
        raise


def _with_quality(drawn: SwissRound, request: RoundRequest) -> Answer:
    return Answer(rounds=[drawn.tables], byes=[drawn.byes], quality=round_quality(drawn, request.history))
