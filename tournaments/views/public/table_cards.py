"""A table as a card of a page shows it: who sits there, and the result that stands."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Scoresheet, Seat, Table


@dataclass(frozen=True)
class TableCard:
    """A table with its seats, East first, and the sheet that stands, if there is one."""

    table: Table
    seats: list[Seat]
    sheet: Scoresheet | None


def cards_of(tables: Iterable[Table]) -> list[TableCard]:
    """The cards of tables that were loaded by `for_display()`: without another query."""
    return [
        TableCard(
            table,
            list(table.seats.all()),
            next((sheet for sheet in table.scoresheets.all() if sheet.is_live), None),
        )
        for table in tables
    ]
