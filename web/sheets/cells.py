"""Cells in files: text in CSV, values in JSON."""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from types import NoneType
from typing import Any

from web.sheets.csv_rows import harmless
from web.sheets.tables import Amount, Cell

# Names, teams and states repeat; longer texts seldom do.
REMEMBERED, SHORT = 4_096, 80


def plain(cell: Cell) -> str | int | bool | float | None:
    """Return a cell for JSON: times and days in ISO 8601, amounts in smallest units."""
    if isinstance(cell, Amount):
        return cell.units
    if isinstance(cell, datetime):
        return cell.isoformat(timespec="seconds")
    if isinstance(cell, date):
        return cell.isoformat()
    return float(cell) if isinstance(cell, Decimal) else cell


def written(cell: Cell) -> str:
    """Return a cell for CSV: exact numbers, times and days in ISO 8601, text without formulas."""
    return WRITERS[type(cell)](cell)


def _text(text: str) -> str:
    return _short(text) if len(text) <= SHORT else harmless(text)


class Writers(dict[type, Callable[[Any], str]]):
    """Formatters of cells by type; other types use that of a base type."""

    def __missing__(self, kind: type) -> Callable[[Any], str]:
        self[kind] = next(self[base] for base in kind.__mro__[1:] if base in self)
        return self[kind]


_short = lru_cache(REMEMBERED)(harmless)
WRITERS = Writers(
    {
        str: _text,
        int: str,
        NoneType: lambda _nothing: "",
        bool: lambda is_so: "1" if is_so else "0",
        Amount: lambda amount: str(amount.number),
        Decimal: str,
        date: date.isoformat,
        datetime: lambda moment: moment.isoformat(timespec="seconds"),
    }
)
