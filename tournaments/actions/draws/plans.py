"""The plan of a draw, and the stored record of one."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from seating.audit import Record
from seating.metrics import Schedule
from seating.requests import Pattern
from seating.teams.season import MOST_GAMES
from tournaments.models import Draw
from tournaments.models.origins.records import entries_here, lists_here, request_here

MOST_ROUNDS = 60
MOST_PLAYERS = 2_000
MOST_CHAIRS = 120_000

Remainder = Literal["refuse", "byes", "substitutes", "three", "five"]
# The table size a remainder uses besides the usual one.
ODD = {"three": 3, "five": 5}
Apart = Literal["team", "club", "country"]
Method = Draw.Method

# Drawn for many rounds at once; all other methods go round by round.
AT_ONCE = (Method.SCHEDULE, Method.TEAMS, Method.TEAM_SEASON)
# The ones drawn before a stage's first round; a season may be drawn in parts.
BEFORE_ALL = (Method.SCHEDULE, Method.TEAMS)
MOST_OF_A_SEASON = MOST_GAMES
MOST_IN_FINAL = 2_000
MOST_MATCHES = 15
MOST_LINE_UP = 100
# Methods that follow a pattern through the standings.
PATTERNS: dict[str, Pattern] = {
    Method.BY_STANDING: "standing",
    Method.SNAKE: "snake",
    Method.INTERVAL: "interval",
}
# Methods that may improve with a longer search; the others are algebra or lot.
SEARCHED = (Method.SCHEDULE, Method.SWISS, Method.MET_LEAST)
EFFORTS = (1, 4, 16)


@dataclass(frozen=True)
class Plan:
    """How the organizer wants rounds to be drawn.

    `apart` names what keeps two players from ever sharing a table, in addition to the tournament's seating
    constraints. `remainder` says what to do if the players do not fill the tables: refuse, let some sit out in turn,
    call substitutes, or open tables of three or five. `sit_out` are entries who skip these rounds; `best` admits only
    the top players, or the top teams in a draw of teams (0: all). `afresh` ignores meetings in earlier stages. A
    match day has `games` rounds, in which tables keep their players; in a team season the same teams meet. There,
    `matches` groups of four meet at a time (0: as many as fit), and each team sends `line_up` players (0: all).
    `effort` multiplies the usual number of search steps.
    """

    method: str = Method.RANDOM
    rounds: int = 1
    remainder: Remainder = "refuse"
    apart: Collection[Apart] = ()
    balance_winds: bool = False
    sit_out: Collection[int] = ()
    best: int = 0
    afresh: bool = False
    matches: int = 0
    games: int = 1
    line_up: int = 0
    effort: int = 1

    @property
    def has_match_days(self) -> bool:
        """Whether players stay at their tables for several games."""
        return self.games > 1 and self.method != Method.TEAM_SEASON

    def in_whole_days(self) -> Self:
        """Return the plan with all games of the next match day, where a method draws only the next round."""
        is_next = self.has_match_days and self.method not in AT_ONCE and self.rounds == 1
        return replace(self, rounds=self.games) if is_next else self

    def as_json(self) -> dict[str, object]:
        """Return the plan for storing; rarely used fields are omitted at their defaults."""
        usual = Plan()
        rare = {name: getattr(self, name) for name in ("best", "afresh", "matches", "games", "line_up")}
        described: dict[str, object] = {
            name: value for name, value in rare.items() if value != getattr(usual, name)
        }
        if self.sit_out:
            described["sit_out"] = sorted(set(self.sit_out))
        return described | {
            "method": str(self.method),
            "rounds": self.rounds,
            "remainder": self.remainder,
            "apart": sorted(set(self.apart)),
            "balance_winds": self.balance_winds,
            "effort": self.effort,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(**stored)


@dataclass(frozen=True)
class ImportedRecord:
    """The origin of rounds that were drawn elsewhere; hashes are SHA-256 in hexadecimal."""

    file_hash: str
    output_hash: str
    tables: Schedule
    algorithm: Literal["imported"] = "imported"

    def as_dict(self) -> dict[str, object]:
        return {
            "algorithm": self.algorithm,
            "file_hash": self.file_hash,
            "output_hash": self.output_hash,
            "tables": self.tables,
        }


@dataclass(frozen=True)
class StoredDraw:
    """Everything needed to draw again; `first` is the number of the draw's first round.

    `byes[i]` are the entries who sit out in round `first` + i.
    """

    plan: Plan
    record: Record | ImportedRecord
    first: int
    byes: list[list[int]]

    @classmethod
    def of(cls, draw: Draw) -> Self:
        """Read a stored draw in the ids of this server. One query for a draw made on another server."""
        drawn, here = cls.as_drawn(draw), entries_here(draw.origin)
        if here is None:
            return drawn
        record = drawn.record
        if isinstance(record, ImportedRecord):
            record = replace(record, tables=lists_here(record.tables, here))
        else:
            record = replace(record, request=request_here(record.request, here))
        plan = replace(drawn.plan, sit_out=lists_here(list(drawn.plan.sit_out), here))
        return cls(plan, record, drawn.first, lists_here(drawn.byes, here))

    @classmethod
    def as_drawn(cls, draw: Draw) -> Self:
        """Read a stored draw verbatim: what its hashes cover, and what can be drawn again."""
        stored = json.loads(draw.record)
        record = stored["record"]
        is_imported = record["algorithm"] == "imported"
        return cls(
            plan=Plan.from_json(stored["plan"]),
            record=ImportedRecord(**record) if is_imported else Record(**record),
            first=stored["first"],
            byes=stored["byes"],
        )

    def as_json(self) -> dict[str, object]:
        return {
            "plan": self.plan.as_json(),
            "record": self.record.as_dict(),
            "first": self.first,
            "byes": self.byes,
        }

    def sitting_out(self, number: int) -> list[int]:
        index = number - self.first
        return self.byes[index] if 0 <= index < len(self.byes) else []
