"""Who still has to agree with a reported result, by the tournament's rule."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.models import Scoresheet, Seat, Tournament

Rule = Tournament.ConfirmationRule


@dataclass(frozen=True)
class Agreement:
    """How far a reported sheet is from being confirmed.

    `missing` are the seats whose word can still count, East first; under the referee's rule there are none.
    """

    needed: int
    given: int
    missing: tuple[Seat, ...]
    by_referee: bool


def needed(tournament: Tournament, sheet: Scoresheet, seats: Sequence[Seat]) -> int:
    """How many seats have to agree: those of the rule, never more than there are besides the reporter."""
    others = len(seats) - (sheet.reported_by_seat_id is not None)
    if tournament.confirmation_rule == Rule.K_OF_N:
        return min(tournament.confirmations_needed or others, others)
    return others


def agreement(
    tournament: Tournament, sheet: Scoresheet, seats: Sequence[Seat], agreed: Collection[int]
) -> Agreement:
    """Say who is still missing on a sheet; `agreed` are the ids of the seats that confirmed it."""
    by_referee = tournament.confirmation_rule == Rule.REFEREE
    if sheet.status != Scoresheet.Status.SUBMITTED:
        return Agreement(0, len(agreed), (), by_referee)
    if by_referee:
        return Agreement(1, 0, (), by_referee)
    missing = tuple(seat for seat in seats if seat.pk != sheet.reported_by_seat_id and seat.pk not in agreed)
    return Agreement(needed(tournament, sheet, seats), len(agreed), missing, by_referee)
