"""Running a drawing method: plain data in, plain data out, so that anybody can run it again.

A request is a JSON object as `seating.requests` reads it; equal requests and seeds give equal tables on
every machine. `python -m seating` answers the same requests without this product.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seating import request_fields
from seating.audit import VERSION, draw_on_record
from seating.designs.stored import capacity, upper_limit
from seating.quality import longest_swiss, schedule_report
from tournaments.models import Draw

__all__ = ["DO", "VERSION", "Drawn", "Limits", "limits_for", "quality_of", "run"]

Method = Draw.Method
Rounds = Sequence[Sequence[Sequence[int]]]

# What each method is called in a request.
DO: dict[str, str] = {
    Method.SCHEDULE: "schedule",
    Method.SWISS: "swiss",
    Method.BY_STANDING: "standing",
    Method.SNAKE: "snake",
    Method.INTERVAL: "interval",
    Method.RANDOM: "random",
    Method.MET_LEAST: "free_play",
    Method.TEAMS: "teams",
    Method.TEAM_SEASON: "season",
    Method.REPAIRED: "repair",
}


@dataclass(frozen=True)
class Drawn:
    """Rounds of tables of entry ids, East first; who sits out by round; how good it is; how to draw it again.

    Ids below 0 stand for places that substitutes take.
    """

    rounds: list[list[list[int]]]
    byes: list[list[int]]
    quality: dict[str, Any]
    record: dict[str, object]


def run(request: Mapping[str, Any], seed: str) -> Drawn:
    """Draw as the request says. Raises SeatingError, with nothing drawn, for what cannot be."""
    answer, record = draw_on_record(request, seed)
    rounds: list[list[list[int]]] = answer["rounds"]  # type: ignore[assignment]
    byes: list[list[int]] = answer.get("byes") or _left_out(request, rounds)  # type: ignore[assignment]
    if request["do"] == "teams":
        byes = [[p for number in row for p in request["teams"][number]] for row in byes]
    quality = quality_of([*request.get("history", []), *rounds], byes=byes, request=request)
    quality["round"] = answer.get("quality") if request["do"] in ("swiss", "free_play") else None
    for part in ("later", "season"):
        if part in answer.get("quality", {}):  # type: ignore[operator]
            quality[part] = answer["quality"][part]  # type: ignore[index]
    if request["do"] == "repair":
        quality["repair"] = {name: answer[name] for name in ("kept", "intact", "new_rematches")}
    return Drawn(rounds, byes, quality, record.as_dict())


def quality_of(
    rounds: Rounds, *, byes: Sequence[Sequence[int]] = (), request: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The report on all rounds so far: rematches, winds, tables, wishes, and the bounds nobody can beat."""
    asked = {name: request[name] for name in ("groups", "avoid", "rather_not") if request and name in request}
    tables = [[tuple(table) for table in tables] for tables in rounds]
    return schedule_report(tables, byes, request_fields.wishes(asked), str(request["do"]) if request else "")


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


def limits_for(players: int) -> Limits:
    full = players - players % 4
    if full < 4:
        return Limits(players, 0, 0, 0)
    return Limits(players, capacity(full), upper_limit(full), longest_swiss(full))


def _left_out(request: Mapping[str, Any], rounds: Rounds) -> list[list[int]]:
    asked: Sequence[int] = request.get("players") or request.get("standing") or ()
    found = []
    for tables in rounds:
        seated = {entry for table in tables for entry in table}
        found.append(sorted(entry for entry in asked if entry not in seated))
    return found
