"""A table to take home, before it is a file: named columns, typed cells. Knows nothing of tournaments."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal


@dataclass(frozen=True)
class Amount:
    """An amount as programs count it, in smallest units, and as people read it in its column."""

    units: int
    number: Decimal | int


Cell = str | int | bool | Decimal | Amount | date | datetime | None
"""What a cell holds. Moments are in the zone in which people read them; numbers are exact."""
Line = Sequence[Cell]


@dataclass(frozen=True)
class Column:
    """`key` is what programs call it, `title` what people read above it."""

    key: str
    title: str


@dataclass(frozen=True)
class RowsAsRead:
    """Rows that are read while the file is written, never all in memory."""

    read: Callable[[], Iterator[Line]]

    def __iter__(self) -> Iterator[Line]:
        return self.read()


@dataclass(frozen=True)
class Table:
    """Rows under their columns, and what the whole is about.

    `about` are the facts that belong beside every row (whose table it is, which day, which zone): columns at the end
    of each CSV line, a sheet of their own in XLSX, an object of their own in JSON.
    """

    title: str
    columns: Sequence[Column]
    rows: Iterable[Line]
    about: Sequence[tuple[Column, Cell]] = field(default=())
    # By how many of their units the amounts of the table make a point, if it has any.
    units_per_point: int | None = None

    def as_objects(self) -> Iterator[Mapping[str, Cell]]:
        """Yield each row by the keys of its columns."""
        keys = [column.key for column in self.columns]
        for row in self.rows:
            yield dict(zip(keys, row, strict=True))
