"""Tables to download, before they are files: named columns, typed cells. Knows nothing about tournaments."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal


@dataclass(frozen=True)
class Amount:
    """An amount in smallest units for programs, and formatted for people."""

    units: int
    number: Decimal | int


Cell = str | int | bool | Decimal | Amount | date | datetime | None
"""What a cell holds. Moments are in the zone in which people read them; numbers are exact."""
Line = Sequence[Cell]


@dataclass(frozen=True)
class Column:
    """`key` is for programs, `title` for people."""

    key: str
    title: str


@dataclass(frozen=True)
class RowsAsRead:
    """Rows read while the file is written, never all in memory."""

    read: Callable[[], Iterator[Line]]

    def __iter__(self) -> Iterator[Line]:
        return self.read()


@dataclass(frozen=True)
class Table:
    """Rows, columns, and facts about the whole table.

    `about` are facts that apply to every row (owner, day, time zone): columns at the end of each CSV line, a separate
    sheet in XLSX, an object in JSON.
    """

    title: str
    columns: Sequence[Column]
    rows: Iterable[Line]
    about: Sequence[tuple[Column, Cell]] = field(default=())
    # How many of the amounts' units make a point, if the table has amounts.
    units_per_point: int | None = None

    def as_objects(self) -> Iterator[Mapping[str, Cell]]:
        """Yield each row by the keys of its columns."""
        keys = [column.key for column in self.columns]
        for row in self.rows:
            yield dict(zip(keys, row, strict=True))
