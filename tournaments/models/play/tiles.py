"""The tables of rounds as tiles of the desk: who sits there and what was reported, in two statements for a hall."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import Round, Seat, Table
from tournaments.models.winds import Wind


class SeatLine(NamedTuple):
    """A seat: its wind, who sits there, for whom or in which team, and the points of the sheet that stands."""

    wind: int
    name: str
    replaces: str
    team: str
    points: int | None


class SheetLine(NamedTuple):
    """The sheet that stands for a table."""

    status: str
    reported_at: datetime
    dispute_reason: str
    points: tuple[int | None, ...]

    def get_status_display(self) -> str:
        return str(Scoresheet.Status(self.status).label)


@dataclass(frozen=True, slots=True)
class Tile:
    """A table with its seats, East first, and its sheet, if there is one."""

    pk: int
    number: int
    seats: tuple[SeatLine, ...]
    sheet: SheetLine | None

    def __str__(self) -> str:
        return str(Table(number=self.number))


_POINTS = tuple(wind.key for wind in Wind)
_OF_THE_TABLE = ("round_id", "table_id", "table__number")
_OF_THE_SEAT = ("wind", "entry__player__name", "replaces__player__name", "entry__team__name")


def tiles_by_round(rounds: Iterable[Round]) -> Mapping[int, list[Tile]]:
    """The tables of these rounds in their order, by the round's id."""
    ids = [round_.pk for round_ in rounds]
    sheets = {
        table: SheetLine(status, at, why, tuple(points))
        for table, status, at, why, *points in Scoresheet.objects.live()
        .filter(table__round__in=ids)
        .order_by()
        .values_list("table_id", "status", "reported_at", "dispute_reason", *_POINTS)
    }
    seats: dict[tuple[int, int, int], list[SeatLine]] = defaultdict(list)
    rows = Seat.objects.filter(round__in=ids).order_by("round_id", "table__number", "wind")
    for round_id, table, number, wind, name, replaces, team in rows.values_list(
        *_OF_THE_TABLE, *_OF_THE_SEAT
    ):
        sheet = sheets.get(table)
        points = sheet.points[wind - 1] if sheet else None
        seats[round_id, table, number].append(SeatLine(wind, name, replaces or "", team or "", points))
    found: dict[int, list[Tile]] = defaultdict(list)
    for (round_id, table, number), row in seats.items():
        found[round_id].append(Tile(table, number, tuple(row), sheets.get(table)))
    return found
