"""Totals in a column: a common number of decimals, thousands separators, exact.

>>> [Column.of(1000, [5_247_850, -45_000]).show(units) for units in (5_247_850, -45_000, 0)]
['+5,247.85', '-45.00', '0.00']
>>> [Column.of(12, [172, 171, 108]).show(units) for units in (172, 171, 108)] == ['14 1/3', '14 1/4', '9' + 4 * PAD]
True
"""

from collections.abc import Iterable
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from scoring.standing.team_matches import MATCH_POINT_UNITS

PAD = "\u2007"
"""A blank as wide as a digit: fills up what has no fraction, so that whole numbers line up."""

# Gains have a sign, except table points and match points, which are never negative.
_TABLE_POINTS = (12, 60, MATCH_POINT_UNITS)
_MOST_DECIMALS = 4


class Column(NamedTuple):
    """The common format of a column of totals of one rulebook. ``decimals`` is None if fractions are needed."""

    units_per_point: int
    decimals: int | None
    tail: int = 0

    @classmethod
    def of(cls, units_per_point: int, totals: Iterable[int] = ()) -> "Column":
        """Return the column for these totals. Riichi has at least tenths, square roots always four decimals."""
        totals = list(totals)
        least = 4 if units_per_point == 10_000 else 1 if units_per_point % 1_000 == 0 else 0
        places = [_decimals(units, units_per_point) for units in totals]
        if None not in places:
            return cls(units_per_point, max([least, *(one for one in places if one is not None)]))
        tails = [len(_fraction(units, units_per_point)) for units in totals]
        return cls(units_per_point, None, max(tails, default=0))

    def show(self, units: int) -> str:
        """Format a total with its sign ("-" below zero; table and match points have no plus sign)."""
        sign = "-" if units < 0 else "+" if units and self.units_per_point not in _TABLE_POINTS else ""
        whole, rest = divmod(abs(units), self.units_per_point)
        decimals = self.decimals
        if decimals is None:
            tail = _fraction(units, self.units_per_point)
            if not whole and tail:
                return sign + tail.lstrip() + PAD * (self.tail - len(tail))
            return f"{sign}{whole:,}{tail}{PAD * (self.tail - len(tail))}"
        part = rest * 10**decimals // self.units_per_point
        return f"{sign}{whole:,}" + (f".{part:0{decimals}d}" if decimals else "")


# Pages show hundreds of totals, mostly the same ones.
@lru_cache(maxsize=2**14)
def show_alone(units: int, units_per_point: int) -> str:
    """Format a total outside a column."""
    return Column.of(units_per_point, [units]).show(units)


def _decimals(units: int, units_per_point: int) -> int | None:
    """Return how many decimals write this total exactly; None if it is periodic."""
    denominator = units_per_point // gcd(units, units_per_point)
    return next((n for n in range(_MOST_DECIMALS + 1) if 10**n % denominator == 0), None)


def _fraction(units: int, units_per_point: int) -> str:
    """Return the fraction after the whole points: " 1/3", or an empty string."""
    rest = abs(units) % units_per_point
    shared = gcd(rest, units_per_point)
    return f" {rest // shared}/{units_per_point // shared}" if rest else ""
