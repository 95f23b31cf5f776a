"""Streaks: how often in a row somebody was placed so high, now and at most.

>>> streak([2, 1, 1, 3, 1], best_places=1)
Streak(now=1, longest=2)
>>> streak([2, 1, 1, 3, 1], best_places=2)
Streak(now=1, longest=3)
>>> streak([], best_places=1)
Streak(now=0, longest=0)
"""

from collections.abc import Iterable
from typing import NamedTuple


class Streak(NamedTuple):
    """Games in a row: up to the latest one, and the most there ever were."""

    now: int
    longest: int


def streak(places: Iterable[int], *, best_places: int) -> Streak:
    """The streak of games that ended on one of the first so many places; the oldest comes first."""
    now = longest = 0
    for place in places:
        now = now + 1 if place <= best_places else 0
        if now > longest:
            longest = now
    return Streak(now, longest)
