"""Tables for display as cards: the players and the live result.

A hall has 250 tables, so cards are plain tuples, read by two queries in all.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import QuerySet

from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import TABLE_NAME, Round, Seat
from tournaments.models.teams.former_teams import team_then


class SeatResult(NamedTuple):
    """A seat's result; `total` in the rulebook's units."""

    points: int
    total: int
    place: int


class CardSeat(NamedTuple):
    """A seat and its player. `team`, in that round, and `replaces`, the player substituted, are names or empty;
    `team_id` and `replaced_id` are their ids. For a draw's proposals only the team is known: `name` is its name, and
    `entry_id`, `player_id` and `number` are 0.
    """

    entry_id: int
    player_id: int
    wind: int
    number: int
    name: str
    reading: str
    team: str
    replaces: str
    result: SeatResult | None
    team_id: int | None = None
    replaced_id: int | None = None


class CardSheet(NamedTuple):
    """The live sheet of a table."""

    status: str
    reported_at: datetime
    dispute_reason: str

    @property
    def status_label(self) -> str:
        return str(Scoresheet.Status(self.status).label)


class TableCard(NamedTuple):
    """A table with its seats, East first, and its live sheet, if any."""

    pk: int
    number: int
    is_unranked: bool
    seats: list[CardSeat]
    sheet: CardSheet | None

    def __str__(self) -> str:
        return str(TABLE_NAME) % {"number": self.number}

    def by_place(self) -> "TableCard":
        """The same table with its winner first; as it is without a result."""
        placed = sorted(
            (seat.result.place, index) for index, seat in enumerate(self.seats) if seat.result is not None
        )
        if len(placed) < len(self.seats):
            return self
        return self._replace(seats=[self.seats[index] for _place, index in placed])


def _live(*rounds: int) -> QuerySet[Scoresheet, tuple[Any, ...]]:
    live = Scoresheet.objects.live().filter(table__round__in=rounds).order_by()
    result = (f"scores__{name}" for name in SeatResult._fields)
    return live.values_list("table", *CardSheet._fields, "scores__seat", *result)


def _seats(*rounds: int) -> QuerySet[Seat, tuple[Any, ...]]:
    seats = Seat.objects.filter(round__in=rounds).order_by("round_id", "table__number", "wind")
    return seats.with_proposals().values_list(
        "round",
        "table",
        "table__number",
        "table__is_unranked",
        "is_proposed",
        "pk",
        "entry",
        "entry__player",
        "wind",
        "entry__number",
        "entry__player__name",
        "entry__player__reading",
        team_then("entry", column="name"),
        "replaces__player__name",
        team_then("entry"),
        "replaces__player",
    )


@cache
def _queries(rounds: int) -> tuple[PreparedQuery[Scoresheet, Any], PreparedQuery[Seat, Any]]:
    """Per number of rounds: PostgreSQL does not know the length of a list parameter, and plans worse."""
    kinds = (int,) * rounds
    return PreparedQuery(_live, of=kinds), PreparedQuery(_seats, of=kinds)


def cards_of(round_: Round) -> list[TableCard]:
    """Return the cards of a round's tables, in order, as the public may see them."""
    return cards_by_round([round_])[round_.pk]


def cards_by_round(rounds: Iterable[Round], *, for_staff: bool = False) -> dict[int, list[TableCard]]:
    """Return the cards of these rounds, by round id, in as many queries as for one. Only the staff's cards show a
    draw's proposals.
    """
    found: dict[int, list[TableCard]] = {round_.pk: [] for round_ in rounds}
    if not found:
        return found
    live, seats = _queries(len(found))
    sheets: dict[int, CardSheet] = {}
    results: dict[int, SeatResult] = {}
    for table, status, reported_at, dispute_reason, seat, *result in live.read(*found):
        sheets[table] = CardSheet(status, reported_at, dispute_reason)
        if seat is not None:
            results[seat] = SeatResult(*result)
    rows = seats.read(*found)
    for (round_id, table, number, is_unranked), seated in groupby(rows, key=lambda row: row[:4]):
        card = TableCard(table, number, is_unranked, [], sheets.get(table))
        for (
            *_table,
            is_proposed,
            seat,
            entry,
            player,
            wind,
            own_number,
            name,
            reading,
            team,
            replaces,
            team_id,
            replaced_id,
        ) in seated:
            result = results.get(seat)
            if is_proposed and not for_staff:
                card.seats.append(CardSeat(0, 0, wind, 0, team, "", "", "", None, team_id))
                continue
            names = name, reading, team or "", replaces or ""
            card.seats.append(CardSeat(entry, player, wind, own_number, *names, result, team_id, replaced_id))
        found[round_id].append(card)
    return found
