"""A table as a card of a page shows it: who sits there, and the result that stands."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Round, Scoresheet, Seat, Table


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


def cards_by_round(rounds: Iterable[Round]) -> Mapping[int, list[TableCard]]:
    """The cards of these rounds, by the round's id, in as many queries as those of one round."""
    known = {round_.pk: round_ for round_ in rounds}
    found: dict[int, list[TableCard]] = defaultdict(list)
    for card in cards_of(Table.objects.filter(round__in=known).for_display()):
        card.table.round = known[card.table.round_id]
        found[card.table.round_id].append(card)
    return found
