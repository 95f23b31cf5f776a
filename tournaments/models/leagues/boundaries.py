"""The stored rule between a division and the one below, and its conversion for `scoring`.

A rule is an object with `up` and `down` (a number of players, or a fraction such as "1/4", rounded by `mode`),
`play_off` (how many on each side), `points_up` and `points_down` (`by_rank`, `threshold`, `seasons`). Omitted parts
move no one.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scoring.standing.promotion import Boundary, PointsKept, Share
from scoring.standing.rounding import ROUNDINGS

FIELDS = ("up", "down", "mode", "play_off", "points_up", "points_down")
MOST_PLAYERS = 2_000
MOST_POINTS = 100
PART = re.compile(r"([1-9]\d{0,3})/([1-9]\d{0,3})", re.ASCII)


class BadBoundary(ValueError):
    """An invalid rule; the argument names its field."""


def boundary_of(rule: Mapping[str, Any]) -> Boundary:
    """Convert a rule for `scoring`; raises BadBoundary."""
    for name in rule:
        if name not in FIELDS:
            raise BadBoundary(name)
    mode = rule.get("mode", "down")
    if mode not in ROUNDINGS:
        raise BadBoundary("mode")
    return Boundary(
        up=_share(rule, "up", mode),
        down=_share(rule, "down", mode),
        play_off=_whole(rule.get("play_off", 0), 0, MOST_PLAYERS, "play_off"),
        points_up=_points(rule, "points_up"),
        points_down=_points(rule, "points_down"),
    )


def _share(rule: Mapping[str, Any], name: str, mode: str) -> Share:
    value = rule.get(name, 0)
    if not isinstance(value, str):
        return Share(number=_whole(value, 0, MOST_PLAYERS, name))
    part = PART.fullmatch(value)
    if part is None or int(part[1]) > int(part[2]):
        raise BadBoundary(name)
    return Share(fraction=Fraction(int(part[1]), int(part[2])), mode=mode)


def _points(rule: Mapping[str, Any], name: str) -> PointsKept | None:
    value = rule.get(name)
    if value is None:
        return None
    if not isinstance(value, dict) or value.keys() != {"by_rank", "threshold", "seasons"}:
        raise BadBoundary(name)
    by_rank = value["by_rank"]
    if not isinstance(by_rank, list) or not 1 <= len(by_rank) <= MOST_POINTS:
        raise BadBoundary(name)
    return PointsKept(
        tuple(_whole(one, 0, MOST_POINTS, name) for one in by_rank),
        _whole(value["threshold"], 1, MOST_POINTS * MOST_POINTS, name),
        _whole(value["seasons"], 1, MOST_POINTS, name),
    )


def _whole(value: object, low: int, high: int, name: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadBoundary(name)
    return value
