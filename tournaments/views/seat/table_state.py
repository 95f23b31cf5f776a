"""What a phone's page depends on, read in one query: phones ask again every few seconds."""

import hashlib

from django.db.models import Prefetch, Q, Subquery
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.models import Seat

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
