"""One door for every kind of draw: a request as JSON values in, an answer as JSON values out.

The command line, the audit record and the checks of a published draw all use it, so that there is one way
only to draw and to draw again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from seating import request_fields
from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Pair, Table
from seating.progress import tell
from seating.quality import schedule_report, swiss_report
from seating.repairs.repair import repair_schedule
from seating.rounds.fixed_places import parted_by_places, place
from seating.rounds.free_play import draw_free_round
from seating.rounds.random_draw import draw_random
from seating.rounds.ranked import Pattern, draw_ranked
from seating.rounds.swiss import SwissRound, draw_swiss
from seating.schedules.later_stage import later_report
from seating.schedules.schedule import MOST_ROUNDS, draw_schedule
from seating.teams.season import MOST_GAMES, draw_season, season_report
from seating.teams.team_matches import draw_teams, round_robin
from seating.winds.waiting_first import share_waiting

Request: TypeAlias = Mapping[str, object]
Answer: TypeAlias = dict[str, object]

MOST_EFFORT = 16  # times the usual number of steps

_PLACES = ("tables", "winds")
# Asked for, because it was not always done: a draw of before is drawn again as it was.
_ODD = ("exact_winds", "share_waiting")
_WISHES = ("groups", "avoid", "rather_not", "tables", "winds", "featured")


def perform(request: object) -> Answer:
    """Draw what `request["do"]` says; refuses with `SeatingError` and draws nothing.

    Every request has a `seed`; each kind has the fields its function below reads; unknown fields are
    refused, but for `id`, which a caller may use for its own ends.
    """
    if not isinstance(request, Mapping):
        raise request_fields.refuse("request", "an object")
    what = request.get("do")
    if not isinstance(what, str) or what not in KINDS:
        raise SeatingError("unknown_request", f"do must be one of {', '.join(KINDS)}.", kinds=list(KINDS))
    if "seed" not in request:
        raise request_fields.refuse("seed", "a text")
    request_fields.text(request["seed"], "seed")
    return KINDS[what](request)


def _seed(request: Request) -> str:
    return request_fields.text(request["seed"], "seed")


def _field(request: Request, name: str, expected: str) -> object:
    if name not in request:
        raise request_fields.refuse(name, expected)
    return request[name]


def _ids(request: Request, name: str) -> list[int]:
    """A list of ids; a mere number would mean as many players, which nobody means here."""
    value = request.get(name, [])
    if not isinstance(value, list):
        raise request_fields.refuse(name, "a list of ids")
    ids = request_fields.people(value, name)
    twice = sorted({p for p in ids if ids.count(p) > 1})
    if twice:
        raise SeatingError("player_twice", f"Player {twice[0]} is named twice.", players=twice, field=name)
    return ids


def _lists(tables: Sequence[Table]) -> list[list[int]]:
    return [list(t) for t in tables]


def _schedule(request: Request) -> Answer:
    request_fields.only(
        request,
        *("do", "id", "seed", "players", "rounds", "remainder", "effort", "history"),
        *_ODD,
        *_WISHES,
    )
    players = request_fields.people(
        _field(request, "players", "a number of players or a list of ids"), "players"
    )
    rounds = request_fields.whole(
        _field(request, "rounds", "a whole number"), "rounds", 1, MOST_ROUNDS, "rounds_out_of_range"
    )
    wishes = request_fields.wishes(request)
    history = request_fields.schedule(request.get("history", []), "history")
    drawn = draw_schedule(
        players,
        rounds,
        _seed(request),
        wishes=wishes,
        remainder=request_fields.remainder(request.get("remainder", "three")),
        exact_winds=request_fields.flag(request.get("exact_winds", False), "exact_winds"),
        history=history,
        effort=_effort(request),
        share_waiting=request_fields.flag(request.get("share_waiting", False), "share_waiting"),
    )
    tell("reporting", 0, 1)
    quality = schedule_report(drawn.rounds, drawn.byes, wishes, drawn.method)
    if history:
        quality["later"] = later_report(players, drawn.rounds, history)
    return {
        "rounds": [_lists(tables) for tables in drawn.rounds],
        "byes": [list(row) for row in drawn.byes],
        "quality": quality,
    }


def _effort(request: Request) -> int:
    return request_fields.whole(request.get("effort", 1), "effort", 1, MOST_EFFORT)


def _places(request: Request) -> tuple[dict[int, int], dict[int, int]]:
    """Who is fixed at a table (from 1), and on a seat (0 East ... 3 North)."""
    return (
        request_fields.by_player(request.get("tables", {}), "tables", 1, 2_000, "table_unknown"),
        request_fields.by_player(request.get("winds", {}), "winds", 0, 3, "seat_unknown"),
    )


def _never(request: Request) -> list[Pair]:
    return [*request_fields.never_pairs(request), *parted_by_places(*_places(request))]


def _share_odd(request: Request) -> bool:
    """Whether tables of three or five go to those who had fewest: asked for, because it was not always done."""
    return request_fields.flag(request.get("share_odd", False), "share_odd")


def _one_round(drawn: SwissRound, history: Sequence[Sequence[Table]], request: Request) -> Answer:
    drawn = replace(drawn, tables=_placed(drawn.tables, history, request))
    tables = _lists(drawn.tables)
    return {
        "round": tables,
        "rounds": [tables],  # as in a schedule of one round
        "byes": [list(drawn.byes)],
        "quality": swiss_report(drawn, history),
    }


def _placed(drawn: Sequence[Table], history: Sequence[Sequence[Table]], request: Request) -> list[Table]:
    """The tables of one round with everybody on their fixed places, and who waits first in turn where asked for."""
    tables, winds = _places(request)
    found = place(drawn, tables, winds)
    if request_fields.flag(request.get("share_waiting", False), "share_waiting"):
        (found,) = share_waiting([found], history, winds)
    return found


def _swiss(request: Request) -> Answer:
    request_fields.only(
        request,
        *(
            "do",
            "id",
            "seed",
            "standing",
            "history",
            "groups",
            "avoid",
            "rather_not",
            "balance_winds",
            "effort",
            "remainder",
            "tables",
            "winds",
            "share_odd",
            "share_waiting",
        ),
    )
    history = request_fields.schedule(request.get("history", []), "history")
    drawn = draw_swiss(
        request_fields.people(_field(request, "standing", "a list of ids, best first"), "standing"),
        history,
        _seed(request),
        never=_never(request),
        rather_not=request_fields.pairs(request.get("rather_not", []), "rather_not"),
        balance_winds=request_fields.flag(request.get("balance_winds", False), "balance_winds"),
        remainder=request_fields.remainder(request.get("remainder", "three")),
        effort=_effort(request),
        share_odd=_share_odd(request),
    )
    return _one_round(drawn, history, request)


def _free_play(request: Request) -> Answer:
    request_fields.only(
        request,
        *("do", "id", "seed", "present", "history", "groups", "avoid", "sat_out", "effort", "remainder"),
        *("share_odd", "share_waiting"),
        *_PLACES,
    )
    history = request_fields.schedule(request.get("history", []), "history")
    drawn = draw_free_round(
        request_fields.people(_field(request, "present", "a list of ids"), "present"),
        history,
        _seed(request),
        sat_out=request_fields.by_player(request.get("sat_out", {}), "sat_out", 0, 1_000_000, "malformed"),
        never=_never(request),
        remainder=request_fields.remainder(request.get("remainder", "byes")),
        effort=_effort(request),
        share_odd=_share_odd(request),
    )
    return _one_round(drawn, history, request)


def _random(request: Request) -> Answer:
    request_fields.only(
        request,
        *("do", "id", "seed", "players", "history", "table_size", "remainder"),
        *("groups", "avoid", "share_odd", "share_waiting"),
        *_PLACES,
    )
    players = request_fields.people(
        _field(request, "players", "a number of players or a list of ids"), "players"
    )
    table_size = request_fields.whole(request.get("table_size", 4), "table_size", 3, 4)
    remainder = request_fields.remainder(request.get("remainder", "three"))
    history = request_fields.schedule(request.get("history", []), "history")
    never = _never(request)
    if never and table_size == 4:
        # As by lot: ranks are drawn, and those who must not meet are parted by the fewest swaps.
        ranks = Drbg(_seed(request), "lot").shuffled(sorted(players))
        drawn = draw_ranked(
            ranks,
            "standing",
            _seed(request),
            history=history,
            never=never,
            remainder=remainder,
            share_odd=_share_odd(request),
        )
    else:
        drawn = draw_random(
            players, _seed(request), table_size=table_size, remainder=remainder, history=history
        )
    return _plain_round(drawn, history, request)


def _plain_round(drawn: Sequence[Table], history: Sequence[Sequence[Table]], request: Request) -> Answer:
    tables = _lists(_placed(drawn, history, request))
    return {"round": tables, "rounds": [tables]}


def _ranked(pattern: Pattern) -> Callable[[Request], Answer]:
    def draw(request: Request) -> Answer:
        request_fields.only(
            request,
            *("do", "id", "seed", "standing", "history", "groups", "avoid", "step", "remainder"),
            *("share_odd", "share_waiting"),
            *_PLACES,
        )
        step = request.get("step")
        history = request_fields.schedule(request.get("history", []), "history")
        drawn = draw_ranked(
            request_fields.people(_field(request, "standing", "a list of ids, best first"), "standing"),
            pattern,
            _seed(request),
            step=None if step is None else request_fields.whole(step, "step", 1, 2_000),
            history=history,
            never=_never(request),
            remainder=request_fields.remainder(request.get("remainder", "three")),
            share_odd=_share_odd(request),
        )
        return _plain_round(drawn, history, request)

    return draw


def _repair(request: Request) -> Answer:
    request_fields.only(
        request,
        *("do", "id", "seed", "schedule", "since", "leavers", "joiners", "substitutes", "byes", "remainder"),
        *_WISHES,
        "share_odd",
    )
    rounds = request_fields.schedule(_field(request, "schedule", "a list of rounds"), "schedule")
    wishes = request_fields.wishes(request)
    done = repair_schedule(
        rounds,
        request_fields.whole(request.get("since", 0), "since", 0, len(rounds), "round_unknown"),
        _seed(request),
        leavers=_ids(request, "leavers"),
        joiners=_ids(request, "joiners"),
        substitutes=request_fields.by_player(
            request.get("substitutes", {}), "substitutes", 0, request_fields.LARGEST_ID, "player_unknown"
        ),
        byes=request_fields.groups(request.get("byes", []), "byes"),
        wishes=wishes,
        share_odd=_share_odd(request),
        remainder=request_fields.remainder(request.get("remainder", "three")),
    )
    return {
        "rounds": [_lists(tables) for tables in done.rounds],
        "byes": [list(row) for row in done.byes],
        "kept": done.kept,
        "intact": done.intact,
        "new_rematches": done.new_rematches,
        "players_off_winds": done.players_off_winds,
        "widest_wind_spread": done.widest_wind_spread,
        "quality": schedule_report(done.rounds, done.byes, None, "repair"),
    }


def _teams(request: Request) -> Answer:
    request_fields.only(request, "do", "id", "seed", "teams", "rounds")
    drawn = draw_teams(
        request_fields.groups(_field(request, "teams", "a list of lists of ids"), "teams"),
        request_fields.whole(
            _field(request, "rounds", "a whole number"), "rounds", 1, MOST_ROUNDS, "rounds_out_of_range"
        ),
        _seed(request),
    )
    return {
        "rounds": [_lists(tables) for tables in drawn.rounds],
        "matches": [_lists(tables) for tables in drawn.matches],
        "byes": [list(row) for row in drawn.byes],
        "quality": schedule_report(drawn.rounds, (), None, "teams"),
    }


def _season(request: Request) -> Answer:
    request_fields.only(
        request, *("do", "id", "seed", "teams", "rounds", "matches", "games", "line_up", "history")
    )
    teams = request_fields.groups(_field(request, "teams", "a list of lists of ids"), "teams")
    history = request_fields.schedule(request.get("history", []), "history")
    games = request_fields.whole(request.get("games", 1), "games", 1, MOST_GAMES, "rounds_out_of_range")
    matches, line_up = request.get("matches"), request.get("line_up")
    drawn = draw_season(
        teams,
        request_fields.whole(
            _field(request, "rounds", "a whole number"), "rounds", 1, MOST_GAMES, "rounds_out_of_range"
        ),
        _seed(request),
        matches=None
        if matches is None
        else request_fields.whole(matches, "matches", 1, 500, "matches_out_of_range"),
        games=games,
        line_up=None
        if line_up is None
        else request_fields.whole(line_up, "line_up", 1, 2_000, "team_too_small"),
        history=history,
    )
    quality = schedule_report(drawn.rounds, (), None, "season")
    quality["season"] = season_report(teams, drawn.rounds, history, games, drawn.cycle)
    return {
        "rounds": [_lists(tables) for tables in drawn.rounds],
        "matches": [_lists(fours) for fours in drawn.matches],
        "resting": [list(row) for row in drawn.resting],
        "quality": quality,
    }


def _round_robin(request: Request) -> Answer:
    request_fields.only(request, "do", "id", "seed", "teams", "legs")
    days, waiting = round_robin(
        request_fields.whole(
            _field(request, "teams", "a number of teams"), "teams", 4, 100, "no_round_robin"
        ),
        _seed(request),
        request_fields.whole(request.get("legs", 1), "legs", 1, 60, "rounds_out_of_range"),
    )
    return {"rounds": [_lists(tables) for tables in days], "byes": [list(row) for row in waiting]}


KINDS: dict[str, Callable[[Request], Answer]] = {
    "schedule": _schedule,
    "swiss": _swiss,
    "random": _random,
    "standing": _ranked("standing"),
    "snake": _ranked("snake"),
    "interval": _ranked("interval"),
    "free_play": _free_play,
    "repair": _repair,
    "teams": _teams,
    "season": _season,
    "round_robin": _round_robin,
}
