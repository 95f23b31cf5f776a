"""What a phone's page depends on, read in one query: phones ask again every few seconds."""

import hashlib

from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.models import Seat


def etag_of(seat: Seat) -> str:
    """The ETag of this seat's page: another when somebody reports, agrees, disputes or voids, when the referee
    exchanges a player, and when the round starts.

    Sheets are never edited, so their numbers and states say everything that is on them. One query.
    """
    rows = (
        Seat.objects.filter(table=seat.table_id)
        .order_by("wind", "table__scoresheets__version", "table__scoresheets__confirmations")
        .values_list(
            "pk",
            "entry",
            "table__scoresheets",
            "table__scoresheets__status",
            "table__scoresheets__confirmations__seat",
        )
    )
    seen = [get_language(), seat.pk, seat.round.status, list(rows)]
    return quote_etag(hashlib.sha256(repr(seen).encode()).hexdigest()[:20])
