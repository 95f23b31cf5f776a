"""What players need in the last round of a stage to end above a line. `scoring.conditions.at_the_line` says how, and
what cannot be said.

No setting says how many rounds a stage has. So all this holds if the round in play is the last, and is only given
while exactly one published round has tables without a confirmed result.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import Enum
from functools import partial
from itertools import pairwise
from operator import neg
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from scoring.conditions.at_the_line import Enough, OpenTable, enough, is_known, is_safe, reach
from scoring.standing.ranking import has_played
from tournaments.models import Score, Seat, Stage, Tournament
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.play.rounds import OPEN_ROUNDS, waits_for_line_ups
from tournaments.standings.stages.carried import from_nothing, qualification_of
from tournaments.standings.stages.counted import counting_of
from tournaments.standings.stages.cuts import Line, line_that_matters
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.who_is_ranked import seat_counts_for

MOST_TABLES = 16
"""While more tables play nothing is said: hardly anything is sure, and each costs up to 3 ms."""


class OpenRound(NamedTuple):
    """The round in play: for whom the seats count, by entry id, of each table without a confirmed result."""

    pk: int
    tables: tuple[tuple[int, ...], ...]


class Outcome(Enum):
    SAFE = "safe"
    OUT = "out"
    ENOUGH = "enough"
    NEEDS = "needs"


class Need(NamedTuple):
    """`SAFE`, `OUT`: above or below the line whatever happens. The others hold if no player ends below zero points.
    `ENOUGH`: above the line with the present total. `NEEDS`: above the line with one of these `results`; `is_any` if
    every result will do.
    """

    outcome: Outcome
    results: tuple[Enough, ...] = ()
    is_any: bool = False


def open_round(stage: Stage, as_of_seq: int) -> OpenRound | None:
    """Return the one published round of a stage with games to be played. One query.

    None if there are several, if its players are not known before line-ups are shown, or if the ledger has moved the
    standings since `as_of_seq`: then a result is in neither. Expects the tournament to be loaded.
    """
    rows = _SEATS[stage.tournament.substitutes].read_raw(stage.pk)
    if not rows or any(moved > as_of_seq or is_proposed for *_seat, moved, is_proposed in rows):
        return None
    round_, *more = {round_ for round_, *_seat in rows}
    if more:
        return None
    tables = dict[int, list[int]]()
    for _round, table, entry, *_more in rows:
        tables.setdefault(table, []).append(entry)
    return OpenRound(round_, tuple(map(tuple, tables.values())))


def _seats(substitutes: str, stage: int) -> "QuerySet[Seat, tuple[object, ...]]":
    counted = Score.objects.filter(seat=OuterRef("pk"), counts=True)
    seats = Seat.objects.filter(
        ~Exists(counted), round__stage=stage, round__status__in=OPEN_ROUNDS, table__is_unranked=False
    )
    return (
        seats.annotate(
            counts_for=seat_counts_for(Tournament(substitutes=substitutes)),
            moved=F("round__stage__tournament__head__standings_seq"),
            is_waiting=waits_for_line_ups("round"),
        )
        .order_by("table", "wind")
        .values_list("round", "table", "counts_for", "moved", "is_waiting")
    )


_SEATS = {kind: PreparedQuery(partial(_seats, kind), of=int) for kind in Tournament.Substitutes.values}


def can_be_said(stage: Stage) -> bool:
    """Whether ranks in this stage follow from totals that nothing but the games at its tables changes."""
    return (
        not stage.is_free_play
        and counting_of(stage) is None
        and tie_breaks_of(stage.tournament)[0] == "total"
    )


def needed(
    stage: Stage, rows: Sequence[PublishedRow], lines: Sequence[Line], round_: OpenRound
) -> dict[int, Need]:
    """Return what is known, by entry id, of those for whom a line is not confirmed; nothing where nothing is sure.

    `rows` are all published rows of a stage of which something can be said, best first. Expects its tournament to be
    loaded. No query where all tables are of the usual size.
    """
    known = {row.entry_id for row in rows}
    if len(round_.tables) > MOST_TABLES or any(not known.issuperset(table) for table in round_.tables):
        return {}
    if any(line.first > above.last + 1 for above, line in pairwise((Line(0, ""), *lines))):
        return {}  # Better places lead nowhere: above the line is not through.
    places = [row for row in rows if row.can_go_on]
    totals = {row.entry_id: row.total for row in places}
    tables = list[OpenTable]()
    for entries in round_.tables:
        book = stage.tournament.rulebook_for(len(entries))
        if not is_known(book) or book.table.players != len(entries):
            return {}
        tables.append(OpenTable(book, tuple(map(totals.get, entries))))
    playing = {
        entry: (at, seat) for at, table in enumerate(round_.tables) for seat, entry in enumerate(table)
    }
    # Those who have not played are behind everybody who has.
    begins = from_nothing(qualification_of(stage)).entries
    finished = sorted(
        (
            row.total
            for row in places
            if row.entry_id not in playing and not (begins and not has_played(row.games, row.total))
        ),
        reverse=True,
    )
    found = dict[int, Need]()
    for place, row in enumerate(places):
        line = line_that_matters(lines, place, len(places))
        if line is None or line.is_confirmed:
            continue
        need = None
        if row.entry_id in playing:
            at, seat = playing[row.entry_id]
            elsewhere = (*tables[:at], *tables[at + 1 :])
            in_front = finished[: line.last]
            results = enough(tables[at], seat, line=line.last, elsewhere=elsewhere, finished=in_front)
            if results:
                is_any = len(results) == len(round_.tables[at]) and all(one.points is None for one in results)
                need = Need(Outcome.NEEDS, results, is_any)
        elif not begins or has_played(row.games, row.total):
            need = _of_finished(row.total, line.last, tables, finished)
        if need is not None:
            found[row.entry_id] = need
    return found


def _of_finished(total: int, line: int, tables: Sequence[OpenTable], finished: Sequence[int]) -> Need | None:
    """Whether a total that does not change any more is above the line, or cannot be. `finished` are all such totals,
    this one among them, the highest first.
    """
    if bisect_left(finished, -total, key=neg) >= line:
        return Need(Outcome.OUT)
    level = bisect_right(finished, -total, key=neg) - 1
    if level >= line:
        return None
    if is_safe(total, line=line, elsewhere=tables, finished=finished[:level]):
        return Need(Outcome.SAFE)
    level += sum(highest >= total for table in tables for highest in reach(table))
    return Need(Outcome.ENOUGH) if level < line else None
