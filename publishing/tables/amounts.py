"""Totals as numbers: exact, with their unit in the title of the column."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from web.sheets.tables import Cell, Column

MOST_DECIMALS = 4


class Amounts:
    """The unit that the totals of one table share: points where decimals write all of them, else smallest units.

    `units` is what a rulebook calls a point, `totals` are in its smallest unit.
    """

    def __init__(self, units: int, totals: Iterable[int | None]) -> None:
        self.units = units
        needed = [_decimals(total, units) for total in totals if total is not None]
        self.decimals = None if None in needed else max((one for one in needed if one is not None), default=0)

    @property
    def per_point(self) -> int:
        """How many of what is counted make a point."""
        return 1 if self.decimals is not None else self.units

    def column(self, key: str, title: str) -> Column:
        """A column of totals, with their unit where it is not the point."""
        if self.decimals is not None:
            return Column(key, title)
        return Column(key, _("%(title)s (in 1/%(units)s points)") % {"title": title, "units": self.units})

    def of(self, total: int | None) -> Cell:
        """One total as a number."""
        if total is None or self.decimals is None:
            return total
        scaled = Fraction(total * 10**self.decimals, self.units)
        return Decimal(scaled.numerator).scaleb(-self.decimals)


def amounts_of(units: int, rows: Sequence[object], names: Sequence[str]) -> Amounts:
    """The unit for these attributes of these rows."""
    return Amounts(units, (getattr(row, name) for row in rows for name in names))


def _decimals(total: int, units: int) -> int | None:
    denominator = Fraction(total, units).denominator
    return next((n for n in range(MOST_DECIMALS + 1) if 10**n % denominator == 0), None)
