"""Who still has to agree with a reported result, by the tournament's rule."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.models import Scoresheet, Seat, Table, Tournament
from tournaments.models.hall.phones_in_play import has_phone

Rule = Tournament.ConfirmationRule
Paper = Tournament.PaperCounts


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


def signed_paper_counts(tournament: Tournament, table: Table) -> bool:
    """Whether a signed sheet of this table that a scorer types counts at once. One query where phones matter."""
    if tournament.paper_counts == Paper.ALWAYS:
        return True
    if waits_for_referee(tournament) or tournament.paper_counts == Paper.SECOND_PERSON:
        return False
    return not has_phone(table)


def waits_for_referee(tournament: Tournament) -> bool:
    """Whether paper that does not count at once is the referee's to confirm, and no second scorer's."""
    return tournament.confirmation_rule == Rule.REFEREE


def is_from_paper(sheet: Scoresheet) -> bool:
    """Whether the staff typed it: no seat reported it."""
    return sheet.reported_by_seat_id is None and sheet.reported_by_user_id is not None


def is_plain(sheet: Scoresheet) -> bool:
    """Whether nothing about a sheet asks to be looked at: it waits, its points add up, and it replaces no other."""
    return sheet.status == Scoresheet.Status.SUBMITTED and not sheet.imbalance and sheet.version == 1
