"""What an organizer asks of a draw, and what is stored of one."""

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
# What a remainder seats the players at, besides tables of the usual size.
ODD = {"three": 3, "five": 5}
Apart = Literal["team", "club", "country"]
Method = Draw.Method

# Drawn for many rounds at once; all others round by round.
AT_ONCE = (Method.SCHEDULE, Method.TEAMS, Method.TEAM_SEASON)
# Of those, the ones drawn before a stage's first round; a season may be drawn in parts.
BEFORE_ALL = (Method.SCHEDULE, Method.TEAMS)
MOST_OF_A_SEASON = MOST_GAMES
MOST_IN_FINAL = 2_000
MOST_MATCHES = 15
MOST_GAMES_A_DAY = 10
MOST_LINE_UP = 100
# Straight from the standing, by this pattern.
PATTERNS: dict[str, Pattern] = {
    Method.BY_STANDING: "standing",
    Method.SNAKE: "snake",
    Method.INTERVAL: "interval",
}
# Where a longer search may find something better; the others are algebra or lot.
SEARCHED = (Method.SCHEDULE, Method.SWISS, Method.MET_LEAST)
EFFORTS = (1, 4, 16)


@dataclass(frozen=True)
class Plan:
    """What the organizer asks of a draw.

    `apart` names what keeps two players from one table altogether; the tournament's seating constraints come on
    top. `remainder` says what happens when the players do not fill the tables: refuse, let some sit out in turn,
    call substitutes, or open tables of three or of five. `sit_out` are entries who do not play in these rounds;
    `best` lets only so many of the standing play (0: everybody), in a draw of teams so many whole teams. `afresh`
    forgets who met in earlier stages. Of a season of teams `matches` fours meet at a time (0: as many as fit) in
    `games` rounds a match day, and each team sends `line_up` players (0: all). `effort` is how many times the usual
    number of steps is searched.
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

    def as_json(self) -> dict[str, object]:
        """Return the plan for storing; what is rarely set is left out where it is not."""
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
        """Return the plan that `as_json` wrote."""
        return cls(**stored)


@dataclass(frozen=True)
class ImportedRecord:
    """Where rounds that were drawn elsewhere come from; hashes are SHA-256 in hexadecimal."""

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
    """Everything needed to draw again: `first` is the number of the round that the first of the draw's is.

    `byes[i]` are the entries who sit out in round `first` + i.
    """

    plan: Plan
    record: Record | ImportedRecord
    first: int
    byes: list[list[int]]

    @classmethod
    def of(cls, draw: Draw) -> Self:
        """Read what is stored of a draw, in the ids of here. One query for a draw that another server made."""
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
        """Read what is stored of a draw word for word: what its hashes are of, and what can be drawn again."""
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
        """The entries who sit out in the stage's round of this number."""
        index = number - self.first
        return self.byes[index] if 0 <= index < len(self.byes) else []
