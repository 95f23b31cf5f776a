from typing import Annotated, TypedDict

from tournaments.models import RefereeCall
from web.api.answers import Of, filled
from web.api.moments import Moment


class RefereeCallShape(TypedDict):
    """`ended_at` is null while the table waits. `seat`: who called."""

    id: Annotated[int, Of("pk")]
    table: Annotated[int, Of("seat.table_id")]
    seat: Annotated[int, Of("seat_id"), "Id of the seat that called."]
    reason: Annotated[str, "What the table says; empty if nothing."]
    called_at: Annotated[Moment, "When the table called."]
    ended_at: Annotated[Moment | None, "When it was done; null while the table waits."]


# Expects the call's seat to be loaded.
referee_call_shape = filled(RefereeCallShape, RefereeCall)
