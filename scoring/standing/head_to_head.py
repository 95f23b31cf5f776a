"""Two players against each other, over the games they shared.

>>> against([Meeting(1, 3, 41_200, 18_000), Meeting(2, 1, 30_000, 39_000), Meeting(2, 2, 25_000, 25_000)])
HeadToHead(games=3, higher=1, level=1, lower=1, points=96200, others_points=82000)
>>> against([])
HeadToHead(games=0, higher=0, level=0, lower=0, points=0, others_points=0)
"""

from collections.abc import Iterable
from typing import NamedTuple


class Meeting(NamedTuple):
    """A game of both: the places and points at the table, the player's and the opponent's."""

    place: int
    others_place: int
    points: int
    others_points: int


class HeadToHead(NamedTuple):
    """In how many games the player was placed higher than, level with and lower than the other, and both sums of
    points.
    """

    games: int
    higher: int
    level: int
    lower: int
    points: int
    others_points: int


def against(meetings: Iterable[Meeting]) -> HeadToHead:
    games = list(meetings)
    higher = sum(one.place < one.others_place for one in games)
    level = sum(one.place == one.others_place for one in games)
    return HeadToHead(
        games=len(games),
        higher=higher,
        level=level,
        lower=len(games) - higher - level,
        points=sum(one.points for one in games),
        others_points=sum(one.others_points for one in games),
    )
