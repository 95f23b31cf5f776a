"""Calls for the referee."""

from typing import Annotated, TypedDict

from tournaments.models import RefereeCall
from web.api.moments import Moment, moment


class RefereeCallShape(TypedDict):
    """`ended_at` is null while the table waits. `seat`: who called."""

    id: int
    table: int
    seat: Annotated[int, "Id of the seat that called."]
    reason: Annotated[str, "What the table says; empty if nothing."]
    called_at: Annotated[Moment, "When the table called."]
    ended_at: Annotated[Moment | None, "When it was done; null while the table waits."]


def referee_call_shape(call: RefereeCall) -> RefereeCallShape:
    """Expects the call's seat to be loaded."""
    return {
        "id": call.pk,
        "table": call.seat.table_id,
        "seat": call.seat_id,
        "reason": call.reason,
        "called_at": moment(call.called_at),
        "ended_at": moment(call.ended_at) if call.ended_at else None,
    }
