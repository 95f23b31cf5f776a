"""Reports and confirmations of tables: every version of every sheet."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct, field
from msgspec.structs import replace

from tournaments.models import Confirmation, Scoresheet, Tournament
from tournaments.models.digests import text_hash
from tournaments.models.ledger import instant
from tournaments.models.origins.events import BaselineRecorded
from tournaments.models.origins.reading import Ids
from tournaments.models.play.events import (
    ConfirmationUndone,
    PaperConfirmed,
    PaperCounted,
    ResultAgreed,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultImported,
    ResultReported,
    ResultVoided,
    RoundStartCancelled,
    TableTakenBack,
)
from tournaments.models.texts.declared import SCHEME
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, is_about
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import as_far_as_readable, each_raw
from tournaments.verification.rounds import Rounds, Seated
from tournaments.verification.rows import Raw, Row, chunks, moment_of, near, raw_rows

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
# Their start in `FIGURES`; tables of other sizes leave the last one or two winds empty.
FIRST_POINTS, FIRST_CHOMBO, LEFTOVER, IMBALANCE = 2, 7, 12, 13
NO_POINTS, NO_CHOMBO = (None,) * len(WINDS), (0,) * len(WINDS)
WRITER = ("imbalance_reason", "reported_by_seat_id", "reported_by_user_id", "claimed_at")
COLUMNS: tuple[str | Raw, ...] = (
    *("pk", *FIGURES, "status", "reason", "dispute_reason", *WRITER[:3]),
    *(Raw("claimed_at"), Raw("reported_at")),
)
NOBODY: tuple[int, ...] = ()


class Sheet(Struct, frozen=True, gc=False, array_like=True):
    """The state of one version by the ledger: its figures, its author, and its status."""

    seq: int
    at: datetime
    figures: tuple[Any, ...]
    tag: Any
    entries: tuple[Any, ...]
    seats: tuple[Any, ...] | None
    writer: tuple[Any, ...] | None
    user: int | None
    status: str
    # The entries from which it counted and no longer counted, alternating.
    turns: tuple[int, ...] = ()
    reason: Any = ""
    dispute: Any = ""
    # By seat and account, the confirming entry and its time.
    agreed: Mapping[tuple[Any, Any], tuple[int, datetime]] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return len(self.entries)

    def becomes(self, status: str, seq: int, **more: Any) -> "Sheet":
        """Return it with another status from this entry on."""
        is_turn = (status == "confirmed") != (self.status == "confirmed")
        turns = (*self.turns, seq) if is_turn else self.turns
        return replace(self, status=status, turns=turns, **more)

    def counted_at(self, seq: int) -> bool:
        """Whether it was confirmed at this entry."""
        return sum(turn <= seq for turn in self.turns) % 2 == 1


class Results:
    """Follows reports: the figures, each version's status, and confirmations."""

    about = Scoresheet

    def __init__(self, rounds: Rounds, ids: Ids) -> None:
        self.rounds, self.ids = rounds, ids
        self.sheets: Pages[Sheet] = Pages(Sheet)
        # By table, its last version.
        self.live: Pages[Any] = Pages(Any)
        self.found: list[Found] = []
        # By table, the entry that deleted its reports that no longer counted.
        self.cleared: dict[Any, int] = {}
        # The number of sheets with confirmations.
        self.agreed_with = 0
        # Set by `findings`: sheets whose figures differ from the ledger.
        self.edited: set[int] = set()
        # All stored sheets, the number of recorded ones, and the first and last id.
        self.here = Numbers()
        self.recorded_here = 0
        self.ends: tuple[int, ...] = ()
        # Whether there are sheets of earlier versions, which did not record the author.
        self.has_old_sheets = False
        self.baseline: Entry | None = None
        # By sheet of earlier versions, why points are missing, from the baseline; None if its hash covers it.
        self.missing: dict[Any, Any] | None = None
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            ResultReported.kind: lambda entry: self._written(entry, "submitted"),
            ConfirmationUndone.kind: lambda entry: self._written(entry, "submitted"),
            ResultCorrected.kind: self._corrected,
            PaperCounted.kind: lambda entry: self._written(entry, "confirmed"),
            ResultImported.kind: lambda entry: self._written(entry, "confirmed"),
            ResultAgreed.kind: self._agreed,
            ResultConfirmed.kind: self._confirmed,
            PaperConfirmed.kind: self._confirmed,
            ResultDisputed.kind: self._disputed,
            ResultVoided.kind: self._voided,
            TableTakenBack.kind: lambda entry: self._clear(entry, [entry.payload["table"]]),
            RoundStartCancelled.kind: lambda entry: self._clear(entry, entry.payload.get("cleared", ())),
            BaselineRecorded.kind: self._baseline,
        }

    def _clear(self, entry: Entry, tables: Iterable[Any]) -> None:
        for table in tables:
            self.cleared[table] = entry.seq
            if table in self.live:
                del self.live[table]

    def _is_cleared(self, sheet: Sheet) -> bool:
        """Whether it was deleted with its table, or with the start of its round."""
        return self.cleared.get(sheet.figures[0], 0) > sheet.seq and sheet.status not in LIVE

    def counted_at(self, seq: int) -> Iterator[tuple[Any, Sheet]]:
        """Yield the sheets that counted at this entry."""
        return ((pk, sheet) for pk, sheet in self.sheets.in_order() if sheet.counted_at(seq))

    def _written(self, entry: Entry, status: str, reason: Any = "") -> None:
        payload = entry.payload
        sheet, table = payload["sheet"], payload["table"]
        # Before storing anything: a forged entry may name no table or sheet, or repeat one.
        before, again = self.live.get(table), self.sheets.get(sheet)
        points, chombo = payload["points"], payload["chombo"]
        players = len(points)
        sticks, missing = payload["leftover"], payload["imbalance"]
        writer = (
            (payload["imbalance_reason"], payload["by_seat"], payload["by_user"], payload["claimed_at"])
            if "by_seat" in payload
            else None
        )
        self.has_old_sheets |= writer is None
        figures = (
            table,
            payload["version"],
            *points,
            *NO_POINTS[players:],
            *chombo,
            *NO_CHOMBO[players:],
            sticks,
            missing,
            sum(points) + sticks + missing,
        )
        told = Sheet(
            entry.seq,
            entry.at,
            figures,
            payload.get("tag"),
            tuple(payload["entries"]),
            tuple(payload["seats"]) if "seats" in payload else None,
            writer,
            entry.user,
            status,
            (entry.seq,) if status == "confirmed" else (),
            reason,
        )
        if again is not None:
            told = replace(told, reason=reason or again.reason, dispute=again.dispute, agreed=again.agreed)
        if before is not None and (earlier := self.sheets[before]).status in LIVE:
            self.sheets[before] = earlier.becomes("superseded", entry.seq)
        self.sheets[sheet], self.live[table] = told, sheet

    def _corrected(self, entry: Entry) -> None:
        self._written(entry, "confirmed", entry.payload.get("reason"))

    def _agrees(self, entry: Entry) -> tuple[Sheet, dict[tuple[Any, Any], tuple[int, datetime]]]:
        """Return the sheet and all its confirmations."""
        payload = entry.payload
        sheet = payload["sheet"]
        recorded = self.sheets[sheet]
        if (payload.get("version"), payload.get("tag")) != (recorded.figures[1], recorded.tag):
            message = _("it agrees with a different version of sheet %(sheet)s from the one reported.")
            self.found.append((entry.seq, message % {"sheet": sheet}))
        self.agreed_with += not recorded.agreed
        return recorded, {**recorded.agreed, (payload.get("seat"), entry.user): (entry.seq, entry.at)}

    def _agreed(self, entry: Entry) -> None:
        recorded, agreed = self._agrees(entry)
        self.sheets[entry.payload["sheet"]] = replace(recorded, agreed=agreed)

    def _confirmed(self, entry: Entry) -> None:
        recorded, agreed = self._agrees(entry)
        self.sheets[entry.payload["sheet"]] = recorded.becomes("confirmed", entry.seq, agreed=agreed)

    def _disputed(self, entry: Entry) -> None:
        self._becomes(entry, "disputed", dispute=entry.payload.get("reason"))

    def _voided(self, entry: Entry) -> None:
        self._becomes(entry, "void", reason=entry.payload.get("reason"))

    def _becomes(self, entry: Entry, status: str, **more: Any) -> None:
        # A forged entry may contain nothing but the sheet's id.
        recorded = self.sheets.get(entry.payload["sheet"])
        if recorded is not None:
            self.sheets[entry.payload["sheet"]] = recorded.becomes(status, entry.seq, **more)

    def _baseline(self, entry: Entry) -> None:
        if self.baseline is None:
            self.baseline = entry
            if SCHEME in entry.payload:
                self.missing = {line[0]: line[1] for line in entry.payload["why_missing"]}

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        yield from self.found
        old: Pages[bytes] = Pages(bytes)
        # In index order: ordering by pk alone would sort all columns first.
        rows = Scoresheet.objects.order_by("table_id", "pk")
        if self.rounds.is_dense:
            sheets = near(rows, "table", self.rounds.ends)
        else:
            sheets = rows.filter(table__round__stage__tournament=tournament)
        read = chunks(sheets.values_list(*COLUMNS))
        yield from each_raw(read, lambda row: self._of_row(row, old), _named)
        for pk in self.sheets.missing_from(self.here) if self.recorded_here < len(self.sheets) else ():
            if not self._is_cleared(self.sheets[pk]):
                yield self.sheets[pk].seq, _("the sheet that was recorded here is gone.")
        if self.has_old_sheets:
            if self.baseline is None:
                self.unrecorded.add("scoresheet.reported_by, imbalance_reason")
            elif self.baseline.payload.get("sheets") != _digest(old):
                message = _(
                    "a sheet reported earlier has a different reporter, reason or time from those recorded "
                    "here."
                )
                yield self.baseline.seq, message
        yield from as_far_as_readable(Confirmation, self._of_confirmations(tournament))

    def _of_row(self, row: Row, old: Pages[bytes]) -> Iterable[Found]:
        seated = self.rounds.seated.get(row[1])
        if seated is None:
            return ()
        self.here.add(row[0])
        self.ends = (min(*self.ends, row[0]), max(*self.ends, row[0])) if self.ends else (row[0], row[0])
        recorded = self.sheets.get(row[0])
        if recorded is None:
            return [(None, _("There is %(sheet)s, but no action reported it.") % {"sheet": _named(row)})]
        self.recorded_here += 1
        if recorded.writer is None:
            old[row[0]] = self._old_line(*row[19:23], sheet=row[0])
        return () if _is_as_recorded(row, recorded, seated) else self._of_sheet(row, recorded, seated)

    def _old_line(self, typed: str, seat: int | None, user: int | None, at: Any, *, sheet: int) -> bytes:
        """Return a sheet's line in its baseline, in the baseline's ids."""
        seq = self.baseline.seq if self.baseline else 0
        return old_line(
            self.ids.there(seq, "sheet", sheet),
            typed if self.missing is None else "",
            None if seat is None else self.ids.there(seq, "seat", seat),
            None if user is None else self.ids.there(seq, "user", user),
            moment_of(at),
        )

    def _of_sheet(self, row: tuple[Any, ...], recorded: Sheet, seated: Seated) -> Iterator[Found]:
        pk, status = row[0], row[16]
        if row[1:16] != recorded.figures:
            self.edited.add(pk)
            yield (
                recorded.seq,
                _("%(sheet)s has different figures from those recorded here.") % {"sheet": _named(row)},
            )
        if status != recorded.status:
            states = {"sheet": _named(row), "now": status, "then": recorded.status}
            yield (
                recorded.seq,
                _("%(sheet)s is “%(now)s”; according to the ledger it is “%(then)s”.") % states,
            )
        is_as_reported = seated.entries == recorded.entries and recorded.seats in (None, seated.seats)
        if status in LIVE and not is_as_reported:
            yield recorded.seq, _("other players are now at the table of %(sheet)s.") % {"sheet": _named(row)}
        reason, dispute, typed, seat, user, claimed_at, reported_at = row[17:]
        columns = ["reason"] if reason != recorded.reason else []
        if dispute != recorded.dispute:
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
        else:
            columns += ["reported_by_user_id"] if user != recorded.user else []
            is_other = self.missing is not None and typed != self.missing.get(pk, "")
            columns += ["imbalance_reason"] if is_other else []
        if not is_about(moment_of(reported_at), recorded.at):
            columns.append("reported_at")
        if columns:
            yield from differs(_named(row), columns, recorded.seq)

    def _of_confirmations(self, tournament: Tournament) -> Iterator[Found]:
        rows = Confirmation.objects.order_by("sheet_id", "pk")
        if self.rounds.is_dense:
            confirmations = near(rows, "sheet", self.ends)
        else:
            confirmations = rows.filter(sheet__table__round__stage__tournament=tournament)
        columns = ("sheet_id", "seat_id", "user_id", Raw("confirmed_at"))
        looked_at = Numbers()
        agreed_with, missing = 0, list[Found]()
        for sheet, stored in groupby(raw_rows(confirmations.values_list(*columns)), itemgetter(0)):
            if sheet in self.here:
                looked_at.add(sheet)
                recorded = self.sheets.get(sheet)
                waiting = dict(recorded.agreed) if recorded is not None else {}
                agreed_with += bool(waiting)
                compare = partial(_of_confirmation, waiting=waiting)
                yield from each_raw([list(stored)], compare, _confirmed)
                missing += _unconfirmed(sheet, waiting)
        yield from missing
        if agreed_with == self.agreed_with:
            return
        for sheet, recorded in self.sheets.in_order():
            if recorded.agreed and sheet not in looked_at and not self._is_cleared(recorded):
                yield from _unconfirmed(sheet, recorded.agreed)


