"""Totals as exact numbers: in points if decimals can represent all of a table's, else in the rulebook's smallest
unit.
"""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import cached_property, lru_cache, reduce
from math import gcd
from operator import or_
from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.lookups import Exact
from django.utils.translation import gettext as _

from web.sheets.tables import Amount, Column

MOST_DECIMALS = 4
# Totals repeat; this many are cached while a table is written.
REMEMBERED = 2_048


class Amounts:
    """The format of a table's totals; `units` is the number of smallest units per point.

    `decimals` is the number of decimals, None if they do not terminate; computed by `needed` when the first total or
    a title needs it.
    """

    def __init__(self, units: int, needed: Callable[[], int | None]) -> None:
        self.units, self.needed = units, needed
        self._amount = lru_cache(REMEMBERED)(self._made)

    @cached_property
    def decimals(self) -> int | None:
        return self.needed()

    def column(self, key: str, title: str) -> Column:
        """Return a column of totals, naming the unit unless it is the point."""
        if 10**MOST_DECIMALS % self.units == 0 or self.decimals is not None:
            return Column(key, title)
        return Column(key, _("%(title)s (in 1/%(units)s points)") % {"title": title, "units": self.units})

    def of(self, total: int | None) -> Amount | None:
        """One total as a number."""
        return None if total is None else self._amount(total)

    def _made(self, total: int) -> Amount:
        if self.decimals is None:
            return Amount(total, total)
        scaled = total * 10**self.decimals // self.units
        return Amount(total, Decimal(scaled).scaleb(-self.decimals))


def amounts_of(units: int, rows: Sequence[object], names: Sequence[str]) -> Amounts:
    """Return the format for these attributes of these rows."""
    return Amounts(units, lambda: _decimals(units, (getattr(row, name) for row in rows for name in names)))


def amounts_in(units: int, rows: "QuerySet[Any, Any]", names: Sequence[str]) -> Amounts:
    """The same for columns of stored rows, checked by the database: one statement per decimal."""

    def needed() -> int | None:
        for decimals, step in _steps(units):
            is_other = [~Q(Exact(F(name) % step, 0)) for name in names]
            if step == 1 or not rows.order_by().filter(reduce(or_, is_other)).exists():
                return decimals
        return None

    return Amounts(units, needed)


def _decimals(units: int, totals: Iterable[int | None]) -> int | None:
    """Return how many decimals represent all totals: what their greatest common divisor needs."""
    common = gcd(*(total for total in totals if total is not None))
    return next((decimals for decimals, step in _steps(units) if common % step == 0), None)


def _steps(units: int) -> Iterable[tuple[int, int]]:
    """Yield, for each useful number of decimals, the divisor that totals need to have."""
    before = 0
    for decimals in range(MOST_DECIMALS + 1):
        step = units // gcd(units, 10**decimals)
        if step != before:
            yield decimals, step
        before = step
