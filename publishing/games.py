"""Games that count, in the order in which their ledger says so.

A result is a row, and what makes it count is an entry of the ledger. Entries become visible in the order of their
numbers, because each is written under the lock of its ledger's head: "after entry 110" misses nothing. A time could,
because it is taken before the entry is visible.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, reduce
from itertools import groupby
from operator import attrgetter, or_
from typing import Annotated, Any, NamedTuple, TypedDict

import msgspec
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat, StrIndex
from django.db.models.lookups import GreaterThan

from players.models import Player
from publishing.tables.strides import TABLES_AT_ONCE, by_strides
from tournaments.api.schemas.people import TeamShape
from tournaments.models import Entry, LedgerEntry, Round, Score, Scoresheet, Seat, Tournament
from tournaments.models.events import Event, Touches
from tournaments.models.fast_sql.reading import among
from tournaments.models.origins.origins import Origin
from tournaments.models.origins.reading import Ids
from tournaments.models.play.results import ScoresheetQuerySet
from tournaments.models.teams.former_teams import team_then
from web.api.answers import Given, filled
from web.api.moments import Day, Moment, moment

CONFIRMED, VOID = Scoresheet.Status.CONFIRMED, Scoresheet.Status.VOID
# After these its table has no result: a result whose confirmation was undone waits again.
ENDED = (VOID, Scoresheet.Status.SUBMITTED)


class PlayedSeatShape(TypedDict):
    """A seat of a confirmed game. `entry` is the entry that the game counts for."""

    seat: int
    wind: int
    entry: int
    player: Annotated[int, "Id of the player."]
    name: Annotated[str, "Name of the player."]
    team: Annotated[TeamShape | None, "Team that the game counts for; null without teams."]
    points: Annotated[int, "Points at the table."]
    place: int
    total: Annotated[int, "Result of the game, in units."]


class PlayedGameShape(TypedDict):
    """A confirmed game. A later correction is a new `sheet` and `seq` of the same `table`."""

    seq: Annotated[
        int,
        Given(),
        "Number of the ledger entry that made it count; of a void game, of the one that ended it.",
    ]
    confirmed_at: Annotated[Moment, Given(), "When that entry was made."]
    status: Annotated[str, "`confirmed`, or with `updated_since` also `void`: no result of the table counts."]
    tournament: Annotated[str, Given(), "Address (slug) of the tournament."]
    units_per_point: Annotated[int, Given()]
    stage: int
    stage_name: Annotated[str, "Name of the stage."]
    round: Annotated[int, "Id of the round."]
    round_number: Annotated[int, "Number of the round in its stage, from 1."]
    played_on: Annotated[Day | None, "Day on which it was played; null if not recorded."]
    table: int
    table_number: Annotated[int, "Number of the table in the round."]
    is_unranked: bool
    sheet: Annotated[int, "Id of the scoresheet."]
    version: Annotated[int, "Version of the table's result, from 1."]
    seats: Annotated[list[PlayedSeatShape], Given(), "Seats, East first; empty for a void game."]


class Decision(NamedTuple):
    """A ledger entry after which a sheet is confirmed or void. They sort by time, each ledger's by number.

    A result whose confirmation was undone is as good as void.
    """

    at: datetime
    tournament: int
    seq: int
    sheet: int
    status: str


class _OfASheet(msgspec.Struct):
    """What is read of an entry's payload."""

    sheet: int
    status: str


class Played(NamedTuple):
    """A sheet and where it was played, as read from the database."""

    sheet: int
    version: int
    status: str
    table: int
    table_number: int
    is_unranked: bool
    round: int
    round_number: int
    played_on: Any
    stage: int
    stage_name: str


_game_shape = filled(PlayedGameShape, Played)
PLAYED = (
    "pk",
    "version",
    "status",
    "table_id",
    "table__number",
    "table__is_unranked",
    "table__round_id",
    "table__round__number",
    "table__round__played_on",
    "table__round__stage_id",
    "table__round__stage__name",
)


def sheets_played() -> ScoresheetQuerySet:
    """Return the sheets of rounds that were started, whatever became of them."""
    return Scoresheet.objects.filter(table__round__status__in=(Round.Status.STARTED, Round.Status.CLOSED))


def played_sheets(*, with_void: bool = False) -> QuerySet[Scoresheet]:
    """Return the sheets of games that count, and `with_void` those of tables that have no result any more.

    Only of rounds that were started: whom captains may still choose sits at none of their tables.
    """
    started = sheets_played()
    if not with_void:
        return started.confirmed()
    confirmed = Scoresheet.objects.confirmed().filter(table=OuterRef("table"))
    return started.filter(Q(status=CONFIRMED) | ~Exists(confirmed))


def with_player(player: int) -> Exists:
    """Return a condition over sheets: this player sits at the table."""
    return Exists(Seat.objects.filter(table=OuterRef("table"), entry__player=player))


