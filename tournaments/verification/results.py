"""What tables reported, and who agreed: every version of every sheet. Part of `verification`."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from tournaments.models import Confirmation, Scoresheet, Tournament
from tournaments.models.digests import text_hash
from tournaments.models.ledger import instant
from tournaments.models.ledger_kinds import Kind
from tournaments.models.origins.reading import Ids
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, is_about
from tournaments.verification.reading import as_far_as_readable, each_raw
from tournaments.verification.rounds import Rounds
from tournaments.verification.rows import Raw, Row, chunks, moment_of, near

LIVE = ("submitted", "confirmed", "disputed")
WINDS = ("east", "south", "west", "north", "fifth")
FIGURES = (
    "table_id",
    "version",
    *WINDS,
    *(f"{wind}_chombo" for wind in WINDS),
    "leftover",
    "imbalance",
    "start_total",
)
# Where in `FIGURES` these begin; an odd table leaves the last wind, or the last two, empty.
FIRST_POINTS, FIRST_CHOMBO, LEFTOVER, IMBALANCE = 2, 7, 12, 13
NO_POINTS, NO_CHOMBO = (None,) * len(WINDS), (0,) * len(WINDS)
WRITER = ("imbalance_reason", "reported_by_seat_id", "reported_by_user_id", "claimed_at")
COLUMNS: tuple[str | Raw, ...] = (
    *("pk", *FIGURES, "status", "reason", "dispute_reason", *WRITER[:3]),
    *(Raw("claimed_at"), Raw("reported_at")),
)
NOBODY: tuple[int, ...] = ()


class Sheet(Struct, frozen=True, gc=False):
    """What the ledger tells of one version: its figures, and who wrote it."""

    seq: int
    at: datetime
    figures: tuple[Any, ...]
    tag: Any
    entries: tuple[Any, ...]
    seats: tuple[Any, ...] | None
    writer: tuple[Any, ...] | None
    user: int | None

    @property
    def players(self) -> int:
        return len(self.entries)


class Results:
    """Follows what tables reported: the figures, the state each version came to, who agreed with it."""

    about = Scoresheet

    def __init__(self, rounds: Rounds, ids: Ids) -> None:
        self.rounds, self.ids = rounds, ids
        self.sheets: dict[Any, Sheet] = {}
        self.status: dict[Any, str] = {}
        self.live: dict[Any, Any] = {}
        self.reasons: dict[Any, Any] = {}
        self.disputes: dict[Any, Any] = {}
        self.agreed: dict[tuple[Any, Any, Any], tuple[int, datetime]] = {}
        self.found: list[Found] = []
        # Filled by `findings`: sheets with other figures than the ledger tells.
        self.edited: set[int] = set()
        # And every sheet that is stored.
        self.here: set[int] = set()
        self.baseline: Entry | None = None
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Kind.REPORTED: lambda entry: self._written(entry, "submitted"),
            Kind.CORRECTED: self._corrected,
            Kind.IMPORTED: lambda entry: self._written(entry, "confirmed"),
            Kind.AGREED: self._agreed,
            Kind.CONFIRMED: self._confirmed,
            Kind.DISPUTED: self._disputed,
            Kind.VOIDED: self._voided,
            Kind.BASELINE: self._baseline,
        }

    def confirmed(self) -> list[Any]:
        """The sheets that count at the entry read last."""
        return [sheet for sheet, status in self.status.items() if status == "confirmed"]

    def live_sheets(self) -> list[Any]:
        """The sheets that stand for their tables at the entry read last."""
        return [sheet for sheet, status in self.status.items() if status in LIVE]

    def _written(self, entry: Entry, status: str) -> None:
        payload = entry.payload
        sheet, table = payload["sheet"], payload["table"]
        # Before anything is noted: what somebody else wrote may be the name of no table.
        before = self.live.get(table)
        points, chombo = payload["points"], payload["chombo"]
        players = len(points)
        sticks, missing = payload["leftover"], payload["imbalance"]
        self.sheets[sheet] = Sheet(
            entry.seq,
            entry.at,
            (
                table,
                payload["version"],
                *points,
                *NO_POINTS[players:],
                *chombo,
                *NO_CHOMBO[players:],
                sticks,
                missing,
                sum(points) + sticks + missing,
            ),
            payload.get("tag"),
            tuple(payload["entries"]),
            tuple(payload["seats"]) if "seats" in payload else None,
            (payload["imbalance_reason"], payload["by_seat"], payload["by_user"], payload["claimed_at"])
            if "by_seat" in payload
            else None,
            entry.user,
        )
        if before is not None and self.status[before] in LIVE:
            self.status[before] = "superseded"
        self.status[sheet], self.live[table] = status, sheet

    def _corrected(self, entry: Entry) -> None:
        self._written(entry, "confirmed")
        self.reasons[entry.payload["sheet"]] = entry.payload.get("reason")

    def _agreed(self, entry: Entry) -> None:
        payload = entry.payload
        sheet = payload["sheet"]
        recorded = self.sheets[sheet]
        if (payload.get("version"), payload.get("tag")) != (recorded.figures[1], recorded.tag):
            message = _("it agrees with another version of sheet %(sheet)s than the one that was reported.")
            self.found.append((entry.seq, message % {"sheet": sheet}))
        self.agreed[sheet, payload.get("seat"), entry.user] = entry.seq, entry.at

    def _confirmed(self, entry: Entry) -> None:
        self._agreed(entry)
        self.status[entry.payload["sheet"]] = "confirmed"

    def _disputed(self, entry: Entry) -> None:
        self.status[entry.payload["sheet"]] = "disputed"
        self.disputes[entry.payload["sheet"]] = entry.payload.get("reason")

    def _voided(self, entry: Entry) -> None:
        self.status[entry.payload["sheet"]] = "void"
        self.reasons[entry.payload["sheet"]] = entry.payload.get("reason")

    def _baseline(self, entry: Entry) -> None:
        self.baseline = self.baseline or entry

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        yield from self.found
        old: list[tuple[int, bytes]] = []
        # The order of an index: one by pk alone would be sorted first, with every column.
        rows = Scoresheet.objects.order_by("table_id", "pk")
        if self.rounds.is_dense:
            sheets = near(rows, "table", self.rounds.seated)
        else:
            sheets = rows.filter(table__round__stage__tournament=tournament)
        read = chunks(sheets.values_list(*COLUMNS))
        yield from each_raw(read, lambda row: self._of_row(row, old), _named)
        for pk in sorted(self.sheets.keys() - self.here, key=str):
            yield self.sheets[pk].seq, _("the sheet that was recorded here is gone.")
        if any(recorded.writer is None for recorded in self.sheets.values()):
            if self.baseline is None:
                self.unrecorded.add("scoresheet.reported_by, imbalance_reason")
            elif self.baseline.payload.get("sheets") != _digest(old):
                message = _(
                    "a sheet reported before has another reporter, another reason or another time than it had here."
                )
                yield self.baseline.seq, message
        yield from as_far_as_readable(Confirmation, self._of_confirmations(tournament))

    def _of_row(self, row: Row, old: list[tuple[int, bytes]]) -> Iterable[Found]:
        if row[1] not in self.rounds.seated:
            return ()
        self.here.add(row[0])
        recorded = self.sheets.get(row[0])
        if recorded is None:
            return [(None, _("There is %(sheet)s, but no action reported it.") % {"sheet": _named(row)})]
        if recorded.writer is None:
            old.append((row[0], self._old_line(*row[19:23], sheet=row[0])))
        return () if self._is_as_recorded(row, recorded) else self._of_sheet(row, recorded)

    def _old_line(self, typed: str, seat: int | None, user: int | None, at: Any, *, sheet: int) -> bytes:
        """The line of a sheet in the baseline that fixed it, in the ids which that speaks of."""
        seq = self.baseline.seq if self.baseline else 0
        return old_line(
            self.ids.there(seq, "sheet", sheet),
            typed,
            None if seat is None else self.ids.there(seq, "seat", seat),
            None if user is None else self.ids.there(seq, "user", user),
            moment_of(at),
        )

    def _is_as_recorded(self, row: tuple[Any, ...], recorded: Sheet) -> bool:
        """Is there nothing that `_of_sheet` would say? Nearly always, and then it need not look for what."""
        pk, table = row[0], row[1]
        status, reason, dispute, typed, seat, user, claimed_at, reported_at = row[16:]
        seated = self.rounds.seated[table]
        return (
            row[1:16] == recorded.figures
            and status == self.status[pk]
            and status in LIVE
            and reason == self.reasons.get(pk, "")
            and dispute == self.disputes.get(pk, "")
            and recorded.writer
            == (typed and text_hash(typed), seat, user, claimed_at and instant(moment_of(claimed_at)))
            and seated.entries == recorded.entries
            and seated.seats == recorded.seats
            and is_about(moment_of(reported_at), recorded.at)
        )

    def _of_sheet(self, row: tuple[Any, ...], recorded: Sheet) -> Iterator[Found]:
        pk, table, status = row[0], row[1], row[16]
        if row[1:16] != recorded.figures:
            self.edited.add(pk)
            yield (
                recorded.seq,
                _("%(sheet)s has other figures now than were recorded here.") % {"sheet": _named(row)},
            )
        if status != self.status[pk]:
            states = {"sheet": _named(row), "now": status, "then": self.status[pk]}
            yield recorded.seq, _("%(sheet)s is “%(now)s”; by the ledger it is “%(then)s”.") % states
        if status in LIVE:
            seated = self.rounds.seated.get(table)
            if (
                seated is None
                or seated.entries != recorded.entries
                or (recorded.seats is not None and seated.seats != recorded.seats)
            ):
                yield (
                    recorded.seq,
                    _("other players sit at the table of %(sheet)s now.") % {"sheet": _named(row)},
                )
        reason, dispute, typed, seat, user, claimed_at, reported_at = row[17:]
        columns = ["reason"] if reason != self.reasons.get(pk, "") else []
        if dispute != self.disputes.get(pk, ""):
            columns.append("dispute_reason")
        if recorded.writer is not None:
            has = (
                text_hash(typed),
                seat,
                user,
                instant(moment_of(claimed_at)) if claimed_at is not None else None,
            )
            if has != recorded.writer:
                columns += differing(WRITER, has, recorded.writer)
        elif user != recorded.user:
            columns.append("reported_by_user_id")
        if not is_about(moment_of(reported_at), recorded.at):
            columns.append("reported_at")
        if columns:
            yield from differs(_named(row), columns, recorded.seq)

    def _of_confirmations(self, tournament: Tournament) -> Iterator[Found]:
        waiting = dict(self.agreed)
        rows = Confirmation.objects.filter(sheet__table__round__stage__tournament=tournament).order_by("pk")
        columns = ("sheet_id", "seat_id", "user_id", Raw("confirmed_at"))

        def of_one(row: Row) -> Iterator[Found]:
            sheet, seat, user, moment = row
            recorded = waiting.pop((sheet, seat, user), None)
            about = {"sheet": sheet, "seat": seat, "user": user}
            if recorded is None:
                message = _(
                    "Sheet %(sheet)s is confirmed by seat %(seat)s, account %(user)s, without an entry."
                )
                yield None, message % about
            elif not is_about(moment_of(moment), recorded[1]):
                message = _("sheet %(sheet)s was confirmed by seat %(seat)s at another time.")
                yield recorded[0], message % about

        confirmations = chunks(rows.values_list(*columns))
        yield from each_raw(
            confirmations, of_one, lambda row: _("the confirmation of sheet %(sheet)s") % {"sheet": row[0]}
        )
        for (sheet, seat, user), (seq, _at) in waiting.items():
            message = _("the confirmation of sheet %(sheet)s by seat %(seat)s, account %(user)s is gone.")
            yield seq, message % {"sheet": sheet, "seat": seat, "user": user}


def old_line(pk: int, typed: str, seat: int | None, user: int | None, claimed_at: datetime | None) -> bytes:
    """What a baseline entry fixes of a sheet that was written before these were recorded."""
    return f"{pk}|{text_hash(typed)}|{seat}|{user}|{instant(claimed_at) if claimed_at else None}\n".encode()


def _digest(lines: list[tuple[int, bytes]]) -> str:
    """One hash of all these lines, in the order of their sheets."""
    return hashlib.sha256(b"".join(line for _pk, line in sorted(lines))).hexdigest()


def _named(row: tuple[Any, ...]) -> str:
    return _("version %(version)s of table %(table)s (sheet %(sheet)s)") % {
        "version": row[2],
        "table": row[1],
        "sheet": row[0],
    }
