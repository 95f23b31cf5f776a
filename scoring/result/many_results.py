"""Fast settlement of many games by one rulebook, with the results of `settle`."""

from collections.abc import Sequence
from math import gcd
from operator import add

from scoring.result.point_step import point_step
from scoring.result.result import Result, SeatResult, settle
from scoring.rulebook.fields import MAX_POINTS
from scoring.rulebook.rulebook import Rulebook

# What a game point adds to a seat at any place, in thousandths of a unit; None if not constant.
_BASE = {"points": 1, "table_points": 0}

INTEGERS = {int}

# A value of a game, by seat.
Column = tuple[int, ...]
# Common to games that end in one order: places, base at no points, uma and oka of each seat, and their sum.
Common = tuple[Column, Column, Column, Column, Column]


class Settler:
    """Call it as `settle`, without the rulebook. Results and errors are the same.

    Games without ties, sticks, chombo or missing points that end in the same order differ only in points, if nothing
    is rounded: the first of each order is settled, and the others follow from it.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        rules, start = rulebook.result, rulebook.table.starting_points
        self.players = rulebook.table.players
        self.expected = self.players * start if isinstance(start, int) else None
        self.step = point_step(rulebook)
        self.unit = rulebook.units_per_point
        self.factor = self.unit // 1000 if rules.kind == "points" else 0
        self.is_plain = (
            rules.kind in _BASE
            and (rules.kind == "table_points" or rules.rounding == "none")
            and not (rules.uma and rules.uma.by_floating)
            and self.expected is not None
        )
        self.zeros = (0,) * self.players
        # By order: how many players have less than each seat.
        self.known: dict[Column, Common] = {}

    def __call__(
        self,
        points: Sequence[int],
        *,
        leftover: int = 0,
        chombo: Sequence[int] | None = None,
        imbalance: int = 0,
    ) -> Result:
        columns = self.columns(points, leftover=leftover, chombo=chombo, imbalance=imbalance)
        seats = (SeatResult(seat, *share) for seat, share in enumerate(zip(*columns, strict=True)))
        return Result(tuple(seats), self.unit)

    def columns(
        self,
        points: Sequence[int],
        *,
        leftover: int = 0,
        chombo: Sequence[int] | None = None,
        imbalance: int = 0,
    ) -> tuple[Column, ...]:
        """Return the result by column: points, place, base, uma, oka, leftover, chombo and total, each by seat."""
        known = self._known(points, leftover, chombo, imbalance)
        if known is None:
            result = settle(self.rulebook, points, leftover=leftover, chombo=chombo, imbalance=imbalance)
            return tuple(zip(*(seat[1:] for seat in result.seats), strict=True))
        places, starts, uma, oka, more = known
        own = points if self.factor == 1 else [value * self.factor for value in points]
        base, total = tuple(map(add, starts, own)), tuple(map(add, more, own))
        return tuple(points), places, base, uma, oka, self.zeros, self.zeros, total

    def _known(
        self, points: Sequence[int], leftover: int, chombo: Sequence[int] | None, imbalance: int
    ) -> Common | None:
        """Return what games of the same order share; None if `settle` must decide."""
        if not self._is_plain(points, leftover, chombo, imbalance):
            return None
        ascending = sorted(points)
        # All are multiples of the step if their greatest common divisor is.
        if ascending[0] < -MAX_POINTS or ascending[-1] > MAX_POINTS or gcd(*points) % self.step:
            return None
        order = tuple(map(ascending.index, points))
        known = self.known.get(order)
        if known is None and len({*order}) == self.players:
            known = self.known[order] = self._learned(points)
        return known

    def _learned(self, points: Sequence[int]) -> Common:
        """Return what all plain games in this one's order share."""
        seats = settle(self.rulebook, points).seats
        starts = tuple(seat.base - seat.points * self.factor for seat in seats)
        more = tuple(start + seat.uma + seat.oka for start, seat in zip(starts, seats, strict=True))
        _seat, _points, places, _base, uma, oka, *_rest = zip(*seats, strict=True)
        return places, starts, uma, oka, more

    def _is_plain(
        self, points: Sequence[int], leftover: int, chombo: Sequence[int] | None, imbalance: int
    ) -> bool:
        """Whether the points alone sum to a game's total."""
        fouls = self.zeros if chombo is None else tuple(chombo)
        return (
            self.is_plain
            and {*map(type, (*points, *fouls, leftover, imbalance))} == INTEGERS
            and leftover == imbalance == 0
            and fouls == self.zeros
            and len(points) == self.players
            and sum(points) == self.expected
        )
