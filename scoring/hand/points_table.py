"""Payments of pattern hands, by points.

>>> from scoring.rulebook.rulebook import load
>>> points_table(load("mcr"))[0]
Row(points=8, gets=32, discarder=16, other=8, each=16)
"""

from typing import NamedTuple

from scoring.hand.liability import usual
from scoring.hand.value import is_riichi, value_of_points
from scoring.rulebook.rulebook import Rulebook

SHOWN = (1, 5, 8, 16, 24, 25, 32, 48, 64, 88, 120, 160, 240, 320)


class Row(NamedTuple):
    """On a ron, what the winner ``gets``, the ``discarder`` pays and each ``other`` pays; ``each`` on a self-draw."""

    points: int
    gets: int
    discarder: int
    other: int
    each: int


def points_table(rulebook: Rulebook) -> list[Row]:
    """Return hands of usual values, from the rulebook's minimum on. Empty for games counted in han."""
    if is_riichi(rulebook):
        return []
    return [_row(rulebook, points) for points in SHOWN if points >= rulebook.score.min_han]


def _row(rulebook: Rulebook, points: int) -> Row:
    basic = value_of_points(rulebook, points).basic
    ron = [paid for paid, _ in usual(rulebook, 0, 0, basic, 1, (0, 0)).values()]
    tsumo = usual(rulebook, 0, 0, basic, None, (0, 0))
    return Row(points, sum(ron), ron[0], ron[1], tsumo[1][0])
