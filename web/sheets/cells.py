"""Cells as files have them: as text in CSV, as values in JSON."""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from types import NoneType
from typing import Any

from web.sheets.csv_rows import harmless
from web.sheets.tables import Amount, Cell

# Names, teams and states come again and again; longer texts seldom do.
REMEMBERED, SHORT = 4_096, 80


def plain(cell: Cell) -> str | int | bool | float | None:
    """Return a cell as JSON has it: moments and days in ISO 8601, amounts whole, in their smallest unit."""
    if isinstance(cell, Amount):
        return cell.units
    if isinstance(cell, datetime):
        return cell.isoformat(timespec="seconds")
    if isinstance(cell, date):
        return cell.isoformat()
    return float(cell) if isinstance(cell, Decimal) else cell


def written(cell: Cell) -> str:
    """Return a cell as CSV has it: numbers exact, moments and days in ISO 8601, text that is no formula."""
    return WRITERS[type(cell)](cell)


def _text(text: str) -> str:
    return _short(text) if len(text) <= SHORT else harmless(text)


class Writers(dict[type, Callable[[Any], str]]):
    """How cells are written, by their type; a type that is not named is written as the one it is made of."""

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
