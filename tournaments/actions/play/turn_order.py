"""Reseating a table whose game was dealt in another order than drawn."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.ledger import record
from tournaments.actions.play.live_results import refuse_live_results
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
    sealed_hands,
)
from tournaments.models import Seat, Table
from tournaments.models.play.events import PlayersReseated

HAS_PLAYED = "has_played"
# Only tables of four change seats, so the fifth wind is free meanwhile.
FREE_WIND = 5


@one_transaction
def reseat_table(
    *, table: Table, entries: Sequence[int], by: Actor, permit: Permit = permitted_already
) -> list[Seat]:
    """Reseat a table in this order of entry ids, first dealer first. Phones stay with their players.

    Staff only, and only while the table has no hand and no result, since both are by wind. The current order changes
    nothing.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    refuse_unless_running(at)
    refuse_order(at, entries, by)
    record_reseated(at, reseat(at, entries), by)
    return at.seats


def refuse_order(at: LockedTable, entries: Sequence[int], by: Actor) -> None:
    """Refuse an order that does not consist of these players, or that changes seats where that is not allowed."""
    before = [seat.entry_id for seat in at.seats]
    if sorted(entries) != sorted(before):
        message = _("Please choose each player at this table once.")
        raise RulesRefuse(message, code="not_these_players", fields={"players": [message]})
    if list(entries) == before:
        return
    if by.seat_among(at.seats) is not None:
        raise NotAllowed(_("Only staff can change the seating. Please call the referee."))
    refuse_live_results(Table.objects.filter(pk=at.table.pk), code=HAS_PLAYED)
    if len(at.seats) >= FREE_WIND:
        message = _("The seating cannot be changed at a table of %(players)s.")
        raise RulesRefuse(message % {"players": len(at.seats)}, code="table_of_five")


def reseat(at: LockedTable, entries: Sequence[int]) -> list[int]:
    """Reseat a locked table in an order that was not refused, and update `at`. Return the previous order for
    `record_reseated`; empty if nothing changed.
    """
    before = [seat.pk for seat in at.seats]
    by_entry = {seat.entry_id: seat for seat in at.seats}
    at.seats = [by_entry[pk] for pk in entries]
    moved = [(seat, wind) for wind, seat in enumerate(at.seats, start=1) if seat.wind != wind]
    _turn(moved)
    return before if moved else []


def record_reseated(at: LockedTable, before: Sequence[int], by: Actor) -> None:
    """Record what `reseat` has done, once every other lock is taken."""
    if before:
        record(
            PlayersReseated(
                round=at.table.round_id,
                table=at.table.pk,
                seats_before=list(before),
                seats=[seat.pk for seat in at.seats],
                hands=sealed_hands(at),
            ),
            tournament_id=at.tournament.pk,
            by=by,
        )


def _turn(moves: Sequence[tuple[Seat, int]]) -> None:
    """Give each seat its new wind, one at a time: two seats never share one, not even for a moment."""
    waiting = list(moves)
    while waiting:
        # One seat steps aside, and each freed wind goes to the seat that needs it.
        aside, last = waiting.pop(0)
        free = aside.wind
        _sit(aside, FREE_WIND)
        while free != last:
            seat = next(seat for seat, wind in waiting if wind == free)
            waiting.remove((seat, free))
            taken, free = free, seat.wind
            _sit(seat, taken)
        _sit(aside, last)


def _sit(seat: Seat, wind: int) -> None:
    seat.wind = wind
    seat.save(update_fields=["wind"])
