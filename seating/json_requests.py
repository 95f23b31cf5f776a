"""Requests and answers as JSON: for the command line, and for records that outlive this version.

A missing field has its default; an unknown one is refused. `as_json` leaves out options at their default, so that a
new option does not change the JSON (and the hash) of requests without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from seating import request_fields as fields
from seating.constraints import SeatingConstraints
from seating.drawing import Answer, draw
from seating.errors import SeatingError
from seating.requests import (
    MOST_EFFORT,
    MOST_GAMES_A_DAY,
    FreePlayRequest,
    MatchDaysRequest,
    Pattern,
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
from seating.schedules.schedule import MOST_ROUNDS
from seating.table_sizes import Remainder
from seating.teams.season import MOST_GAMES

JsonRequest: TypeAlias = Mapping[str, object]

_GROUPS = ("groups", "avoid")
_PLACES = ("tables", "winds")
_ALWAYS = ("do", "id", "seed")
_ROUND = ("history", "remainder", "share_odd", "share_waiting", "last_byes", "table_size", *_GROUPS, *_PLACES)
_OF_DAYS = ("schedule", "swiss", "random", "standing", "snake", "interval", "free_play", "teams", "season")
_SCHEDULE = (*_GROUPS, "rather_not", *_PLACES, "featured")


def perform(request: object) -> dict[str, object]:
    """Draw a request (`request["do"]` is its kind) with its `seed`. Raises `SeatingError` without drawing."""
    parsed, seed = read(request)
    return answer_as_json(parsed, draw(parsed, seed))


def read(request: object) -> tuple[Request, str]:
    """Return the request and its seed; `SeatingError` says what was expected.

    Unknown fields are refused, except `id`, which is the caller's.
    """
    if not isinstance(request, Mapping):
        raise fields.refuse("request", "an object")
    what = request.get("do")
    if not isinstance(what, str) or what not in KINDS:
        raise SeatingError("unknown_request", f"do must be one of {', '.join(KINDS)}.", kinds=list(KINDS))
    if "seed" not in request:
        raise fields.refuse("seed", "a text")
    seed = fields.text(request["seed"], "seed")
    return KINDS[what](request), seed


def as_json(request: Request) -> dict[str, Any]:
    match request:
        case ScheduleRequest():
            return {
                **_of("schedule", request),
                "players": list(request.players),
                "rounds": request.rounds,
                **_unless_default(history=_lists(request.history), exact_winds=request.exact_winds),
                **_unless_default(all_designs=request.all_designs),
                **_unless_default(
                    share_waiting=request.share_waiting, effort=request.effort > 1 and request.effort
                ),
                **_unless_default(byes_apart=request.byes_apart, last_byes=list(request.last_byes)),
                **_unless_default(table_size=request.table_size != 4 and request.table_size),
            }
        case SwissRequest():
            return {
                **_of_round("swiss", request),
                "standing": list(request.standing),
                "balance_winds": request.balance_winds,
                **_unless_default(effort=request.effort > 1 and request.effort),
            }
        case RankedRequest():
            of_round = _of_round(request.pattern, request)
            return {**of_round, "standing": list(request.standing), **_unless_default(step=request.step)}
        case RandomRequest():
            of_round = _of_round("random", request)
            return {**of_round, "players": list(request.players), "table_size": request.table_size}
        case FreePlayRequest():
            return {
                **_of_round("free_play", request),
                "present": list(request.present),
                "sat_out": _by_text(request.sat_out),
                **_unless_default(effort=request.effort > 1 and request.effort),
            }
        case RepairRequest():
            return {
                **_of("repair", request),
                "schedule": _lists(request.schedule),
                "since": request.since,
                "leavers": list(request.leavers),
                "joiners": list(request.joiners),
                "substitutes": _by_text(request.substitutes),
                "byes": [list(row) for row in request.byes],
                **_unless_default(share_odd=request.share_odd),
                **_unless_default(table_size=request.table_size != 4 and request.table_size),
            }
        case TeamsRequest():
            return {
                "do": "teams",
                "teams": [list(team) for team in request.teams],
                "rounds": request.rounds,
                **_unless_default(table_size=request.table_size != 4 and request.table_size),
            }
        case SeasonRequest():
            return {
                "do": "season",
                "teams": [list(team) for team in request.teams],
                "rounds": request.rounds,
                **_unless_default(games=request.games != 1 and request.games, matches=request.matches),
                **_unless_default(line_up=request.line_up, history=_lists(request.history)),
                **_unless_default(table_size=request.table_size != 4 and request.table_size),
            }
        case MatchDaysRequest():
            return {
                "do": "match_days",
                "days": as_json(request.days),
                "games": request.games,
                **_unless_default(history=_lists(request.history)),
            }
        case RoundRobinRequest():
            return {"do": "round_robin", "teams": request.teams, "legs": request.legs}


def answer_as_json(request: Request, answer: Answer) -> dict[str, object]:
    """Return an answer as JSON for the command line and for the record's hash."""
    rounds = _lists(answer.rounds)
    payload: dict[str, object] = {"rounds": rounds}
    if isinstance(request, RoundRequest):
        payload["round"] = rounds[0]
    for name in ("byes", "matches", "resting"):
        value = getattr(answer, name)
        if value is not None:
            payload[name] = _rows(value)
    if answer.repaired is not None:
        payload |= answer.repaired.of_tables() | answer.repaired.of_winds()
    if answer.quality is not None:
        payload["quality"] = answer.quality.as_json()
    return payload


