"""From ledger entries, published standings and hands to what programs read on a stream.

Everybody reads the same: what public pages show. Content is as of the moment of reading: who an entry names, and
whether its round or result is (still) public, is looked up then.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from publishing.games import PLAYED, Played, seats_of, sheets_played
from publishing.stream.positions import Position
from publishing.stream.shapes import (
    AnnouncementToldShape,
    ClockToldShape,
    EntryToldShape,
    ResultToldShape,
    RoundToldShape,
    SeatedTableShape,
    StandingsToldShape,
    ToldShape,
    TournamentToldShape,
    announcement_told,
    hand_told,
    rank_told,
    result_told,
    round_told,
    seated_table,
    standings_told,
    team_rank_told,
    tournament_told,
)
from tournaments.api.schemas.play.clocks import ClockShape, clock_shape
from tournaments.api.schemas.play.rounds import seat_shape
from tournaments.models import (
    Announcement,
    HandRecord,
    LedgerEntry,
    LedgerHead,
    Publication,
    Round,
    Scoresheet,
    Standing,
    TeamStanding,
    Tournament,
)
from tournaments.models.events import OnStream, kinds_on_stream
from tournaments.models.fast_sql.reading import among
from tournaments.models.origins.reading import Ids
from tournaments.standings.in_play.live_totals import live_games
from web.api.moments import moment

# Entries read together, players and teams in `standings`, and tables of which hands are told.
ENTRIES_AT_ONCE = 50
MOST_RANKS = 100
MOST_TABLES = 200


@dataclass(frozen=True)
class Told:
    """An event, without the position that each reader has behind it: encoded once for all of them.

    `about` is the number of a ledger entry, or the stage or table of what has no entry, with its version.
    """

    event: str
    data: bytes
    about: tuple[str, int, int]

    def move(self, position: Position) -> bool:
        """Move a reader's position behind this event; return False if the reader has it already."""
        kind, key, version = self.about
        if kind == "entry":
            if version <= position.seq:
                return False
            position.seq = version
            return True
        told = position.standings if kind == "standings" else position.hands
        if told.get(key, -1) >= version:
            return False
        told[key] = version
        return True


class _Said(NamedTuple):
    """A ledger entry that is told, with its payload in ids of this server."""

    entry: LedgerEntry
    as_: OnStream
    content: Mapping[str, Any]

    @property
    def shape(self) -> EntryToldShape:
        return {"seq": self.entry.seq, "at": moment(self.entry.recorded_at), "action": self.entry.kind}


def told_after(tournament: Tournament, position: Position) -> Iterator[Told]:
    """Yield what happened behind this position: entries in order, then standings and hands as they are.

    Moves the position. Of entries that are for nobody outside it is moved without an event. Run in a snapshot.
    """
    head = LedgerHead.objects.values_list("seq", flat=True).get(tournament=tournament)
    if head > position.seq:
        yield from _entries(tournament, position)
        position.seq = head
    yield from _standings(tournament, position)
    yield from _hands(tournament, position)


def entries_behind(tournament: Tournament, seq: int) -> Any:
    """Return the entries behind this number that a stream tells."""
    return tournament.ledger.filter(seq__gt=seq, kind__in=kinds_on_stream())


def _entries(tournament: Tournament, position: Position) -> Iterator[Told]:
    ids = Ids.of(tournament)
    while True:
        entries = list(entries_behind(tournament, position.seq).order_by("seq")[:ENTRIES_AT_ONCE])
        said = [
            _Said(entry, kinds_on_stream()[entry.kind], ids.content(entry.seq, entry.kind, entry.content))
            for entry in entries
        ]
        for one, data in zip(said, _Stride(tournament, said).told(), strict=True):
            position.seq = one.entry.seq
            if data is not None:
                yield _encoded(one.as_.value, data, "entry", 0, one.entry.seq)
        if len(entries) < ENTRIES_AT_ONCE:
            return


def _encoded(event: str, data: ToldShape, kind: str, key: int, version: int) -> Told:
    return Told(event, msgspec.json.encode(data), (kind, key, version))


