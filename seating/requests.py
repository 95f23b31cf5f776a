"""A frozen request for each kind of draw. `json_requests` reads and writes them as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal, TypeAlias

from seating.constraints import SeatingConstraints
from seating.metrics import Schedule
from seating.table_sizes import Remainder

Pattern: TypeAlias = Literal["standing", "snake", "interval"]

MOST_EFFORT = 16  # times the usual number of steps

NO_CONSTRAINTS = SeatingConstraints()


@dataclass(frozen=True, slots=True)
class ScheduleRequest:
    """A whole event, or with `history` a later stage of one; see `draw_schedule`. `table_size` is 4, or 3 (sanma).

    `all_designs` and `byes_apart` are off by default, so that records of draws from before them repeat exactly.
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
    """What all draws of a single round have in common. `history` holds the rounds so far.

    Of `constraints` groups, pairs that never meet, tables and winds hold; a Swiss round weighs soft pairs, too.
    `share_odd` gives tables of three or five to those who had fewest, `share_waiting` the fifth seat to those who
    waited least. Both are off by default, so that records of draws from before these options repeat exactly.
    `last_byes` sat out in the round before: of those whose turn it is to sit out they are the last. With a
    `table_size` of three all tables are of three (sanma).
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
    """One round by lot, at tables of four or of three; see `draw_random`."""

    players: Sequence[int]


@dataclass(frozen=True, slots=True)
class FreePlayRequest(RoundRequest):
    """One round for those who are here; `sat_out` says how often each waited so far; see `draw_free_round`."""

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
    """Four teams meet, one player of each at a table, or three (`table_size`); see `draw_teams`."""

    teams: Sequence[Sequence[int]]
    rounds: int
    _: KW_ONLY
    table_size: int = 4


@dataclass(frozen=True, slots=True)
class SeasonRequest:
    """A league of teams over a season, or with `history` the rest of one; see `draw_season`."""

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
    """Match days of so many teams on which every two meet equally often; see `round_robin`."""

    teams: int
    legs: int = 1


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
)