def _of(kind: str, request: ScheduleRequest | RepairRequest | RoundRequest) -> dict[str, Any]:
    return {"do": kind, "remainder": request.remainder, **constraints_as_json(request.constraints)}


def _of_round(kind: str, request: RoundRequest) -> dict[str, Any]:
    return {
        **_of(kind, request),
        "history": _lists(request.history),
        **_unless_default(share_odd=request.share_odd, share_waiting=request.share_waiting),
        **_unless_default(last_byes=list(request.last_byes)),
        **_unless_default(table_size=request.table_size != 4 and request.table_size),
    }


def constraints_as_json(constraints: SeatingConstraints) -> dict[str, Any]:
    return _unless_default(
        groups=[list(group) for group in constraints.groups],
        avoid=[list(pair) for pair in constraints.never],
        rather_not=[list(pair) for pair in constraints.rather_not],
        tables=_by_text(constraints.tables),
        winds=_by_text(constraints.winds),
        featured=list(constraints.featured),
    )


def _unless_default(**values: object) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def _by_text(numbers: Mapping[int, int]) -> dict[str, int]:
    return {str(player): number for player, number in numbers.items()}


def _rows(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    return [[list(item) if isinstance(item, tuple | list) else item for item in row] for row in rows]


def _lists(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
    return [[list(table) for table in tables] for tables in rounds]


def _read_schedule(request: JsonRequest) -> ScheduleRequest:
    own = (
        "players",
        "rounds",
        "remainder",
        "effort",
        "history",
        "exact_winds",
        "all_designs",
        "share_waiting",
        "byes_apart",
        "last_byes",
        "table_size",
    )
    fields.only(request, *_ALWAYS, *own, *_SCHEDULE)
    return ScheduleRequest(
        players=_players(request, "players", "a number of players or a list of ids"),
        rounds=_rounds(request, MOST_ROUNDS),
        constraints=fields.constraints(request),
        history=_history(request),
        remainder=_remainder(request, "three"),
        exact_winds=_flag(request, "exact_winds"),
        all_designs=_flag(request, "all_designs"),
        effort=_effort(request),
        share_waiting=_flag(request, "share_waiting"),
        byes_apart=_flag(request, "byes_apart"),
        last_byes=_ids(request, "last_byes"),
        table_size=_table_size(request),
    )


def _read_swiss(request: JsonRequest) -> SwissRequest:
    fields.only(request, *_ALWAYS, "standing", "rather_not", "balance_winds", "effort", *_ROUND)
    return SwissRequest(
        **_read_round(request, "three"),
        standing=_players(request, "standing", "a list of ids, best first"),
        balance_winds=_flag(request, "balance_winds"),
        effort=_effort(request),
    )


def _read_ranked(request: JsonRequest, *, pattern: Pattern) -> RankedRequest:
    fields.only(request, *_ALWAYS, "standing", "step", *_ROUND)
    return RankedRequest(
        **_read_round(request, "three"),
        pattern=pattern,
        standing=_players(request, "standing", "a list of ids, best first"),
        step=_whole_or_none(request, "step", 2_000, "malformed"),
    )


def _read_random(request: JsonRequest) -> RandomRequest:
    fields.only(request, *_ALWAYS, "players", *_ROUND)
    return RandomRequest(
        **_read_round(request, "three"),
        players=_players(request, "players", "a number of players or a list of ids"),
    )


def _read_free_play(request: JsonRequest) -> FreePlayRequest:
    fields.only(request, *_ALWAYS, "present", "sat_out", "effort", *_ROUND)
    return FreePlayRequest(
        **_read_round(request, "byes"),
        present=_players(request, "present", "a list of ids"),
        sat_out=fields.by_player(request.get("sat_out", {}), "sat_out", 0, 1_000_000, "malformed"),
        effort=_effort(request),
    )


def _read_repair(request: JsonRequest) -> RepairRequest:
    own = ("schedule", "since", "leavers", "joiners", "substitutes", "byes", "remainder", "share_odd")
    fields.only(request, *_ALWAYS, *own, "table_size", *_SCHEDULE)
    rounds = fields.schedule(_required(request, "schedule", "a list of rounds"), "schedule")
    return RepairRequest(
        schedule=rounds,
        constraints=fields.constraints(request),
        since=fields.whole(request.get("since", 0), "since", 0, len(rounds), "round_unknown"),
        leavers=_ids(request, "leavers"),
        joiners=_ids(request, "joiners"),
        substitutes=fields.by_player(
            request.get("substitutes", {}), "substitutes", 0, fields.LARGEST_ID, "player_unknown"
        ),
        byes=fields.groups(request.get("byes", []), "byes"),
        share_odd=_flag(request, "share_odd"),
        remainder=_remainder(request, "three"),
        table_size=_table_size(request),
    )


def _read_teams(request: JsonRequest) -> TeamsRequest:
    fields.only(request, *_ALWAYS, "teams", "rounds", "table_size")
    return TeamsRequest(
        teams=_teams(request), rounds=_rounds(request, MOST_ROUNDS), table_size=_table_size(request)
    )


def _read_season(request: JsonRequest) -> SeasonRequest:
    fields.only(request, *_ALWAYS, "teams", "rounds", "matches", "games", "line_up", "history", "table_size")
    return SeasonRequest(
        teams=_teams(request),
        history=_history(request),
        games=fields.whole(request.get("games", 1), "games", 1, MOST_GAMES, "rounds_out_of_range"),
        rounds=_rounds(request, MOST_GAMES),
        matches=_whole_or_none(request, "matches", 500, "matches_out_of_range"),
        line_up=_whole_or_none(request, "line_up", 2_000, "team_too_small"),
        table_size=_table_size(request),
    )


def _read_match_days(request: JsonRequest) -> MatchDaysRequest:
    fields.only(request, *_ALWAYS, "days", "games", "history")
    days = _required(request, "days", "an object")
    if not isinstance(days, Mapping) or days.get("do") not in _OF_DAYS:
        raise fields.refuse("days", f"an object whose do is one of {', '.join(_OF_DAYS)}")
    games = _required(request, "games", "a whole number")
    read_days: Any = KINDS[days["do"]](days)
    return MatchDaysRequest(
        days=read_days,
        games=fields.whole(games, "games", 1, MOST_GAMES_A_DAY, "games_out_of_range"),
        history=_history(request),
    )


def _read_round_robin(request: JsonRequest) -> RoundRobinRequest:
    fields.only(request, *_ALWAYS, "teams", "legs")
    teams = _required(request, "teams", "a number of teams")
    return RoundRobinRequest(
        teams=fields.whole(teams, "teams", 4, 100, "no_round_robin"),
        legs=fields.whole(request.get("legs", 1), "legs", 1, 60, "rounds_out_of_range"),
    )


def _read_round(request: JsonRequest, remainder: str) -> dict[str, Any]:
    return {
        "history": _history(request),
        "remainder": _remainder(request, remainder),
        "constraints": fields.constraints(request),
        "share_odd": _flag(request, "share_odd"),
        "share_waiting": _flag(request, "share_waiting"),
        "last_byes": _ids(request, "last_byes"),
        "table_size": _table_size(request),
    }


def _required(request: JsonRequest, name: str, expected: str) -> object:
    if name not in request:
        raise fields.refuse(name, expected)
    return request[name]


def _players(request: JsonRequest, name: str, expected: str) -> list[int]:
    return fields.people(_required(request, name, expected), name)


def _ids(request: JsonRequest, name: str) -> list[int]:
    """Return a list of ids; a number of players, allowed for schedules, is refused."""
    value = request.get(name, [])
    if not isinstance(value, list):
        raise fields.refuse(name, "a list of ids")
    ids = fields.people(value, name)
    twice = sorted({p for p in ids if ids.count(p) > 1})
    if twice:
        raise SeatingError("player_twice", f"Player {twice[0]} is listed twice.", players=twice, field=name)
    return ids


def _teams(request: JsonRequest) -> list[list[int]]:
    return fields.groups(_required(request, "teams", "a list of lists of ids"), "teams")


def _rounds(request: JsonRequest, most: int) -> int:
    rounds = _required(request, "rounds", "a whole number")
    return fields.whole(rounds, "rounds", 1, most, "rounds_out_of_range")


def _whole_or_none(request: JsonRequest, name: str, most: int, code: str) -> int | None:
    value = request.get(name)
    return None if value is None else fields.whole(value, name, 1, most, code)


def _table_size(request: JsonRequest) -> int:
    return fields.whole(request.get("table_size", 4), "table_size", 3, 4)


def _effort(request: JsonRequest) -> int:
    return fields.whole(request.get("effort", 1), "effort", 1, MOST_EFFORT)


def _flag(request: JsonRequest, name: str) -> bool:
    return fields.flag(request.get(name, False), name)


def _remainder(request: JsonRequest, default: str) -> Remainder:
    return fields.remainder(request.get("remainder", default))


def _history(request: JsonRequest) -> list[list[tuple[int, ...]]]:
    return fields.schedule(request.get("history", []), "history")


KINDS: dict[str, Callable[[JsonRequest], Request]] = {
    "schedule": _read_schedule,
    "swiss": _read_swiss,
    "random": _read_random,
    "standing": partial(_read_ranked, pattern="standing"),
    "snake": partial(_read_ranked, pattern="snake"),
    "interval": partial(_read_ranked, pattern="interval"),
    "free_play": _read_free_play,
    "repair": _read_repair,
    "teams": _read_teams,
    "season": _read_season,
    "round_robin": _read_round_robin,
    "match_days": _read_match_days,
}
