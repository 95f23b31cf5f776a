"""What a phone's page depends on, read in one query: phones ask again every few seconds."""

import hashlib

from django.db.models import Case, Exists, F, OuterRef, Prefetch, Q, Subquery, Value, When
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.models import PlayerCard, Round, Scoresheet, Seat

IN_PLAY, PLAYED, TO_COME = range(3)
# Rounds of a stage are fewer.
A_STAGE = 100_000

CLOCK = (
    "round__clock__ends_at",
    "round__clock__remaining",
    "table__clock__ends_at",
    "table__clock__remaining",
    "table__clock__is_held",
)


def etag_of(seat: Seat) -> str:
    """The ETag of this seat's page: another when somebody reports, agrees, disputes or voids, when the referee
    exchanges a player, when the round starts, when it is published or changed where this player sits next, and when
    the clock starts, stops or is given time. What stands before the dot is another for all but the clock.

    Sheets are never edited, so their numbers and states say everything that is on them. One query.
    """
    next_table = Seat.objects.to_come().after(seat).values("table")[:1]
    rows = (
        Seat.objects.filter(Q(table=seat.table_id) | Q(table=Subquery(next_table)))
        .order_by("round", "wind", "table__scoresheets__version", "table__scoresheets__confirmations")
        .values_list(
            "pk",
            "table",
            "entry",
            "table__scoresheets",
            "table__scoresheets__status",
            "table__scoresheets__confirmations__seat",
            *CLOCK,
        )
    )
    found = list(rows)
    seen = [get_language(), seat.pk, seat.round.status, [row[: -len(CLOCK)] for row in found]]
    clock = [row[-len(CLOCK) :] for row in found if row[1] == seat.table_id][:1]
    return quote_etag(f"{_digest(seen)}.{_digest(clock)}")


def _digest(seen: object) -> str:
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:20]


def next_seat_of(seat: Seat) -> Seat | None:
    """Where this seat's player sits next, with `table.seats.all()`; None while no later round is published."""
    return (
        Seat.objects.to_come()
        .after(seat)
        .select_related("table", "round__stage")
        .prefetch_related(Prefetch("table__seats", Seat.objects.for_display()))
        .first()
    )


def seat_now_of(card: PlayerCard) -> Seat | None:
    """The seat to which a card leads now: the first in play without a confirmed result, else the one that was played
    last and whose round goes on, else the first that is published. One query."""
    confirmed = Scoresheet.objects.filter(table=OuterRef("table"), status=Scoresheet.Status.CONFIRMED)
    started = Q(round__status=Round.Status.STARTED)
    place = F("round__stage__ordinal") * A_STAGE + F("round__number")
    return (
        Seat.objects.to_come()
        .filter(entry=card.entry_id)
        .annotate(
            turn=Case(
                When(started & Exists(confirmed), then=Value(PLAYED)),
                When(started, then=Value(IN_PLAY)),
                default=Value(TO_COME),
            )
        )
        .order_by("turn", Case(When(turn=PLAYED, then=place * -1), default=place))
        .select_related("table", "entry__player", "round__stage__tournament__usual_format")
        .first()
    )
