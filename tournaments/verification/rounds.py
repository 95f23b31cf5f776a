"""Seating: rounds, tables and seats, as drawn, published and swapped."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Max, Min, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct, field
from msgspec.structs import replace

from seating.rounds.late_table import late_table
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.models.ceremony.events import SeatsDrawn
from tournaments.models.digests import sha256, tables_hash
from tournaments.models.draws.events import PlayersSwapped, RoundDrawn
from tournaments.models.ledger import canonical, instant
from tournaments.models.origins.events import BaselineRecorded
from tournaments.models.origins.reading import Ids
from tournaments.models.play.events import (
    LineUpsShown,
    PlacesChanged,
    PlayersReseated,
    PlayerSubstituted,
    ResultImported,
    ResultsImported,
    RoundClosed,
    RoundDiscarded,
    RoundPlanned,
    RoundPublished,
    RoundReopened,
    RoundStartCancelled,
    RoundStarted,
    RoundUnpublished,
    TableAdded,
    TableOpened,
    TableTakenBack,
)
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, day_of, differs, gone, is_about, without_entry
from tournaments.verification.pages import MOST, Numbers, Pages
from tournaments.verification.reading import each
from tournaments.verification.rows import Raw, chunks, grouped_by_first, is_dense, near, raw_rows

Status = Round.Status
WINDS = (1, 2, 3, 4, 5)


# Seats per query.
AT_ONCE = 500


class Seated(Struct, frozen=True, gc=False, array_like=True):
    """The players of a table now, East first."""

    number: Any
    round_id: Any
    stage_id: Any
    seats: tuple[Any, ...]
    entries: tuple[Any, ...]
    # The drawn players, if someone has taken a seat since.
    before: tuple[Any, ...] | None
    # Whether the winds fit the table's size and each seat's round is the table's.
    is_whole: bool

    @property
    def drawn(self) -> tuple[Any, ...]:
        return self.entries if self.before is None else self.before


class RecordedRound(Struct, frozen=True, array_like=True):
    """The state of a round by the ledger."""

    seq: int
    stage: Any
    number: Any
    method: Any
    status: str
    drawn_at: datetime
    draw: Any = None
    seed_hash: Any = None
    tables_hash: Any = None
    # The entry with this hash.
    hashed: int = 0
    # The hash of the drawn seating, once published.
    tables: str | None = None
    # The seating of each player-opened table, by number.
    opened: Mapping[Any, Any] = field(default_factory=dict)
    # The seating of each table added for latecomers since publication, by number.
    added: Mapping[Any, Any] = field(default_factory=dict)
    started_at: datetime | None = None
    closed_at: datetime | None = None
    played_on: str | None = None
    match_day: int | None = None
    game: int | None = None
    planned_at: Any = None
    publications: int = 0
    knows_draw: bool = True
    # Whether seats were swapped by hand after someone had taken one.
    is_mixed: bool = False


# By table: its seats as drawn, and now.
Turned = dict[Any, tuple[tuple[Any, ...], tuple[Any, ...]]]


class Rounds:
    """Follows rounds from draw to end, and who took whose seat."""

    about = Round

    def __init__(self, ids: Ids) -> None:
        self.ids = ids
        self.rounds: Pages[RecordedRound] = Pages(RecordedRound)
        # The last entry that took each seat since it was drawn.
        self.taken: Pages[Any] = Pages(Any)
        # By round and table, the seats when the round was published, and now.
        self.reseated: Pages[Turned] = Pages(Turned)
        # Tables of imported games: their round and number.
        self.imported: Pages[tuple[int, Any, Any]] = Pages(tuple[int, Any, Any])
        # By table, the entry that opened it as unranked.
        self.unranked: Pages[int] = Pages(int)
        self.has_old_imports = False
        # Set by `findings`: every table as it is now, and the first and last id.
        self.seated: Pages[Seated] = Pages(Seated)
        self.ends: tuple[int, ...] = ()
        # Whether dependent rows are read faster by the range of these tables.
        self.is_dense = False
        # Added tables that do not follow from their lot.
        self.wrong: list[Found] = []
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            RoundDrawn.kind: self._drawn,
            RoundDiscarded.kind: self._discarded,
            PlayersSwapped.kind: self._swapped,
            LineUpsShown.kind: self._swapped,
            RoundPublished.kind: self._published,
            RoundUnpublished.kind: self._unpublished,
            RoundPlanned.kind: self._planned,
            TableOpened.kind: self._opened,
            TableTakenBack.kind: self._taken_back,
            TableAdded.kind: self._added,
            RoundStarted.kind: self._started,
            RoundStartCancelled.kind: self._start_cancelled,
            RoundClosed.kind: self._closed,
            RoundReopened.kind: self._reopened,
            PlayerSubstituted.kind: self._substituted,
            PlayersReseated.kind: lambda entry: self._reseated(entry.payload["round"], entry.payload),
            SeatsDrawn.kind: lambda entry: self._reseated(entry.payload["round"], entry.payload),
            PlacesChanged.kind: self._changed_places,
            ResultsImported.kind: self._results,
            ResultImported.kind: self._imported,
            BaselineRecorded.kind: self._baseline,
        }

    def _drawn(self, entry: Entry) -> None:
        payload = entry.payload
        before = self.rounds.get(payload["round"])
        self.rounds[payload["round"]] = RecordedRound(
            seq=entry.seq,
            stage=payload.get("stage"),
            number=payload.get("number"),
            method=payload.get("method"),
            status=Status.DRAFTED,
            drawn_at=before.drawn_at if before else entry.at,
            publications=before.publications if before else 0,
            planned_at=before.planned_at if before else None,
            draw=payload.get("draw"),
            seed_hash=payload.get("seed_hash"),
            tables_hash=payload.get("tables_hash"),
            hashed=entry.seq,
            knows_draw="draw" in payload,
            match_day=payload.get("match_day"),
            game=payload.get("game"),
        )

    def _discarded(self, entry: Entry) -> None:
        self.rounds.pop(entry.payload["round"], None)

    def _planned(self, entry: Entry) -> None:
        if entry.payload["round"] in self.rounds:
            self.rounds.change(entry.payload["round"], planned_at=entry.payload["planned_at"])

    def _swapped(self, entry: Entry) -> None:
        before = self.rounds[entry.payload["round"]]
        self.rounds.change(
            entry.payload["round"],
            seq=entry.seq,
            method=f"{str(before.method).removesuffix('+hand')}+hand",
            tables_hash=entry.payload.get("tables_hash"),
            hashed=entry.seq,
            # Published before and withdrawn: the next publication records the seating again.
            tables=None,
            added={},
            is_mixed=True,
        )
        self.reseated.pop(entry.payload["round"], None)

    def _opened(self, entry: Entry) -> None:
        """The first table of a round creates it."""
        payload = entry.payload
        recorded = self.rounds.get(payload["round"])
        if recorded is None:
            recorded = RecordedRound(
                seq=entry.seq,
                stage=payload["stage"],
                number=payload["number"],
                method="opened",
                status=Status.STARTED,
                drawn_at=entry.at,
                seed_hash=sha256(""),
                started_at=entry.at,
                played_on=day_of(payload["day"]),
            )
        opened = {**recorded.opened, payload["place"]: payload["entries"]}
        self.rounds[payload["round"]] = replace(recorded, seq=entry.seq, opened=opened)
        if payload.get("is_unranked"):
            self.unranked[payload["table"]] = entry.seq

    def _added(self, entry: Entry) -> None:
        payload = entry.payload
        added = {**self.rounds[payload["round"]].added, payload["place"]: payload["entries"]}
        self.rounds.change(payload["round"], added=added)
        if late_table(payload["seed"], payload["came"]) != payload["entries"]:
            message = _(
                "the seats of table %(number)s, which was added, do not match the lot drawn from its seed."
            )
            self.wrong.append((entry.seq, message % {"number": payload["place"]}))

    def _taken_back(self, entry: Entry) -> None:
        opened = dict(self.rounds[entry.payload["round"]].opened)
        opened.pop(entry.payload["place"], None)
        self.rounds.change(entry.payload["round"], seq=entry.seq, opened=opened)
        self.unranked.pop(entry.payload["table"], None)
        if entry.payload["is_last"]:
            del self.rounds[entry.payload["round"]]

    def _published(self, entry: Entry) -> None:
        # Published with its current players.
        tables = entry.payload.get("tables")
        self.rounds.change(
            entry.payload["round"],
            seq=entry.seq,
            status=Status.PUBLISHED,
            tables=None if tables is None else _hash(tables),
            publications=self.rounds[entry.payload["round"]].publications + 1,
            added={},
        )
        self.reseated.pop(entry.payload["round"], None)

    def _unpublished(self, entry: Entry) -> None:
        self.rounds.change(entry.payload["round"], seq=entry.seq, status=Status.DRAFTED)

    def _start_cancelled(self, entry: Entry) -> None:
        self.rounds.change(entry.payload["round"], status=Status.PUBLISHED, started_at=None)

    def _started(self, entry: Entry) -> None:
        self.rounds.change(entry.payload["round"], status=Status.STARTED, started_at=entry.at)

    def _closed(self, entry: Entry) -> None:
        self.rounds.change(entry.payload["round"], status=Status.CLOSED, closed_at=entry.at)

    def _reopened(self, entry: Entry) -> None:
        self.rounds.change(entry.payload["round"], status=Status.STARTED, closed_at=None)

    def _substituted(self, entry: Entry) -> None:
        self.taken[entry.payload["seat"]] = entry.payload["in"]

    def _changed_places(self, entry: Entry) -> None:
        for table in entry.payload["moved"]:
            self._reseated(entry.payload["round"], table)

    def _reseated(self, round_: Any, table: Mapping[str, Any]) -> None:
        tables = self.reseated.get(round_, {})
        before, now = tuple(table["seats_before"]), tuple(table["seats"])
        first, _then = tables.get(table["table"], (before, before))
        self.reseated[round_] = {**tables, table["table"]: (first, now)}

    def _results(self, entry: Entry) -> None:
        stage = entry.payload["stage"]
        self.has_old_imports |= "rounds" not in entry.payload
        for pk, number, played_on in entry.payload.get("rounds", ()):
            self.rounds[pk] = RecordedRound(
                seq=entry.seq,
                stage=stage,
                number=number,
                method="imported",
                status=Status.CLOSED,
                drawn_at=entry.at,
                seed_hash=sha256(""),
                started_at=entry.at,
                closed_at=entry.at,
                played_on=day_of(played_on),
            )

    def _imported(self, entry: Entry) -> None:
        if "round" in entry.payload:
            place = entry.payload["round"], entry.payload.get("place")
            self.imported[entry.payload["table"]] = entry.seq, *place

    def _baseline(self, entry: Entry) -> None:
        for pk, (stage, number, draw, played_on) in entry.payload["rounds"].items():
            recorded = self.rounds.get(int(pk))
            if recorded is None:
                recorded = RecordedRound(
                    seq=entry.seq,
                    stage=stage,
                    number=number,
                    method="imported",
                    status=Status.CLOSED,
                    drawn_at=entry.at,
                    seed_hash=sha256(""),
                    played_on=day_of(played_on),
                    knows_draw=False,
                )
            if recorded.stage is None:
                recorded = replace(recorded, stage=stage)
            if not recorded.knows_draw:
                recorded = replace(recorded, draw=draw, knows_draw=True)
            self.rounds[int(pk)] = recorded

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        yield from self.wrong
        tables = Table.objects.filter(round__stage__tournament=tournament)
        first, last, count = tables.aggregate(Min("pk"), Max("pk"), Count("pk")).values()
        self.ends = (first, last) if count else ()
        self.is_dense = is_dense(Table.objects.all(), self.ends, count)
        seats: QuerySet[Seat] = Seat.objects.filter(table__round__stage__tournament=tournament)
        if self.is_dense:
            seats = near(Seat.objects.all(), "table", self.ends)
        # Missing tables are reported elsewhere.
        odd, moved, imported_here = [], [], 0
        for pk, is_unranked, seated in _seated(tables, seats):
            self.seated[pk] = seated
            if is_unranked != (pk in self.unranked):
                odd.append(pk)
            if (imported := self.imported.get(pk)) is not None:
                imported_here += 1
                seq, *place = imported
                if place != [seated.round_id, seated.number]:
                    moved.append((pk, seq))
        # By round, as rounds are read.
        order = tables.order_by("round_id", "number").values_list("round_id", "pk")
        groups = groupby(raw_rows(order), itemgetter(0))
        ahead = next(groups, None)

        def of_row(row: Round) -> Iterator[Found]:
            nonlocal ahead
            while ahead is not None and ahead[0] < row.pk:
                ahead = next(groups, None)
            mine = ahead[1] if ahead is not None and ahead[0] == row.pk else ()
            return self._of_row(row, {pk: self.seated[pk] for _round, pk in mine})

        here = Numbers()
        yield from each(Round.objects.filter(stage__tournament=tournament), of_row, here)
        for pk in self.rounds.missing_from(here):
            yield gone(pgettext("record", "round %(id)s") % {"id": pk}, self.rounds[pk].seq)
        for pk in self.imported.missing_from(self.seated) if imported_here < len(self.imported) else ():
            yield gone(pgettext("record", "table %(id)s") % {"id": pk}, self.imported[pk][0])
        for pk, seq in moved:
            yield from differs(pgettext("record", "table %(id)s") % {"id": pk}, ["round, number"], seq)
        for pk in sorted(odd, key=str):
            yield from differs(
                pgettext("record", "table %(id)s") % {"id": pk}, ["is_unranked"], self.unranked.get(pk)
            )

    def still_there(self, tournament: Tournament, seats: Iterable[Any]) -> set[Any]:
        """Return which of these ids are seats of the tournament now: one query per `AT_ONCE`."""
        numbers = sorted({seat for seat in seats if type(seat) is int and 0 < seat <= MOST})
        of_it = Seat.objects.filter(table__round__stage__tournament=tournament)
        there: set[Any] = set()
        for first in range(0, len(numbers), AT_ONCE):
            there.update(of_it.filter(pk__in=numbers[first : first + AT_ONCE]).values_list("pk", flat=True))
        return there

    def _of_row(self, row: Round, tables: Mapping[Any, Seated]) -> Iterator[Found]:
        recorded = self.rounds.get(row.pk)
        if recorded is not None:
            yield from self._of_round(row, recorded, tables)
        elif self.has_old_imports and row.method == "imported" and row.draw_id is None:
            self.unrecorded.add("round.number")
        else:
            yield without_entry(pgettext("record", "round %(id)s") % {"id": row.pk})

    def _of_round(self, row: Round, recorded: RecordedRound, tables: Mapping[Any, Seated]) -> Iterator[Found]:
        about = pgettext("record", "round %(id)s") % {"id": row.pk}
        should = {
            "number": (row.number, recorded.number),
            "name": (row.name, ""),
            "status": (row.status, recorded.status),
            "method": (row.method, recorded.method),
            "seed": (sha256(row.seed), recorded.seed_hash),
            "publications": (row.publications, recorded.publications),
            "planned_at": (instant(row.planned_at) if row.planned_at else None, recorded.planned_at),
            "played_on": (row.played_on.isoformat() if row.played_on else None, recorded.played_on),
            "match_day": (row.match_day, recorded.match_day),
            "game": (row.game, recorded.game),
        }
        if recorded.stage is None:
            self.unrecorded.add("round.stage")
        else:
            should["stage_id"] = row.stage_id, recorded.stage
        if not recorded.knows_draw:
            self.unrecorded.add("round.draw")
        else:
            should["draw_id"] = row.draw_id, recorded.draw
        columns = [name for name, (has, recorded_value) in should.items() if has != recorded_value]
        times = {
            "drawn_at": recorded.drawn_at,
            "started_at": recorded.started_at,
            "closed_at": recorded.closed_at,
        }
        if recorded.method != "imported" or row.draw_id is not None or recorded.started_at:
            columns += [name for name, then in times.items() if not is_about(getattr(row, name), then)]
        yield from differs(about, columns, recorded.seq)
        turned = self.reseated.get(row.pk, {})
        for pk, table in tables.items():
            is_turned = pk not in turned or turned[pk][1] == table.seats
            if not (table.is_whole and is_turned and (recorded.is_mixed or self._is_as_taken(table))):
                message = _(
                    "The players at table %(number)s of %(what)s are neither those drawn nor their recorded "
                    "replacements."
                )
                yield None, message % {"number": table.number, "what": about}
        if recorded.method == "imported" and recorded.draw is None:
            return
        numbers = [table.number for table in tables.values()]
        drawn = _as_drawn(tables, turned)
        if recorded.method == "opened":
            if dict(zip(numbers, drawn, strict=True)) != recorded.opened:
                message = _("the players in %(what)s differ from those who opened its tables.")
                yield recorded.seq, message % {"what": about}
            return
        there = dict(zip(numbers, drawn, strict=True))
        late = {number: there.pop(number, None) for number in recorded.added}
        if late != dict(recorded.added):
            message = _("the players at the tables added to %(what)s have changed.")
            yield recorded.seq, message % {"what": about}
        drawn = list(there.values())
        if recorded.tables is not None:
            is_as_drawn = _hash(drawn) == recorded.tables
        else:
            called = [[self.ids.there(recorded.hashed, "entry", pk) for pk in seats] for seats in drawn]
            is_as_drawn = recorded.tables_hash in (None, tables_hash(row.seed, called))
        if not is_as_drawn or numbers != list(range(1, len(tables) + 1)):
            yield recorded.seq, _("the players in %(what)s differ from those drawn.") % {"what": about}

    def _is_as_taken(self, table: Seated) -> bool:
        """Whether everyone was drawn for their seat, or took it by the ledger."""
        if self.taken:
            return table.entries == tuple(map(self.taken.get, table.seats, table.drawn))
        return table.entries == table.drawn


def _as_drawn(tables: Mapping[Any, Seated], turned: Turned) -> list[list[Any]]:
    """Return who was drawn for each table, in the order of the draw, before players changed places."""
    if not turned:
        return [list(table.drawn) for table in tables.values()]
    drawn = {
        seat: entry for table in tables.values() for seat, entry in zip(table.seats, table.drawn, strict=True)
    }
    return [
        [drawn[seat] for seat in turned[pk][0] if seat in drawn] if pk in turned else list(table.drawn)
        for pk, table in tables.items()
    ]


def _hash(tables: object) -> str:
    """Return a compact hash of the drawn seating."""
    return sha256(canonical(tables))


def _seated(
    tables: QuerySet[Table, Table], seats: QuerySet[Seat, Seat]
) -> Iterator[tuple[int, object, Seated]]:
    """Yield each of these tables, whether it is unranked, and its seats."""
    columns = ("table_id", "pk", "entry_id", "replaces_id", "wind", "round_id")
    at_tables = grouped_by_first(chunks(seats.order_by("table_id", "wind").values_list(*columns)))
    ahead = next(at_tables, None)
    places = ("pk", Raw("is_unranked"), "number", "round_id", "round__stage_id")
    for pk, is_unranked, number, round_id, stage_id in raw_rows(tables.order_by("pk").values_list(*places)):
        while ahead is not None and ahead[0] < pk:
            # A table of another tournament.
            ahead = next(at_tables, None)
        if ahead is None or ahead[0] != pk:
            yield pk, is_unranked, Seated(number, round_id, stage_id, (), (), None, is_whole=True)
            continue
        _table, pks, entries, replaced, winds, rounds = ahead
        before = None
        if replaced.count(None) != len(replaced):
            both = zip(replaced, entries, strict=True)
            before = tuple(now if one is None else one for one, now in both)
        is_whole = winds == WINDS[: len(winds)] and rounds.count(round_id) == len(rounds)
        yield pk, is_unranked, Seated(number, round_id, stage_id, pks, entries, before, is_whole)
