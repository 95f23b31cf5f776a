"""Estimate how long a draw takes: short ones run in the request, long ones in the background.

The figures are milliseconds of one core, measured with `python -m benchmarks.draws` and rounded up. They decide only
where a draw is computed, never its result: every search is bounded by steps.
"""

from seating.designs.stored import capacity
from seating.requests import (
    FreePlayRequest,
    MatchDaysRequest,
    Request,
    RoundRequest,
    ScheduleRequest,
    SeasonRequest,
    SwissRequest,
)

# How long a person waits without a progress bar; a slow machine takes several times as long.
AT_ONCE = 1_000


def milliseconds(request: Request) -> int:
    """Estimate for how many milliseconds this request keeps one core busy."""
    match request:
        case SwissRequest():
            each = 5 if request.balance_winds else 2
            return (200 + each * len(request.standing)) * request.effort
        case FreePlayRequest():
            return (200 + len(request.present)) * request.effort
        case ScheduleRequest():
            return _schedule(request)
        case SeasonRequest():
            return 100 + request.rounds * len(request.teams) // 5
        case MatchDaysRequest():
            return milliseconds(request.days) + sum(len(tables) for tables in request.history) // 10
        case RoundRequest():
            return 100 + 5 * sum(len(tables) for tables in request.history) // 1_000
        case _:
            return 100


def is_long(request: Request) -> bool:
    """Whether it is too long for a page request. A search with extra effort always is: people expect to wait
    for it.
    """
    searched = request.days if isinstance(request, MatchDaysRequest) else request
    effort = getattr(searched, "effort", 1)
    return effort > 1 or milliseconds(request) > AT_ONCE


def _schedule(request: ScheduleRequest) -> int:
    people = len(request.players)
    chairs = people * request.rounds
    algebra = 50 + chairs // 80
    wanted = request.constraints
    is_searched = bool(wanted.groups or wanted.never or wanted.rather_not or wanted.tables)
    full = people - people % 4
    is_searched = is_searched or request.table_size == 3
    if request.history:
        algebra += (200 + 2 * chairs) * request.effort
    if not (is_searched or people % 4 or request.rounds > capacity(full)):
        return algebra
    return algebra + (400 + chairs // 60) * request.effort
