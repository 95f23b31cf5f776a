"""A frozen request for each kind of draw. `json_requests` reads and writes them as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal, TypeAlias

from seating.constraints import SeatingConstraints
from seating.errors import SeatingError
from seating.metrics import Schedule
from seating.table_sizes import Remainder

Pattern: TypeAlias = Literal["standing", "snake", "interval"]

MOST_EFFORT = 16  # times the usual number of steps
MOST_GAMES_A_DAY = 10

NO_CONSTRAINTS = SeatingConstraints()


@dataclass(frozen=True, slots=True)
class ScheduleRequest:
    """A whole event, or with `history` a later stage; see `draw_schedule`. `table_size` is 4, or 3 (sanma).

    `all_designs` and `byes_apart` are off by default, so that older records repeat exactly.
    """

    players: Sequence[int]
    rounds: int
    _: KW_ONLY
    remainder: Remainder = "three"
    constraints: SeatingConstraints = NO_CONSTRAINTS
    history: Schedule = ()
    effort: int = 1
    exact_winds: bool = False
    all_designs: bool = False
    share_waiting: bool = False
    byes_apart: bool = False
    last_byes: Sequence[int] = ()
    table_size: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRequest:
    """The fields of all single-round draws. `history` holds the rounds so far.

    Of `constraints`, groups, pairs that never meet, tables and winds apply; a Swiss round weighs soft pairs too.
    `share_odd` gives tables of three or five to players with the fewest so far, `share_waiting` the fifth seat to
    those who waited least. Both are off by default, so that older records repeat exactly. `last_byes` sat out in the
    previous round and, among those whose turn it is, come last. With a `table_size` of three, all tables are of
    three (sanma).
    """

    remainder: Remainder = "three"
    constraints: SeatingConstraints = NO_CONSTRAINTS
    history: Schedule = ()
    share_odd: bool = False
    share_waiting: bool = False
    last_byes: Sequence[int] = ()
    table_size: int = 4


@dataclass(frozen=True, slots=True)
class SwissRequest(RoundRequest):
    """The next round by `standing` (ids, best first); see `draw_swiss`."""

    standing: Sequence[int]
    _: KW_ONLY
    balance_winds: bool = False
    effort: int = 1


@dataclass(frozen=True, slots=True)
class RankedRequest(RoundRequest):
    """The next round straight from `standing` (ids, best first); see `draw_ranked`."""

    standing: Sequence[int]
    pattern: Pattern
    _: KW_ONLY
    step: int | None = None


@dataclass(frozen=True, slots=True)
class RandomRequest(RoundRequest):
    """One round drawn by lot, at tables of four or three; see `draw_random`."""

    players: Sequence[int]


@dataclass(frozen=True, slots=True)
class FreePlayRequest(RoundRequest):
    """One round for players present; `sat_out` counts each player's byes so far; see `draw_free_round`."""

    present: Sequence[int]
    _: KW_ONLY
    sat_out: Mapping[int, int] = field(default_factory=dict)
    remainder: Remainder = "byes"
    effort: int = 1


@dataclass(frozen=True, slots=True)
class RepairRequest:
    """The rounds of `schedule` from index `since` on, with the fewest changes; see `repair_schedule`."""

    schedule: Schedule
    since: int = 0
    _: KW_ONLY
    leavers: Sequence[int] = ()
    joiners: Sequence[int] = ()
    substitutes: Mapping[int, int] = field(default_factory=dict)
    byes: Sequence[Sequence[int]] = ()
    remainder: Remainder = "three"
    constraints: SeatingConstraints = NO_CONSTRAINTS
    share_odd: bool = False
    table_size: int = 4


@dataclass(frozen=True, slots=True)
class TeamsRequest:
    """Four teams meet, or three (`table_size`), one player of each at a table; see `draw_teams`."""

    teams: Sequence[Sequence[int]]
    rounds: int
    _: KW_ONLY
    table_size: int = 4


@dataclass(frozen=True, slots=True)
class SeasonRequest:
    """A team league over a season, or with `history` the rest of one; see `draw_season`."""

    teams: Sequence[Sequence[int]]
    rounds: int
    _: KW_ONLY
    matches: int | None = None
    games: int = 1
    line_up: int | None = None
    history: Schedule = ()
    table_size: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobinRequest:
    """Match days of `teams` teams on which all pairs meet equally often; see `round_robin`."""

    teams: int
    legs: int = 1


DayRequest: TypeAlias = (
    ScheduleRequest
    | SwissRequest
    | RankedRequest
    | RandomRequest
    | FreePlayRequest
    | TeamsRequest
    | SeasonRequest
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDaysRequest:
    """Match days of `games` games each, with the same players at a table all day; see `seat_match_days`.

    `days` draws the tables: its rounds, and those of its history, are match days. `history` are all games so far, for
    the winds.
    """

    days: DayRequest
    games: int
    history: Schedule = ()

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES_A_DAY:
            raise SeatingError(
                "games_out_of_range",
                f"A match day has 1 to {MOST_GAMES_A_DAY} games.",
                most=MOST_GAMES_A_DAY,
                given=self.games,
            )


Request: TypeAlias = (
    ScheduleRequest
    | SwissRequest
    | RankedRequest
    | RandomRequest
    | FreePlayRequest
    | RepairRequest
    | TeamsRequest
    | SeasonRequest
    | RoundRobinRequest
    | MatchDaysRequest
)