def _of_confirmation(row: Row, waiting: dict[tuple[Any, Any], tuple[int, datetime]]) -> Iterator[Found]:
    """Compare a confirmation with its entry, which is then no longer waiting."""
    sheet, seat, user, moment = row
    recorded = waiting.pop((seat, user), None)
    about = {"sheet": sheet, "seat": seat, "user": user}
    if recorded is None:
        message = _(
            "Sheet %(sheet)s has a confirmation by seat %(seat)s, account %(user)s, without a ledger entry."
        )
        yield None, message % about
    elif not is_about(moment_of(moment), recorded[1]):
        message = _("sheet %(sheet)s was confirmed by seat %(seat)s at a different time.")
        yield recorded[0], message % about


def _confirmed(row: Row) -> str:
    return _("the confirmation of sheet %(sheet)s") % {"sheet": row[0]}


def _unconfirmed(sheet: object, waiting: Mapping[tuple[Any, Any], tuple[int, datetime]]) -> Iterator[Found]:
    for (seat, user), (seq, _at) in waiting.items():
        message = _("the confirmation of sheet %(sheet)s by seat %(seat)s, account %(user)s is gone.")
        yield seq, message % {"sheet": sheet, "seat": seat, "user": user}


def _is_as_recorded(row: Row, recorded: Sheet, seated: Seated) -> bool:
    """Fast check whether `_of_sheet` would find nothing, which is nearly always so."""
    status, reason, dispute, typed, seat, user, claimed_at, reported_at = row[16:]
    return (
        row[1:16] == recorded.figures
        and status == recorded.status
        and status in LIVE
        and reason == recorded.reason
        and dispute == recorded.dispute
        and recorded.writer
        == (typed and text_hash(typed), seat, user, claimed_at and instant(moment_of(claimed_at)))
        and seated.entries == recorded.entries
        and seated.seats == recorded.seats
        and is_about(moment_of(reported_at), recorded.at)
    )


def old_line(pk: int, typed: str, seat: int | None, user: int | None, claimed_at: datetime | None) -> bytes:
    """Return what a baseline records of a sheet from before authors were recorded."""
    return f"{pk}|{text_hash(typed)}|{seat}|{user}|{instant(claimed_at) if claimed_at else None}\n".encode()


def _digest(lines: Pages[bytes]) -> str:
    """Return one hash of all lines, ordered by sheet."""
    digest = hashlib.sha256()
    for _pk, line in lines.in_order():
        digest.update(line)
    return digest.hexdigest()


def _named(row: tuple[Any, ...]) -> str:
    return _("version %(version)s of table %(table)s (sheet %(sheet)s)") % {
        "version": row[2],
        "table": row[1],
        "sheet": row[0],
    }
