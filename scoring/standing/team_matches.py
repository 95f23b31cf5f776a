"""Team matches: teams that meet in a round are ranked by their players' results there, for match points.

>>> matches([("Aces", "Bears"), ("Cats", "Dogs"), ("Bears", "Aces")])
[['Cats', 'Dogs'], ['Aces', 'Bears']]
>>> match_points((4, 2, 1, 0), {"Aces": 30_000, "Bears": -5_000, "Cats": -5_000, "Dogs": -20_000})["Bears"]
Fraction(3, 2)
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeVar

from scoring.errors import ScoringError

Team = TypeVar("Team")

MOST_PLACES = 16
"""Match points are given down to this place at most."""
MATCH_POINT_UNITS = lcm(*range(1, MOST_PLACES + 1))
"""A match point in units of which every share is a whole number, among as many equals as there are places."""
MOST_MATCH_POINTS = 1_000


def check_match_points(by_place: Sequence[int]) -> tuple[int, ...]:
    """Return the match points by place, from the 1st, if valid: non-negative integers, none larger than the one
    before; else ScoringError. Empty: there are no match points.
    """
    points = tuple(by_place)
    falls = all(above >= below for above, below in pairwise(points))
    if len(points) > MOST_PLACES or not falls or any(not 0 <= one <= MOST_MATCH_POINTS for one in points):
        raise ScoringError(
            "match_points_of_places",
            f"Match points are listed by place, from the 1st: at most {MOST_PLACES} whole numbers that do not rise.",
            fields=["match_points"],
        )
    return points


def matches(tables: Iterable[Collection[Team]]) -> list[list[Team]]:
    """Group the teams of one round that met, directly or through others; `tables` are the teams at each."""
    groups: list[dict[Team, None]] = []
    for table in tables:
        joined = dict.fromkeys(table)
        apart = []
        for group in groups:
            if joined.keys() & group.keys():
                joined = group | joined
            else:
                apart.append(group)
        groups = [*apart, joined]
    return [list(group) for group in groups if group]


def match_points(by_place: Sequence[int], totals: Mapping[Team, int]) -> dict[Team, Fraction]:
    """Return each team's match points by totals in the match.

    Ties share the points of all places they cover, exactly; places that are not listed bring nothing.
    """
    order = sorted(totals.values(), reverse=True)
    found = {}
    for team, total in totals.items():
        ahead, tied = order.index(total), order.count(total)
        found[team] = Fraction(sum(by_place[ahead : ahead + tied]), tied)
    return found


def in_units(points: Fraction) -> int:
    """Convert match points to `MATCH_POINT_UNITS`. Shares of more ties than there are places are rounded down."""
    return int(points * MATCH_POINT_UNITS // 1)
