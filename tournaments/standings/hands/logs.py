"""From the logs of a stage's confirmed games to what they count for each seat. Reads facts, writes nothing."""

from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import F, QuerySet

from scoring.errors import RuleError
from scoring.game.outcome import from_json
from scoring.hand.payment import STICK
from scoring.rulebook.rulebook import Rulebook
from scoring.statistics.counting import CountedGame, count_game
from scoring.statistics.counts import NAMES
from tournaments.models import HandRecord, Scoresheet, Seat, SeatHands, Stage, TableFormat
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.models.play.hands import standing
from tournaments.models.play.results import MOST_POINTS
from tournaments.models.statistics.hands import written_yaku, written_yakuman

_RECORD = ("number", "kind", "outcome", "of")
_SHEET = ("east", "south", "west", "north", "fifth", "leftover")


class Log(NamedTuple):
    """The hands that stand at a table, the seats that played them, and the result by its sheet: points and sticks."""

    hands: list[HandRecord]
    seats: list[int]
    points: list[int]
    leftover: int


def _with_logs(stage: int) -> "QuerySet[HandRecord, int]":
    records = HandRecord.objects.filter(table__round__stage=stage).order_by()
    return records.values_list("table", flat=True).distinct()


def _of_tables(stage: int, tables: str) -> "QuerySet[HandRecord, int]":
    return _with_logs(stage).filter(Among("table_id", tables))


# Of a stage, and after every result of one table.
WITH_LOGS = PreparedQuery(_with_logs, of=int)
OF_TABLES = PreparedQuery(_of_tables, of=(int, list))


def tables_with_logs(stage: Stage, tables: Collection[int] | None) -> set[int]:
    """Of these tables (None: of all of the stage) those that have entered hands, also ones taken back."""
    return set(WITH_LOGS.read(stage.pk) if tables is None else OF_TABLES.read(stage.pk, tables))


def seats_from_logs(stage: Stage, tables: Collection[int]) -> list[SeatHands]:
    """What the games of these tables count for their seats, not saved. Two queries, and one for the rules of each
    size of tables.

    Of games that are confirmed and count, and whose hands lead to the result. A game that a table left half-told, or
    whose result the referee decided otherwise, says nothing here.
    """
    rulebooks: dict[int, Rulebook | None] = {}
    found: list[SeatHands] = []
    for log in _logs(stage, tables):
        size = len(log.seats)
        if size not in rulebooks:
            rulebooks[size] = _rulebook(stage, size)
        rulebook = rulebooks[size]
        game = None if rulebook is None else _counted(rulebook, log)
        if game is not None:
            found += _seats(stage, log.seats, game)
    return found


def _logs(stage: Stage, tables: Collection[int]) -> Iterator[Log]:
    of_sheet = {name: F(f"table__scoresheets__{name}") for name in _SHEET}
    seats = (
        Seat.objects.filter(
            table__in=tables,
            table__round__stage=stage,
            table__is_unranked=False,
            table__scoresheets__status=Scoresheet.Status.CONFIRMED,
        )
        .order_by("table", "wind")
        .values_list("table", "pk", *of_sheet.values())
    )
    seated = {table: list(rows) for table, rows in groupby(seats, key=itemgetter(0))}
    records = HandRecord.objects.filter(table__in=seated).order_by("table", "number")
    for table, rows in groupby(records.values_list("table", *_RECORD), key=itemgetter(0)):
        hands = [HandRecord(**dict(zip(_RECORD, row[1:], strict=True))) for row in rows]
        *points, leftover = seated[table][0][2:]
        yield Log(
            list(standing(hands).values()),
            [row[1] for row in seated[table]],
            [one for one in points if one is not None],
            leftover,
        )


def _rulebook(stage: Stage, size: int) -> Rulebook | None:
    try:
        return stage.tournament.rulebook_for(size)
    except TableFormat.DoesNotExist:
        return None


def _counted(rulebook: Rulebook, log: Log) -> CountedGame | None:
    """The game, if by the rulebook its hands can follow each other and lead to the result."""
    try:
        game = count_game(rulebook, [from_json(hand.content) for hand in log.hands])
    except RuleError:
        return None
    leads_there = (list(game.end.points), game.end.deposits * STICK) == (log.points, log.leftover)
    # Without limits a hand can be worth more than a column holds.
    is_too_much = any(one.win_points > MOST_POINTS for one in game.seats)
    return game if leads_there and game.end.hands and not is_too_much else None


def _seats(stage: Stage, seats: list[int], game: CountedGame) -> Iterator[SeatHands]:
    for at, (seat, counts) in enumerate(zip(seats, game.seats, strict=True)):
        yield SeatHands(
            seat_id=seat,
            stage=stage,
            players=len(seats),
            won_yakuman=written_yakuman([won.names for won in game.yakuman if won.seat == at]),
            won_yaku=written_yaku(game.yaku[at]),
            **{name: getattr(counts, name) for name in NAMES},
        )
