"""Who sits where: rounds, tables and seats, as they were drawn, published and exchanged. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct

from tournaments.models import Round, Seat, Table, Tournament
from tournaments.models.digests import sha256, tables_hash
from tournaments.models.ledger import instant
from tournaments.models.ledger_kinds import Kind
from tournaments.models.origins.reading import Ids
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, day_of, differs, gone, is_about, without_entry
from tournaments.verification.reading import each
from tournaments.verification.rows import by_first, chunks, is_dense, near

Status = Round.Status
WINDS = (1, 2, 3, 4, 5)


class Seated(Struct, frozen=True, gc=False):
    """Who sits at one table now, East first."""

    number: int
    round_id: int
    seats: tuple[int, ...]
    entries: tuple[int, ...]
    drawn: tuple[int, ...]
    # Are the winds those of a table of so many, and is the round at each seat the table's?
    is_whole: bool


@dataclass
class RecordedRound:
    """What the ledger records of a round."""

    seq: int
    stage: Any
    number: Any
    method: Any
    status: str
    drawn_at: datetime
    draw: Any = None
    seed_hash: Any = None
    tables_hash: Any = None
    # The entry that holds this hash.
    hashed: int = 0
    # Who was drawn to sit where, once it is published.
    tables: Any = None
    # Who was seated at each table, by its number, where players opened them.
    opened: dict[Any, Any] = field(default_factory=dict)
    started_at: datetime | None = None
    closed_at: datetime | None = None
    played_on: str | None = None
    planned_at: str | None = None
    publications: int = 0
    knows_draw: bool = True


class Rounds:
    """Follows rounds from their draw to their end, and who took whose chair."""

    about = Round

    def __init__(self, ids: Ids) -> None:
        self.ids = ids
        self.rounds: dict[Any, RecordedRound] = {}
        # The last entry that took each chair since it was drawn.
        self.taken: dict[Any, Any] = {}
        # How the seats of a table stood when its round was published, and how they stand since, by round and by
        # each of these seats.
        self.reseated: dict[Any, dict[Any, tuple[tuple[Any, ...], tuple[Any, ...]]]] = {}
        # Rounds in which chairs were exchanged by hand after somebody had taken one.
        self.mixed: set[Any] = set()
        # Tables whose games were played elsewhere: their round and number.
        self.imported: dict[Any, tuple[int, Any, Any]] = {}
        # By table, the entry that opened it as one whose result counts for nothing.
        self.unranked: dict[Any, int] = {}
        self.has_old_imports = False
        # Filled by `findings`: every table as it is now.
        self.seated: dict[int, Seated] = {}
        # And whether what hangs on these tables is read faster by their range.
        self.is_dense = False
        self.stage_of: dict[int, int] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Kind.DRAWN: self._drawn,
            Kind.DISCARDED: self._discarded,
            Kind.SWAPPED: self._swapped,
            Kind.LINE_UPS_SHOWN: self._swapped,
            Kind.PUBLISHED: self._published,
            Kind.UNPUBLISHED: self._unpublished,
            Kind.ROUND_PLANNED: self._planned,
            Kind.TABLE_OPENED: self._opened,
            Kind.TABLE_TAKEN_BACK: self._taken_back,
            Kind.STARTED: self._started,
            Kind.START_CANCELLED: self._start_cancelled,
            Kind.CLOSED: self._closed,
            Kind.REOPENED: self._reopened,
            Kind.SUBSTITUTED: self._substituted,
            Kind.RESEATED: self._reseated,
            Kind.SEATS_DRAWN: self._reseated,
            Kind.RESULTS_IMPORTED: self._results,
            Kind.IMPORTED: self._imported,
            Kind.BASELINE: self._baseline,
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
        )
        self.mixed.discard(payload["round"])

    def _discarded(self, entry: Entry) -> None:
        self.rounds.pop(entry.payload["round"], None)

    def _planned(self, entry: Entry) -> None:
        recorded = self.rounds.get(entry.payload["round"])
        if recorded is not None:
            recorded.planned_at = entry.payload["planned_at"]

    def _swapped(self, entry: Entry) -> None:
        recorded = self.rounds[entry.payload["round"]]
        recorded.method = f"{str(recorded.method).removesuffix('+hand')}+hand"
        recorded.seq, recorded.tables_hash = entry.seq, entry.payload.get("tables_hash")
        recorded.hashed = entry.seq
        # Published before, it was taken back: who sits where is told again with its next publication.
        recorded.tables = None
        self.mixed.add(entry.payload["round"])
        self.reseated.pop(entry.payload["round"], None)

    def _opened(self, entry: Entry) -> None:
        """The first table of a round makes it."""
        payload = entry.payload
        recorded = self.rounds.get(payload["round"])
        if recorded is None:
            recorded = self.rounds[payload["round"]] = RecordedRound(
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
        recorded.seq = entry.seq
        recorded.opened[payload["place"]] = payload["entries"]
        if payload.get("is_unranked"):
            self.unranked[payload["table"]] = entry.seq

    def _taken_back(self, entry: Entry) -> None:
        recorded = self.rounds[entry.payload["round"]]
        recorded.seq = entry.seq
        recorded.opened.pop(entry.payload["place"], None)
        self.unranked.pop(entry.payload["table"], None)
        if entry.payload["is_last"]:
            del self.rounds[entry.payload["round"]]

    def _published(self, entry: Entry) -> None:
        recorded = self.rounds[entry.payload["round"]]
        # It is published as its players sit by now.
        self.reseated.pop(entry.payload["round"], None)
        recorded.seq, recorded.status, recorded.tables = (
            entry.seq,
            Status.PUBLISHED,
            entry.payload.get("tables"),
        )
        recorded.publications += 1

    def _unpublished(self, entry: Entry) -> None:
        recorded = self.rounds[entry.payload["round"]]
        recorded.seq, recorded.status = entry.seq, Status.DRAFTED

    def _start_cancelled(self, entry: Entry) -> None:
        recorded = self.rounds[entry.payload["round"]]
        recorded.status, recorded.started_at = Status.PUBLISHED, None

    def _started(self, entry: Entry) -> None:
        recorded = self.rounds[entry.payload["round"]]
        recorded.status, recorded.started_at = Status.STARTED, entry.at

    def _closed(self, entry: Entry) -> None:
        recorded = self.rounds[entry.payload["round"]]
        recorded.status, recorded.closed_at = Status.CLOSED, entry.at

    def _reopened(self, entry: Entry) -> None:
        recorded = self.rounds[entry.payload["round"]]
        recorded.status, recorded.closed_at = Status.STARTED, None

    def _substituted(self, entry: Entry) -> None:
        self.taken[entry.payload["seat"]] = entry.payload["in"]

    def _reseated(self, entry: Entry) -> None:
        tables = self.reseated.setdefault(entry.payload["round"], {})
        before, now = tuple(entry.payload["seats_before"]), tuple(entry.payload["seats"])
        first, _then = tables.get(now[0], (before, before))
        tables.update(dict.fromkeys(now, (first, now)))

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
                recorded = self.rounds[int(pk)] = RecordedRound(
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
                recorded.stage = stage
            if not recorded.knows_draw:
                recorded.draw, recorded.knows_draw = draw, True

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        places, unranked = _places(tournament)
        self.is_dense = is_dense(Table.objects.all(), places)
        seats: QuerySet[Seat] = Seat.objects.filter(table__round__stage__tournament=tournament)
        if self.is_dense:
            seats = near(Seat.objects.all(), "table", places)
        self.seated = _seated(places, seats)
        by_round: dict[int, list[Seated]] = {}
        for table in self.seated.values():
            by_round.setdefault(table.round_id, []).append(table)
        here: set[Any] = set()
        rows = Round.objects.filter(stage__tournament=tournament)
        yield from each(rows, lambda row: self._of_row(row, by_round.get(row.pk, [])), here)
        for pk in sorted(self.rounds.keys() - here, key=str):
            yield gone(_("round %(id)s") % {"id": pk}, self.rounds[pk].seq)
        yield from self._of_imported_tables()
        yield from self._of_unranked_tables(unranked)

    def _of_row(self, row: Round, tables: list[Seated]) -> Iterator[Found]:
        self.stage_of[row.pk] = row.stage_id
        recorded = self.rounds.get(row.pk)
        if recorded is not None:
            yield from self._of_round(row, recorded, tables)
        elif self.has_old_imports and row.method == "imported" and row.draw_id is None:
            self.unrecorded.add("round.number")
        else:
            yield without_entry(_("round %(id)s") % {"id": row.pk})

    def _of_unranked_tables(self, here: Set[int]) -> Iterator[Found]:
        # Tables that are gone are named elsewhere.
        there = {pk for pk in self.unranked if pk in self.seated}
        for pk in sorted(here ^ there, key=str):
            about = _("table %(id)s") % {"id": pk}
            yield from differs(about, ["is_unranked"], self.unranked.get(pk))

    def _of_round(self, row: Round, recorded: RecordedRound, tables: list[Seated]) -> Iterator[Found]:
        about = _("round %(id)s") % {"id": row.pk}
        should = {
            "number": (row.number, recorded.number),
            "name": (row.name, ""),
            "status": (row.status, recorded.status),
            "method": (row.method, recorded.method),
            "seed": (sha256(row.seed), recorded.seed_hash),
            "publications": (row.publications, recorded.publications),
            "planned_at": (instant(row.planned_at) if row.planned_at else None, recorded.planned_at),
            "played_on": (row.played_on.isoformat() if row.played_on else None, recorded.played_on),
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
        is_mixed = row.pk in self.mixed
        for table in tables:
            if not (table.is_whole and (is_mixed or self._is_as_taken(table))):
                message = _(
                    "Other players sit at table %(number)s of %(what)s than were drawn or took a place."
                )
                yield None, message % {"number": table.number, "what": about}
        if recorded.method == "imported" and recorded.draw is None:
            return
        numbers = [table.number for table in tables]
        drawn = [self._as_drawn(table) for table in tables]
        if recorded.method == "opened":
            if dict(zip(numbers, drawn, strict=True)) != recorded.opened:
                message = _("other players sit in %(what)s now than opened its tables.")
                yield recorded.seq, message % {"what": about}
            return
        if recorded.tables is not None:
            is_as_drawn = drawn == recorded.tables
        else:
            called = [[self.ids.there(recorded.hashed, "entry", pk) for pk in seats] for seats in drawn]
            is_as_drawn = recorded.tables_hash in (None, tables_hash(row.seed, called))
        if not is_as_drawn or numbers != list(range(1, len(tables) + 1)):
            yield recorded.seq, _("other players sit in %(what)s now than were drawn.") % {"what": about}

    def _as_drawn(self, table: Seated) -> list[int]:
        """Who was drawn to sit there, in the order of the draw: the game may have been dealt in another."""
        turned = self.reseated.get(table.round_id)
        if not turned or not table.seats or table.seats[0] not in turned:
            return list(table.drawn)
        drawn = dict(zip(table.seats, table.drawn, strict=True))
        return [drawn[seat] for seat in turned[table.seats[0]][0] if seat in drawn]

    def _is_as_taken(self, table: Seated) -> bool:
        """Does everybody sit where they were drawn, or where the ledger says that they took a chair?"""
        turned = self.reseated.get(table.round_id, {})
        if any(turned.get(seat, (None, table.seats))[1] != table.seats for seat in table.seats):
            return False
        if self.taken:
            return table.entries == tuple(map(self.taken.get, table.seats, table.drawn))
        return table.entries == table.drawn

    def _of_imported_tables(self) -> Iterator[Found]:
        for pk, (seq, round_id, number) in self.imported.items():
            table = self.seated.get(pk)
            if table is None:
                yield gone(_("table %(id)s") % {"id": pk}, seq)
            elif (table.round_id, table.number) != (round_id, number):
                yield from differs(_("table %(id)s") % {"id": pk}, ["round, number"], seq)


def _places(tournament: Tournament) -> tuple[dict[int, tuple[int, int]], set[int]]:
    """Number and round of every table, in this order; and which of them count for nothing."""
    tables = Table.objects.filter(round__stage__tournament=tournament).order_by("round_id", "number")
    rows = list(tables.values_list("pk", "number", "round_id", "is_unranked"))
    places = {pk: (number, round_id) for pk, number, round_id, _is_unranked in rows}
    return places, {pk for pk, _number, _round, is_unranked in rows if is_unranked}


def _seated(places: Mapping[int, tuple[int, int]], seats: QuerySet[Seat]) -> dict[int, Seated]:
    """Every one of these tables with those of the seats that stand at it."""
    columns = ("table_id", "pk", "entry_id", "replaces_id", "wind", "round_id")
    rows = seats.order_by("table_id", "wind").values_list(*columns)
    found = {}
    for table, pks, entries, replaced, winds, rounds in by_first(chunks(rows)):
        place = places.get(table)
        if place is not None:
            drawn = entries
            if replaced.count(None) != len(replaced):
                both = zip(replaced, entries, strict=True)
                drawn = tuple(now if before is None else before for before, now in both)
            is_whole = winds == WINDS[: len(winds)] and rounds.count(place[1]) == len(rounds)
            found[table] = Seated(*place, pks, entries, drawn, is_whole)
    return {pk: found.get(pk) or Seated(*place, (), (), (), is_whole=True) for pk, place in places.items()}
