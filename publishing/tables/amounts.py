"""Totals as numbers: exact, in points where decimals write all of a table's, else in the rulebook's smallest unit."""

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
# The same totals come again and again; so many are remembered while a table is written.
REMEMBERED = 2_048


class Amounts:
    """How the totals of one table are written; `units` is how many of the smallest unit make a point.

    `decimals` is how many of them are written, None where decimals do not end; `needed` finds out, and is asked when
    the first total is written, or sooner where the titles depend on it.
    """

    def __init__(self, units: int, needed: Callable[[], int | None]) -> None:
        self.units, self.needed = units, needed
        self._amount = lru_cache(REMEMBERED)(self._made)

    @cached_property
    def decimals(self) -> int | None:
        return self.needed()

    def column(self, key: str, title: str) -> Column:
        """A column of totals, with their unit where it is not the point."""
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
    """How these attributes of these rows are written."""
    return Amounts(units, lambda: _decimals(units, (getattr(row, name) for row in rows for name in names)))


def amounts_in(units: int, rows: "QuerySet[Any, Any]", names: Sequence[str]) -> Amounts:
    """The same of columns of stored rows, looked through by the database: a statement for each decimal."""

    def needed() -> int | None:
        for decimals, step in _steps(units):
            is_other = [~Q(Exact(F(name) % step, 0)) for name in names]
            if step == 1 or not rows.order_by().filter(reduce(or_, is_other)).exists():
                return decimals
        return None

    return Amounts(units, needed)


def _decimals(units: int, totals: Iterable[int | None]) -> int | None:
    """How many decimals write all of these totals; what they have in common is what the least of them needs."""
    common = gcd(*(total for total in totals if total is not None))
    return next((decimals for decimals, step in _steps(units) if common % step == 0), None)


def _steps(units: int) -> Iterable[tuple[int, int]]:
    """For each number of decimals that writes more than fewer do: of what a total is a multiple that it writes."""
    before = 0
    for decimals in range(MOST_DECIMALS + 1):
        step = units // gcd(units, 10**decimals)
        if step != before:
            yield decimals, step
        before = step
