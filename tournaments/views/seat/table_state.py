"""What a phone's page depends on, read in one query: phones ask again every few seconds."""

import hashlib

from django.db.models import Prefetch, Q, Subquery
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.models import Seat


def etag_of(seat: Seat) -> str:
    """The ETag of this seat's page: another when somebody reports, agrees, disputes or voids, when the referee
    exchanges a player, when the round starts, and when it is published or changed where this player sits next.

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
        )
    )
    seen = [get_language(), seat.pk, seat.round.status, list(rows)]
    return quote_etag(hashlib.sha256(repr(seen).encode()).hexdigest()[:20])


def next_seat_of(seat: Seat) -> Seat | None:
    """Where this seat's player sits next, with `table.seats.all()`; None while no later round is published."""
    return (
        Seat.objects.to_come()
        .after(seat)
        .select_related("table", "round__stage")
        .prefetch_related(Prefetch("table__seats", Seat.objects.for_display()))
        .first()
    )