class _Stride:
    """Some entries, with all that is read for them: a few queries for each thing they are about."""

    def __init__(self, tournament: Tournament, said: Sequence[_Said]) -> None:
        self.tournament, self.said = tournament, said
        self.sheets = self._read_results(self._ids(OnStream.RESULT, "sheet"))
        self.seats = seats_of([one.sheet for one in self.sheets.values() if one.status in Scoresheet.LIVE])
        self.announcements = Announcement.objects.filter(tournament=tournament).in_bulk(
            self._ids(OnStream.ANNOUNCEMENT, "announcement")
        )
        standing = Announcement.objects.filter(pk__in=self.announcements).standing()
        self.shown = set(standing.values_list("pk", flat=True)) if self.announcements else set()
        of_rounds = self._ids(OnStream.ROUND, "round")
        self.rounds = {one.pk: one for one in self._public(of_rounds | self._ids(OnStream.CLOCK, "round"))}
        self.tables = self._read_tables(of_rounds & self.rounds.keys())
        self.last = {one.content.get("round"): one.entry.seq for one in said if one.as_ is OnStream.ROUND}
        self.clocks: dict[int, ClockShape] = {}

    def told(self) -> Iterator[ToldShape | None]:
        """Return the content of each entry; None for one whose content is not public any more."""
        tell: Mapping[OnStream, Callable[[_Said], ToldShape | None]] = {
            OnStream.ANNOUNCEMENT: self._announcement,
            OnStream.CLOCK: self._clock,
            OnStream.RESULT: self._result,
            OnStream.ROUND: self._round,
            OnStream.TOURNAMENT: self._tournament,
        }
        for one in self.said:
            yield tell[one.as_](one)

    def _ids(self, of: OnStream, name: str) -> set[int]:
        return {
            found for one in self.said if one.as_ is of and isinstance(found := one.content.get(name), int)
        }

    def _public(self, pks: Collection[int]) -> Iterable[Round]:
        if not pks:
            return []
        rounds = Round.objects.published().filter(stage__tournament=self.tournament, pk__in=pks)
        return rounds.select_related("stage__tournament__usual_format")

    def _read_tables(self, pks: Collection[int]) -> dict[int, list[SeatedTableShape]]:
        if not pks:
            return {}
        return {
            one.pk: [
                seated_table(table, seats=[seat_shape(seat) for seat in table.seats.all()])
                for table in one.tables.all()
            ]
            for one in Round.objects.filter(pk__in=pks).with_tables()
        }

    def _read_results(self, pks: Collection[int]) -> dict[int, Played]:
        if not pks:
            return {}
        sheets = sheets_played().filter(table__round__stage__tournament=self.tournament)
        rows = sheets.filter(among("pk", pks)).order_by().values_list(*PLAYED)
        return {row[0]: Played(*row) for row in rows}

    def _result(self, said: _Said) -> ResultToldShape | None:
        found = self.sheets.get(said.content.get("sheet", 0))
        if found is None:
            return None
        units, seats = self.tournament.rulebook.units_per_point, self.seats.get(found.sheet, [])
        return result_told(found, **said.shape, units_per_point=units, seats=seats)

    def _round(self, said: _Said) -> RoundToldShape | None:
        pk = said.content.get("round")
        if not isinstance(pk, int):
            return None
        found = self.rounds.get(pk)
        if found is None:
            return {
                **said.shape,
                "round": pk,
                "number": None,
                "name": "",
                "stage": None,
                "stage_name": "",
                "status": None,
                "planned_at": None,
                "tables": None,
            }
        is_last = self.last[pk] == said.entry.seq
        return round_told(found, **said.shape, tables=self.tables.get(pk, []) if is_last else None)

    def _clock(self, said: _Said) -> ClockToldShape | None:
        pk = said.content.get("round")
        if not isinstance(pk, int):
            return None
        if pk in self.rounds and pk not in self.clocks:
            self.clocks[pk] = clock_shape(self.rounds[pk])
        return {**said.shape, "round": pk, "clock": self.clocks.get(pk)}

    def _announcement(self, said: _Said) -> AnnouncementToldShape | None:
        found = self.announcements.get(said.content.get("announcement", 0))
        if found is None:
            return None
        is_shown = found.pk in self.shown
        text = found.text if is_shown else ""
        return announcement_told(found, **said.shape, is_shown=is_shown, text=text)

    def _tournament(self, said: _Said) -> TournamentToldShape:
        return tournament_told(self.tournament, **said.shape)


def _standings(tournament: Tournament, position: Position) -> Iterator[Told]:
    """Yield the standings of each stage that were published since; two or three queries for each."""
    published = (
        Publication.objects.filter(stage__tournament=tournament, published_at__isnull=False)
        .select_related("stage")
        .order_by("stage__ordinal")
    )
    found = list(published)
    position.standings = {one.pk: position.standings[one.pk] for one in found if one.pk in position.standings}
    for one in found:
        if position.standings.get(one.pk, -1) < one.as_of_seq:
            position.standings[one.pk] = one.as_of_seq
            yield _encoded("standings", _standings_shape(tournament, one), "standings", one.pk, one.as_of_seq)


def _standings_shape(tournament: Tournament, one: Publication) -> StandingsToldShape:
    rows = Standing.objects.filter(stage=one.pk).order_by("position")
    best = rows.select_related("entry__player", "entry__team")[:MOST_RANKS]
    teams = TeamStanding.objects.filter(stage=one.pk).select_related("team").order_by("position")[:MOST_RANKS]
    return standings_told(
        one,
        units_per_point=tournament.rulebook.units_per_point,
        players=rows.count(),
        standings=[rank_told(row) for row in best],
        teams=[team_rank_told(row) for row in teams],
    )


def _hands(tournament: Tournament, position: Position) -> Iterator[Told]:
    """Yield the tables in play with another last hand than the reader knows, as everybody may know them: one query,
    three more if there is any.
    """
    last = HandRecord.objects.last_of_tables_in_play(tournament).order_by("table")[:MOST_TABLES]
    found = {one.table_id: one for one in last.only("table", "number", "kind", "outcome")}
    position.hands = {pk: number for pk, number in position.hands.items() if pk in found}
    new = [one for pk, one in found.items() if position.hands.get(pk, -1) < one.number]
    games = {game.table: game for game in live_games(tournament)} if new else {}
    for record in new:
        position.hands[record.table_id] = record.number
        game = games[record.table_id]
        if game.state is not None:
            data = hand_told(game, number=record.number, outcome=record.content or None)
            yield _encoded("hand", data, "hand", record.table_id, record.number)
