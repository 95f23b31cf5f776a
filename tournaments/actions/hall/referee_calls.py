"""Calls for the referee that are not disputes."""

from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RoundClosed
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.ledger import record
from tournaments.actions.play.locked_tables import Permit, lock_and_look, permitted_already
from tournaments.actions.reasons import reason_of
from tournaments.models import RefereeCall, Round, Table
from tournaments.models.play.events import RefereeCalled, RefereeCallEnded


@one_transaction
def call_referee(
    *, table: Table, reason: str = "", by: Actor, permit: Permit = permitted_already
) -> RefereeCall:
    """Call the referee to this table from one of its seats. A call already waiting is returned.

    Raises RoundClosed once the round is closed.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    seat = by.seat_among(at.seats)
    if seat is None:
        raise NotAllowed(_("Only a player at this table can call the referee to it."))
    if at.table.round.status == Round.Status.CLOSED:
        raise RoundClosed(_("This round is closed. Please go to the desk."))
    waiting = RefereeCall.objects.waiting().filter(seat__table=at.table).first()
    if waiting is not None:
        waiting.seat = next(one for one in at.seats if one.pk == waiting.seat_id)
        return waiting
    call = RefereeCall.objects.create(seat=seat, reason=reason_of(reason))
    call.refresh_from_db(fields=["called_at"])
    record(
        RefereeCalled(call=call.pk, table=at.table.pk, seat=seat.pk, reason=call.reason),
        tournament_id=at.tournament.pk,
        by=by,
    )
    return call


@one_transaction
def end_call(*, call: RefereeCall, by: Actor, permit: Permit = permitted_already) -> RefereeCall:
    """Mark a call as done. Idempotent."""
    at = lock_and_look(by, pk=call.seat.table_id)
    permit(at)
    call = RefereeCall.objects.select_related("seat").get(pk=call.pk)
    if call.ended_at is not None:
        return call
    seat = by.seat_among(at.seats)
    call.ended_by_seat, call.ended_by = seat, None if seat else by.user
    call.ended_at = Now()
    call.save(update_fields=["ended_by_seat", "ended_by", "ended_at"])
    call.refresh_from_db(fields=["ended_at"])
    record(
        RefereeCallEnded(call=call.pk, table=at.table.pk, seat=seat.pk if seat else None),
        tournament_id=at.tournament.pk,
        by=by,
    )
    return call
