"""Totals as numbers: exact, in points where decimals write all of a table's, else in the rulebook's smallest unit."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from web.sheets.tables import Amount, Column

MOST_DECIMALS = 4


class Amounts:
    """How the totals of one table are written; `units` is how many of the smallest unit make a point."""

    def __init__(self, units: int, totals: Iterable[int | None]) -> None:
        self.units = units
        needed = [_decimals(total, units) for total in totals if total is not None]
        self.decimals = None if None in needed else max((one for one in needed if one is not None), default=0)

    def column(self, key: str, title: str) -> Column:
        """A column of totals, with their unit where it is not the point."""
        if self.decimals is not None:
            return Column(key, title)
        return Column(key, _("%(title)s (in 1/%(units)s points)") % {"title": title, "units": self.units})

    def of(self, total: int | None) -> Amount | None:
        """One total as a number."""
        if total is None:
            return None
        if self.decimals is None:
            return Amount(total, total)
        scaled = Fraction(total * 10**self.decimals, self.units)
        return Amount(total, Decimal(scaled.numerator).scaleb(-self.decimals))


def amounts_of(units: int, rows: Sequence[object], names: Sequence[str]) -> Amounts:
    """How these attributes of these rows are written."""
    return Amounts(units, (getattr(row, name) for row in rows for name in names))


def _decimals(total: int, units: int) -> int | None:
    denominator = Fraction(total, units).denominator
    return next((n for n in range(MOST_DECIMALS + 1) if 10**n % denominator == 0), None)
