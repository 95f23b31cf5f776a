"""Hands entered at tables, each sealed with the earlier ones, and all of them with the result."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.game.game import State, play, replay, start
from scoring.game.log import state_as_json
from scoring.game.outcome import Outcome, from_json
from scoring.rulebook.rulebook import Rulebook
from tournaments.models import HandRecord, TableFormat, Tournament
from tournaments.models.ceremony.events import SeatsDrawn
from tournaments.models.chain import GENESIS, canonical
from tournaments.models.play.events import (
    ConfirmationUndone,
    HandTextRemoved,
    PaperCounted,
    PlacesChanged,
    PlayersReseated,
    ResultCorrected,
    ResultReported,
    RoundStartCancelled,
    TableTakenBack,
)
from tournaments.models.play.hands import digests_of_hand, sealed, standing, typed_in_hand
from tournaments.models.texts.declared import REMOVED
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import as_far_as_readable
from tournaments.verification.rounds import Rounds
from tournaments.verification.rows import Raw, moment_of, raw_rows

COLUMNS: tuple[str | Raw, ...] = (
    *("table_id", "number", "kind", "outcome", "of", "reason", "state", "seat_id", "user_id"),
    *(Raw("recorded_at"), "hash", "salt", "digests"),
)
TABLE, USER = 0, 8


class Hands:
    """Follows hand logs as sealed by results."""

    about = HandRecord

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        # By table, every seal: the entry's number, and its content.
        self.seals: Pages[list[tuple[int, Any]]] = Pages(list[tuple[int, Any]])
        # By table and record number, the entry that removed its texts.
        self.removals: Pages[dict[int, int]] = Pages(dict[int, int])
        # By table, each former order of seats: the number of records then, and the seats.
        self.orders: Pages[list[tuple[int, tuple[Any, ...]]]] = Pages(list[tuple[int, tuple[Any, ...]]])
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            **dict.fromkeys(
                (ResultReported.kind, ConfirmationUndone.kind, ResultCorrected.kind, PaperCounted.kind),
                self._sealed,
            ),
            HandTextRemoved.kind: self._removed,
            **dict.fromkeys(
                (PlayersReseated.kind, SeatsDrawn.kind), lambda entry: self._moved(entry, entry.payload)
            ),
            PlacesChanged.kind: self._changed_places,
            TableTakenBack.kind: lambda entry: self._clear([entry.payload["table"]]),
            RoundStartCancelled.kind: lambda entry: self._clear(entry.payload.get("cleared", ())),
        }

    def _removed(self, entry: Entry) -> None:
        table = entry.payload["table"]
        self.removals[table] = {**self.removals.get(table, {}), entry.payload["number"]: entry.seq}

    def _changed_places(self, entry: Entry) -> None:
        for table in entry.payload["moved"]:
            self._moved(entry, table)

    def _moved(self, entry: Entry, table: Mapping[str, Any]) -> None:
        """Earlier records are sealed with the winds of that time."""
        seal = table.get("hands")
        if seal is not None:
            before = self.orders.get(table["table"], [])
            self.orders[table["table"]] = [*before, (seal["count"], tuple(table["seats_before"]))]
            self._seal(entry, table)

    def _clear(self, tables: Iterable[Any]) -> None:
        for table in tables:
            self.seals.pop(table, None)
            self.orders.pop(table, None)
            self.removals.pop(table, None)

    def _sealed(self, entry: Entry) -> None:
        if entry.payload.get("hands") is not None:
            self._seal(entry, entry.payload)

    def _seal(self, entry: Entry, table: Mapping[str, Any]) -> None:
        before = self.seals.get(table["table"], [])
        self.seals[table["table"]] = [*before, (entry.seq, table["hands"])]

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = HandRecord.objects.filter(table__round__stage__tournament=tournament)
        here = Numbers()
        ordered = raw_rows(rows.order_by("table_id", "number").values_list(*COLUMNS))
        for table, records in groupby(ordered, key=itemgetter(TABLE)):
            here.add(table)
            about = _("the hands of table %(table)s") % {"table": table}
            yield from as_far_as_readable(about, self._of_table(tournament, table, list(records)))
        for table in self.seals.missing_from(here):
            yield self.seals[table][0][0], _("the hands of table %(table)s are gone.") % {"table": table}

    def _of_table(self, tournament: Tournament, table: int, rows: list[tuple[Any, ...]]) -> Iterator[Found]:
        seated = self.rounds.seated.get(table)
        seats_now = seated.seats if seated else ()
        orders = self.orders.get(table, [])
        hashes, prev = [], GENESIS
        for place, row in enumerate(rows, start=1):
            _table, number, kind, outcome, of, reason, _state, seat, _user, at, hash_, salt, digests = row
            seats = next((left for count, left in orders if place <= count), seats_now)
            is_own = seat is None or seat in seats
            wind = seats.index(seat) + 1 if seat in seats else None
            expected = sealed(prev, place, kind, outcome, of, reason, wind, moment_of(at), digests)
            if not is_own or (number, hash_) != (place, expected):
                message = _("Hand %(number)s of table %(table)s differs from what was entered.")
                yield None, message % {"number": number, "table": table}
                return
            removed = self.removals.get(table, {}).get(number)
            yield from _of_texts(typed_in_hand(reason, outcome), salt, digests, removed, number, table)
            hashes.append(hash_)
            prev = hash_
        users = [[row[1], row[USER]] for row in rows if row[USER] is not None]
        for seq, seal in self.seals.get(table, ()):
            count = seal["count"]
            as_sealed = hashes[count - 1] if 0 < count <= len(hashes) else None
            if (as_sealed, [one for one in users if one[0] <= count]) != (seal["hash"], seal["users"]):
                yield seq, _("the hands of table %(table)s do not match this result.") % {"table": table}
        yield from self._of_states(tournament, table, rows, players=len(seats_now))

    def _of_states(
        self, tournament: Tournament, table: int, rows: list[tuple[Any, ...]], *, players: int
    ) -> Iterator[Found]:
        """Compare the state stored with each record with the replayed one."""
        about = {"table": table}
        try:
            rulebook = tournament.rulebook_for(players)
            for number, state, kept in _states(rulebook, rows):
                if canonical(state_as_json(state)) != kept:
                    message = _(
                        "The points after hand %(number)s of table %(table)s differ from what the rulebook "
                        "gives."
                    )
                    yield None, message % {**about, "number": number}
        except TableFormat.DoesNotExist:
            # Already reported with the results of these tables.
            return
        except ScoringError as error:
            message = _("The rulebook refuses the hands of table %(table)s: %(why)s")
            yield None, message % {**about, "why": error.message}


def _of_texts(
    texts: Mapping[str, str], salt: str, digests: str, removed: int | None, number: int, table: int
) -> Iterator[Found]:
    """Check that a record's texts are the sealed ones, or were removed by an entry."""
    about = {"number": number, "table": table}
    if digests and not salt and set(texts.values()) == {REMOVED}:
        if texts.keys() != json.loads(digests).keys():
            message = _(
                "The text entered with hand %(number)s of table %(table)s differs from what was recorded."
            )
            yield None, message % about
        if removed is None:
            message = _(
                "The text entered with hand %(number)s of table %(table)s was removed without a ledger entry."
            )
            yield None, message % about
    elif removed is not None:
        message = _(
            "the text entered with hand %(number)s of table %(table)s, which this entry removed, is still "
            "there."
        )
        yield removed, message % about
    elif digests_of_hand(salt, texts) != digests if digests else salt:
        message = _(
            "The text entered with hand %(number)s of table %(table)s differs from what was recorded."
        )
        yield None, message % about


def _states(rulebook: Rulebook, rows: list[tuple[Any, ...]]) -> Iterator[tuple[int, State, str]]:
    """Yield each record's number, the replayed state, and the stored one."""
    records, state = list[HandRecord](), start(rulebook)
    for row in rows:
        record = HandRecord(number=row[1], kind=row[2], outcome=row[3], of=row[4])
        records.append(record)
        if record.kind == HandRecord.Kind.HAND:
            state = play(rulebook, state, _outcome(record))
        else:
            state = replay(rulebook, map(_outcome, standing(records).values()))
        yield row[1], state, row[6]


def _outcome(record: HandRecord) -> Outcome:
    return from_json(record.content)
