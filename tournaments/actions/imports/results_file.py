"""Reads a file of final points, one row per seat, into games. No queries, no writes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from fractions import Fraction
from typing import TypeVar

from django.utils.translation import gettext as _

from tournaments.actions.imports.names import full_name, named
from tournaments.actions.imports.seat_columns import columns_read
from web.sheets.csv_rows import Finding, Row, Sheet
from web.text.typed_days import UnclearDay, read_day
from web.text.typed_figures import NoFigure, TwoFigures, exact_number, read_figure, whole_number

SEATS = {
    name: wind
    for wind, names in enumerate(
        (
            "1 e east 東 東家 起家",
            "2 s south 南 南家",
            "3 w west 西 西家",
            "4 n north 北 北家",
            "5 f fifth 抜 抜け番",
        ),
        1,
    )
    for name in names.split()
}
MOST_NUMBER = 32_767

T = TypeVar("T")


@dataclass(frozen=True)
class SeatLine:
    """A player's line of a game. `place` and `total` are claimed results, to be compared; where the points are
    missing, they are derived from the totals.
    """

    line: int
    wind: int
    player: str
    club: str
    team: str
    points: int | None
    chombo: int
    place: int | None
    total: Fraction | None


@dataclass(frozen=True)
class Unbalanced:
    """A game whose points miss the starting total, and why; `missing` is negative if there are too many."""

    game: str
    line: int
    found: int
    expected: int
    leftover: int
    reason: str

    @property
    def missing(self) -> int:
        return self.expected - self.found

    def as_dict(self) -> dict[str, object]:
        return {
            "game": self.game,
            "line": self.line,
            "found": self.found,
            "expected": self.expected,
            "missing": self.missing,
            "leftover": self.leftover,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Game:
    """A game of the file: its seats, East first, and where it belongs."""

    name: str
    round: int
    table: int
    played_on: date | None
    seats: tuple[SeatLine, ...]
    leftover: int
    reason: str

    @property
    def line(self) -> int:
        return self.seats[0].line

    @property
    def points(self) -> list[int]:
        return [seat.points or 0 for seat in self.seats]

    @property
    def has_points(self) -> bool:
        return all(seat.points is not None for seat in self.seats)


def read_games(sheet: Sheet, sizes: Sequence[int], zone: tzinfo) -> list[Game]:
    """Return the games of a file, in file order; errors are added to the sheet's findings.

    A game has one of `sizes` players; the first is the usual one. Days are in `zone`.

    Lines of the same `game`, or without that column of the same `round` and `table`, are one game. Without `round`
    each game is its own round, with the game's number. Without `seat` the lines are in seat order, East first. Values
    for the whole game may be on one of its lines or on all.
    """
    if not {"game", "round"} & set(columns_read(sheet)):
        sheet.findings.append(
            Finding(1, "missing_column", _("The file needs a column “game” or “round”."), "game")
        )
        return []
    grouped: dict[tuple[str, ...], list[Row]] = {}
    for row in sheet.rows:
        key = (row["game"],) if row["game"] else (row["round"], row["table"])
        grouped.setdefault(key, []).append(row)
    games = [_Reader(sheet, rows, zone).game(sizes) for rows in grouped.values()]
    return [game for game in games if game is not None]


class _Reader:
    """Reads the lines of one game and collects errors."""

    def __init__(self, sheet: Sheet, rows: list[Row], zone: tzinfo) -> None:
        self.sheet = sheet
        self.rows = rows
        self.zone = zone
        self.errors_before = len(sheet.findings)

    def game(self, sizes: Sequence[int]) -> Game | None:
        first = self.rows[0]
        players = len(self.rows) if len(self.rows) in sizes else sizes[0]
        if len(self.rows) != players:
            message = _("This game has %(rows)s lines instead of %(players)s, one for each player.")
            self._note(
                first, "wrong_number_of_players", message % {"rows": len(self.rows), "players": players}
            )
        number = self._shared("round", self._round_number) or self._shared("game", self._round_number)
        if number is None:
            message = _(
                "The round (or the game, if there is no round) must be a whole number from 1 to %(most)s."
            )
            self._note(first, "bad_round", message % {"most": f"{MOST_NUMBER:,}"}, "round")
        table = self._shared("table", self._table)
        played_on = self._shared("date", self._date)
        leftover = self._shared("leftover", self._points) or 0
        reason = self._shared("imbalance_reason", lambda row, column: row[column]) or ""
        seats = [self._seat(row, order) for order, row in enumerate(self.rows, 1)]
        winds = sorted(seat.wind for seat in seats if seat)
        if (
            len(self.sheet.findings) > self.errors_before
            or number is None
            or any(row.unreadable for row in self.rows)
        ):
            return None
        if winds != list(range(1, players + 1)):
            message = (
                _(
                    "In a game of five, each seat is taken once: E, S, W, N, and F for the player who "
                    "waits first."
                )
                if players == 5
                else _("In a game, each seat is taken once: E, S, W, N.")
            )
            self._note(first, "bad_seats", message, "seat")
            return None
        name = first["game"] or f"{first['round']}/{first['table']}"
        return Game(
            name=name,
            round=number,
            table=table or 1,
            played_on=played_on,
            seats=tuple(sorted((seat for seat in seats if seat), key=lambda seat: seat.wind)),
            leftover=leftover,
            reason=reason,
        )

    def _shared(self, column: str, read: Callable[[Row, str], T | None]) -> T | None:
        """Return the value the game's lines share in this column; blank lines do not count."""
        filled = {row[column]: row for row in reversed(self.rows) if row[column]}
        read_as = [read(row, column) for row in filled.values()]
        # One day may be written in two ways.
        if len(filled) > 1 and (None in read_as or len(set(read_as)) > 1):
            message = _("The lines of this game disagree in “%(column)s”.") % {"column": column}
            self._note(self.rows[0], "contradiction", message, column)
        return read_as[0] if read_as else None

    def _seat(self, row: Row, order: int) -> SeatLine | None:
        wind = SEATS.get(row["seat"].casefold()) if row["seat"] else order
        if wind is None:
            message = _("“%(seat)s” is not a seat. Please use E, S, W or N.") % {"seat": row["seat"]}
            self._note(row, "bad_seat", message, "seat")
        player = full_name(row, "player", self.sheet)
        if not (row["player"] or row["last_name"] or row.unreadable):
            self._note(row, "name_missing", _("The name is missing."), "player")
        points = self._points(row, "points")
        total = self._total(row) if row["total"] else None
        if not (row["points"] or row["total"] or row.unreadable):
            self._note(row, "points_missing", _("The points are missing."), "points")
        chombo = self._count(row, "chombo") if row["chombo"] else 0
        seat = SeatLine(
            line=row.line,
            wind=wind or 0,
            player=player,
            club=named(row, "club", self.sheet),
            team=named(row, "team", self.sheet),
            points=points,
            chombo=chombo or 0,
            place=self._count(row, "place") if row["place"] else None,
            total=total,
        )
        return seat if wind and player else None

    def _points(self, row: Row, column: str) -> int | None:
        if not row[column]:
            return None
        try:
            number = read_figure(row[column], whole=True).number
        except NoFigure:
            message = _("“%(cell)s” is not a number of points. Please use a whole number such as 31900.")
        else:
            if number.denominator == 1:
                return int(number)
            message = _(
                "“%(cell)s” is not a number of points. If it is the result with uma and oka, please name "
                "the column “total”; points are whole numbers such as 31900."
            )
        self._note(row, "bad_points", message % {"cell": row[column]}, column)
        return None

    def _count(self, row: Row, column: str) -> int | None:
        number = whole_number(row[column])
        if number is None or not 0 <= number <= 99:
            message = _("“%(cell)s” is not a count.") % {"cell": row[column]}
            self._note(row, "bad_count", message, column)
            return None
        return number

    def _total(self, row: Row) -> Fraction | None:
        """Parse a total as displayed: 18.4, −5.2, ▲5,2 or 3/2."""
        try:
            return exact_number(row["total"])
        except TwoFigures as unclear:
            message = str(unclear)
        except NoFigure:
            message = _("“%(cell)s” is not a total. Please write it like -25.2, or leave the column out.")
            message %= {"cell": row["total"]}
        self._note(row, "bad_total", message, "total")
        return None

    def _round_number(self, row: Row, column: str) -> int | None:
        number = whole_number(row[column])
        return number if number is not None and 1 <= number <= MOST_NUMBER else None

    def _table(self, row: Row, column: str) -> int | None:
        """Parse a table number; letters count from A."""
        number = whole_number(row[column])
        if number is None and len(row[column]) == 1 and "A" <= row[column].upper() <= "Z":
            number = ord(row[column].upper()) - ord("A") + 1
        if number is None or not 1 <= number <= MOST_NUMBER:
            message = _("“%(cell)s” is not a table. Please use a number or a letter.") % {"cell": row[column]}
            self._note(row, "bad_table", message, column)
            return None
        return number

    def _date(self, row: Row, column: str) -> date | None:
        try:
            return read_day(row[column], self.zone)
        except UnclearDay as unclear:
            self._note(row, "bad_date", str(unclear), column)
            return None

    def _note(self, row: Row, code: str, message: str, column: str = "") -> None:
        self.sheet.findings.append(Finding(row.line, code, message, column))
