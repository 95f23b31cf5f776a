"""``promote``: promotion and relegation between divisions, and the next season's divisions.

Request: ``divisions`` from the highest down (objects with ``name`` and ``players`` in their final order), and for
each two of them one of ``boundaries``: ``up`` and ``down`` (a number of players, or a text such as "1/4" of them
with ``mode``, its rounding, by default ``down``), ``play_off`` (how many on each side), ``points_up`` and
``points_down`` (objects with ``by_rank``, ``threshold``, ``seasons``); ``kept_up`` and ``kept_down``: each player's
points of earlier seasons, the latest first. Answer: ``moves`` (``player``, ``direction``, ``level`` from 0 for the
highest, ``by`` rank or points), ``play_offs``, ``next_season``, ``points_up``, ``points_down``.
"""

from collections.abc import Mapping
from typing import Any

from scoring.standing.promotion import Boundary, Division, Kept, PointsKept, Share, promote
from scoring.standing.rounding import ROUNDINGS
from scoring.verbs.request import amount_of, choice, malformed, names, objects, only, text, whole, wholes

KEYS = ("do", "id", "language", "divisions", "boundaries", "kept_up", "kept_down")
BOUNDARY = ("up", "down", "mode", "play_off", "points_up", "points_down")
MOST = 10_000


def promote_players(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return all moves at the end of a season."""
    only(request, KEYS)
    moves = promote(
        [
            Division(text(division, "name", default=""), names(division, "players"))
            for division in objects(request, "divisions", ("name", "players"))
        ],
        [_boundary(boundary) for boundary in objects(request, "boundaries", BOUNDARY)],
        kept_up=_kept(request, "kept_up"),
        kept_down=_kept(request, "kept_down"),
    )
    return {
        "moves": [
            {"player": move.key, "direction": move.direction, "level": move.level, "by": move.by}
            for move in moves.moved
        ],
        "play_offs": [list(players) for players in moves.play_offs],
        "next_season": [list(players) for players in moves.next_season],
        "points_up": moves.points_up,
        "points_down": moves.points_down,
    }


def _boundary(boundary: Mapping[str, Any]) -> Boundary:
    mode = choice(boundary, "mode", ROUNDINGS, default="down")
    return Boundary(
        up=_share(boundary, "up", mode),
        down=_share(boundary, "down", mode),
        play_off=whole(boundary, "play_off", low=0, high=MOST, default=0),
        points_up=_points(boundary, "points_up"),
        points_down=_points(boundary, "points_down"),
    )


def _share(boundary: Mapping[str, Any], key: str, mode: str) -> Share:
    value = boundary.get(key, 0)
    part = amount_of(key, value)
    if part < 0 or part > MOST or (isinstance(value, str) and part > 1):
        raise malformed(key, 'a number of players, or a part of them such as "1/4"')
    return Share(fraction=part, mode=mode) if isinstance(value, str) else Share(number=int(part))


def _points(boundary: Mapping[str, Any], key: str) -> PointsKept | None:
    value = boundary.get(key)
    if value is None:
        return None
    if not isinstance(value, dict):
        raise malformed(key, "an object")
    only(value, ("by_rank", "threshold", "seasons"), key)
    return PointsKept(
        tuple(wholes(value, "by_rank", at_most=100)),
        whole(value, "threshold", low=1, high=MOST),
        whole(value, "seasons", low=1, high=100, default=2),
    )


def _kept(request: Mapping[str, Any], key: str) -> Kept:
    value = request.get(key, {})
    if not isinstance(value, dict) or len(value) > MOST:
        raise malformed(key, "an object of players and their points")
    points = {player: wholes(value, player, at_most=100) for player in value}
    return lambda player: points.get(player, ())
