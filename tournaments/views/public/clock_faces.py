"""A clock as a page shows it: what is left, counted by the database's time and not by the visitor's."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from django.db.models import QuerySet, Subquery
from django.db.models.functions import Now

from tournaments.models import AfterGong, Round, RoundClock, Table, TableClock
from tournaments.models.play.clocks import Clock
from tournaments.models.play.rounds import RoundQuerySet

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class NowAnnotation(TypedDict):
    """What `with_now()` adds to a row: the database's time."""

    now: datetime


RoundWithNow: TypeAlias = "WithAnnotations[Round, NowAnnotation]"


@dataclass(frozen=True)
class ClockFace:
    """A clock at the moment `now`. It runs if it has an end; `left` are seconds, negative once the time is up."""

    now: datetime
    ends_at: datetime | None
    left: int
    after_gong: AfterGong
    round: Round
    is_held: bool = False

    @property
    def is_over(self) -> bool:
        return self.ends_at is not None and self.left <= 0

    @property
    def digits(self) -> str:
        """What is left, as a clock that stands shows it: 23:10."""
        minutes, seconds = divmod(max(0, self.left), 60)
        return f"{minutes}:{seconds:02}"

    @property
    def now_ms(self) -> int:
        return int(self.now.timestamp() * 1000)

    @property
    def ends_ms(self) -> int | None:
        return int(self.ends_at.timestamp() * 1000) if self.ends_at else None


@dataclass(frozen=True)
class Beginning:
    """When a published round is planned to begin, as it was planned, at the moment `now`."""

    now: datetime
    at: datetime

    @property
    def is_due(self) -> bool:
        return self.at <= self.now

    @property
    def now_ms(self) -> int:
        return int(self.now.timestamp() * 1000)

    @property
    def at_ms(self) -> int:
        return int(self.at.timestamp() * 1000)


def beginning_of(round_: Round, now: datetime | None = None) -> Beginning | None:
    """When a round begins that is published and has a time; None for any other.

    `now` is the database's time; without it one query asks for it, if the round has a beginning.
    """
    if round_.status != Round.Status.PUBLISHED or round_.planned_at is None:
        return None
    if now is None:
        now = Round.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=round_.pk)
    return Beginning(now, round_.planned_at)


def face(clock: Clock, of: RoundClock, now: datetime) -> ClockFace:
    """The face of a round's clock, or of that of one of its tables."""
    return ClockFace(
        now,
        clock.ends_at,
        clock.seconds_left(now),
        AfterGong(of.after_gong),
        of.round,
        getattr(clock, "is_held", False),
    )


def with_clock(rounds: RoundQuerySet) -> "QuerySet[RoundWithNow]":
    """With what `face_of` needs, in the same query."""
    return with_now(rounds.select_related("clock"))


def with_now(rounds: RoundQuerySet) -> "QuerySet[RoundWithNow]":
    """With what `beginning_of` needs, in the same query."""
    return cast("QuerySet[RoundWithNow]", rounds.annotate(now=Now()))


def face_of(round_: Round, now: datetime) -> ClockFace | None:
    """The clock of a round that was loaded with it; None where none was started, or the round is not in play."""
    clock: RoundClock | None = getattr(round_, "clock", None)
    if clock is None or round_.status != Round.Status.STARTED:
        return None
    clock.round = round_
    return face(clock, clock, now)


def faces_of_tables(round_: Round, clock: ClockFace) -> list[tuple[Table, ClockFace]]:
    """The tables that have a clock of their own, with `clock` as that of their round: one query."""
    own = TableClock.objects.filter(table__round=round_).select_related("table").order_by("table__number")
    return [(one.table, face(one, round_.clock, clock.now)) for one in own]


def face_at(table: Table) -> ClockFace | None:
    """The clock by which a table plays, its own or its round's: one query, none where its round is not in play.

    Expects `round` to be loaded.
    """
    if table.round.status != Round.Status.STARTED:
        return None
    own = TableClock.objects.filter(table=table.pk)
    clock = (
        RoundClock.objects.filter(round=table.round_id)
        .annotate(
            now=Now(),
            own=Subquery(own.values("pk")),
            own_end=Subquery(own.values("ends_at")),
            own_rest=Subquery(own.values("remaining")),
            own_held=Subquery(own.values("is_held")),
        )
        .first()
    )
    if clock is None:
        return None
    clock.round = table.round
    if clock.own is None:
        return face(clock, clock, clock.now)
    its = TableClock(
        table=table, ends_at=clock.own_end, remaining=clock.own_rest, is_held=bool(clock.own_held)
    )
    return face(its, clock, clock.now)
