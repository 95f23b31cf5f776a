"""Streaks: consecutive games with good places, current and longest.

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
    """Consecutive games: up to the latest one, and the longest ever."""

    now: int
    longest: int


def streak(places: Iterable[int], *, best_places: int) -> Streak:
    """Return the streak of games on one of the first `best_places` places; the oldest game comes first."""
    now = longest = 0
    for place in places:
        now = now + 1 if place <= best_places else 0
        if now > longest:
            longest = now
    return Streak(now, longest)
