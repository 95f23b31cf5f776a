"""What needs the staff now, most urgent first: one list for the desk, the referee's page and programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import groupby

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.credentials.player_cards import CardPhone
from tournaments.models.hall.tables_in_play import SeatNow, TableNow, tables_now
from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import Round
from tournaments.models.setup.structure import Tournament

# An unconfirmed result this old has waited too long.
LONG = timedelta(minutes=5)
# A round this close to its end is reported; the gong warns at the same moment.
SOON = timedelta(minutes=5)
# Up to this many late tables are listed one by one, more in one line with their numbers.
FEW = 4


class Kind(models.TextChoices):
    """Why the staff is needed, most urgent first."""

    CALL = "call", pgettext_lazy("status", "Calls you")
    DISPUTE = "dispute", pgettext_lazy("status", "Disputed")
    PHONE = "phone", pgettext_lazy("status", "Phone waiting")
    SECOND_PHONE = "second_phone", pgettext_lazy("status", "Second phone")
    LATE = "late", pgettext_lazy("status", "Not reported")
    UNCONFIRMED = "unconfirmed", pgettext_lazy("status", "To confirm")
    PAPER = "paper", pgettext_lazy("status", "Entered sheets")
    TIME = "time", pgettext_lazy("status", "Clock")


@dataclass(frozen=True)
class Need:
    """One thing to do. `tables` has one table, several for an expiring round or typed paper sheets that await a
    second person, none for a phone without a current seat. `since` is when it began, None if unknown.
    """

    kind: Kind
    tables: Sequence[TableNow] = ()
    since: datetime | None = None
    seat: SeatNow | None = None
    phone: CardPhone | None = None

    @property
    def key(self) -> str:
        """Stable as long as it is the same thing."""
        if self.kind == Kind.CALL and self.seat is not None and self.seat.call is not None:
            return f"{self.kind}-{self.seat.call.pk}"
        if self.kind == Kind.DISPUTE and self.table.sheet is not None:
            return f"{self.kind}-{self.table.sheet.pk}"
        if self.phone is not None:
            return f"{self.kind}-{self.phone.pk}"
        about = self.table.round.pk if self.kind in (Kind.TIME, Kind.PAPER) else self.table.pk
        return f"{self.kind}-{about}"

    @property
    def table(self) -> TableNow:
        return self.tables[0]


@dataclass(frozen=True)
class HallNow:
    """The tables in play, and the phones that wait to follow a player card."""

    tables: Sequence[TableNow]
    phones: Sequence[CardPhone]

    @cached_property
    def needs(self) -> list[Need]:
        """Return what needs attention, most urgent first; within a kind by waiting time, else by table."""
        order = list(Kind)
        return sorted(
            self._needs(), key=lambda need: (order.index(need.kind), need.since is None, need.since or 0)
        )

    @property
    def rounds(self) -> list[tuple[Round, list[TableNow]]]:
        """Return the rounds in play, each with its tables."""
        playing = [table for table in self.tables if table.is_in_play]
        return [(round_, list(of_round)) for round_, of_round in groupby(playing, key=lambda one: one.round)]

    @property
    def submitted(self) -> list[TableNow]:
        """Return the tables with a result that is not fully confirmed, however recent."""
        return [
            table
            for table in self.tables
            if table.sheet is not None and table.sheet.status == Scoresheet.Status.SUBMITTED
        ]

    @property
    def next_change(self) -> timedelta | None:
        """Return in how long the list changes merely by time; None if it will not."""
        return self.changes_at - self.tables[0].now if self.changes_at is not None else None

    @cached_property
    def changes_at(self) -> datetime | None:
        """Return when the list changes merely by time; None if it will not."""
        moments = [
            table.sheet.reported_at + LONG
            for table in self.submitted
            if table.sheet is not None and not table.waits_on_paper
        ]
        for table in self.tables:
            if table.sheet is None and table.is_in_play and table.clock is not None and table.clock.ends_at:
                moments += [table.clock.ends_at - SOON, table.clock.ends_at]
        return min((moment for moment in moments if moment > self.tables[0].now), default=None)

    @property
    def milliseconds_to_change(self) -> int | str:
        """`next_change` for a page to wait for; "" if it need not."""
        change = self.next_change
        return int(change.total_seconds() * 1000) if change is not None else ""

    def _needs(self) -> Iterator[Need]:
        for table in self.tables:
            yield from _of_table(table)
        for _round, tables in self.rounds:
            yield from _of_paper(tables)
            yield from _of_time(tables)
        seats = {seat.entry: table for table in self.tables for seat in table.seats}
        for phone in self.phones:
            at = seats.get(phone.card.entry_id)
            yield Need(Kind.PHONE, [at] if at is not None else [], phone.asked_at, phone=phone)


def hall_now(tournament: Tournament) -> HallNow:
    """Read a tournament's hall. Three queries, at any size."""
    phones = (
        CardPhone.objects.waiting()
        .filter(card__entry__tournament=tournament, card__revoked_at=None)
        .select_related("card__entry__player")
        .order_by("pk")
    )
    return HallNow(tables_now(tournament), list(phones))


def _of_table(table: TableNow) -> Iterator[Need]:
    for seat in table.seats:
        if seat.call is not None:
            yield Need(Kind.CALL, [table], seat.call.called_at, seat=seat)
        if seat.token is not None and seat.token.second_claims:
            yield Need(Kind.SECOND_PHONE, [table], seat=seat)
    sheet = table.sheet
    if sheet is not None and sheet.status == Scoresheet.Status.DISPUTED:
        yield Need(Kind.DISPUTE, [table], sheet.reported_at)
    waits = sheet is not None and sheet.status == Scoresheet.Status.SUBMITTED and not table.waits_on_paper
    if sheet is not None and waits and table.now - sheet.reported_at >= LONG:
        yield Need(Kind.UNCONFIRMED, [table], sheet.reported_at)


def _of_paper(tables: Sequence[TableNow]) -> Iterator[Need]:
    """Yield the tables of a round with a typed paper sheet that only the staff can confirm."""
    waiting = [table for table in tables if table.waits_on_paper]
    if waiting:
        yield Need(
            Kind.PAPER, waiting, min(table.sheet.reported_at for table in waiting if table.sheet is not None)
        )


def _of_time(tables: Sequence[TableNow]) -> Iterator[Need]:
    """Yield the tables of a round without a result when time is up or nearly so."""
    playing = [table for table in tables if table.sheet is None and table.seconds_left is not None]
    late = [table for table in playing if table.is_late]
    soon = [table for table in playing if table not in late and (table.seconds_left or 0) <= SOON.seconds]
    if 0 < len(late) <= FEW:
        yield from (Need(Kind.LATE, [table], _end_of(table)) for table in late)
        late = []
    if late or soon:
        yield Need(Kind.TIME, [*late, *soon], min(filter(None, map(_end_of, late)), default=None))


def _end_of(table: TableNow) -> datetime | None:
    return table.clock.ends_at if table.clock is not None else None