def decisions_of(tournament: Tournament, after: int = 0) -> Iterator[Decision]:
    """Yield what was decided after entry `after`, in order. Read in batches: one query, another for an imported
    tournament.
    """
    entries = tournament.ledger.filter(seq__gt=after).order_by("seq")
    return _decisions(entries, {tournament.pk: Ids.of(tournament)})


def decisions_about(player: Player, tournaments: Collection[int], sheets: Collection[int]) -> list[Decision]:
    """Return what was decided about these sheets of a player's games, oldest first. Two queries."""
    origins = Origin.objects.filter(tournament__in=tournaments).order_by("tournament_id", "through_seq")
    imported = {pk: Ids(list(of_one)) for pk, of_one in groupby(origins, key=attrgetter("tournament_id"))}
    entries = LedgerEntry.objects.filter(
        _names(player) | Q(tournament__in=imported), tournament__in=tournaments
    )
    wanted = set(sheets)
    return sorted(
        one
        for one in _decisions(entries.order_by(), imported)
        if one.status == CONFIRMED and one.sheet in wanted
    )


def _names(player: Player) -> Q:
    """Return a condition over ledger entries: the list of those at the table may name an entry of the player.

    Of a large tournament that leaves few entries to look at. Imported ones have ids of another server.
    """
    own = Entry.objects.filter(player=player, tournament=OuterRef("tournament"))
    number = Cast("pk", output_field=CharField())
    beside = (("[", ","), (",", ","), (",", "]"))
    texts = [Concat(Value(left), number, Value(right)) for left, right in beside]
    named = [Q(GreaterThan(StrIndex(OuterRef("payload"), text), 0)) for text in texts]
    return Q(Exists(own.filter(reduce(or_, named))))


def _decisions(entries: QuerySet[LedgerEntry], ids: Mapping[int, Ids]) -> Iterator[Decision]:
    rows = entries.filter(kind__in=_kinds()).values_list("tournament_id", "seq", "recorded_at", "payload")
    for tournament, seq, at, payload in rows.iterator(chunk_size=TABLES_AT_ONCE):
        about = msgspec.json.decode(payload, type=_OfASheet)
        if about.status == CONFIRMED or about.status in ENDED:
            sheet = ids[tournament].here(seq, "sheet", about.sheet) if tournament in ids else about.sheet
            yield Decision(at, tournament, seq, sheet, CONFIRMED if about.status == CONFIRMED else VOID)


@cache
def _kinds() -> frozenset[str]:
    """Return the kinds of entries after which a result counts or counts no more."""
    return frozenset(
        kind
        for kind, event in Event.events.items()
        if event.moves_standings and event.touches is Touches.TABLE
    )


def games_decided(
    decisions: Iterable[Decision],
    tournaments: Mapping[int, Tournament],
    *,
    with_void: bool = False,
    most: int,
) -> Iterator[PlayedGameShape]:
    """Yield the games that these decisions are about, in their order: two queries for each `most` of them.

    A decision is left out if another one followed it.
    """
    for stride in by_strides(decisions, most):
        yield from _games(stride, tournaments, with_void=with_void)


def _games(
    stride: Sequence[Decision], tournaments: Mapping[int, Tournament], *, with_void: bool
) -> Iterator[PlayedGameShape]:
    wanted = among("pk", {one.sheet for one in stride})
    rows = played_sheets(with_void=with_void).filter(wanted).order_by().values_list(*PLAYED)
    played = {row[0]: Played(*row) for row in rows}
    seats = seats_of([row.sheet for row in played.values() if row.status == CONFIRMED])
    units = {pk: tournaments[pk].rulebook.units_per_point for pk in {one.tournament for one in stride}}
    for one in stride:
        row = played.get(one.sheet)
        # A result whose confirmation was undone may be disputed or replaced by now.
        if row is not None and (row.status == CONFIRMED) == (one.status == CONFIRMED):
            yield _game_shape(
                row._replace(status=one.status),
                seq=one.seq,
                confirmed_at=moment(one.at),
                tournament=tournaments[one.tournament].slug,
                units_per_point=units[one.tournament],
                seats=seats.get(row.sheet, []),
            )


def seats_of(sheets: Collection[int]) -> dict[int, list[PlayedSeatShape]]:
    """Return the seats of these sheets, East first. One query."""
    found: dict[int, list[PlayedSeatShape]] = {pk: [] for pk in sheets}
    scores = Score.objects.filter(among("sheet_id", sheets)).order_by("sheet_id", "seat__wind")
    team, team_name = team_then("entry", seat="seat__"), team_then("entry", column="name", seat="seat__")
    rows = scores.values_list(
        "sheet_id",
        "seat_id",
        "seat__wind",
        "entry_id",
        "entry__player_id",
        "entry__player__name",
        team,
        team_name,
        "points",
        "place",
        "total",
    )
    for sheet, seat, wind, entry, player, name, team_pk, team_said, points, place, total in rows:
        found[sheet].append(
            {
                "seat": seat,
                "wind": wind,
                "entry": entry,
                "player": player,
                "name": name,
                "team": None if team_pk is None else {"id": team_pk, "name": team_said or ""},
                "points": points,
                "place": place,
                "total": total,
            }
        )
    return found
