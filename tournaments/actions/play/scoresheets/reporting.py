"""What a table says of its game: report, confirm, dispute."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypeAlias

from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.ledger import receipt_of
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
)
from tournaments.actions.play.scoresheets.confirmation_rule import needed
from tournaments.actions.play.scoresheets.reported_points import Figures
from tournaments.actions.play.scoresheets.versions import (
    is_own_report,
    is_same_report,
    make_room,
    record_action,
    record_version,
    refuse_unless,
    refuse_without_pin,
    refuse_wrong_table,
    seen_version,
    write_version,
)
from tournaments.actions.reasons import required_reason
from tournaments.models import Confirmation, Scoresheet, Seat, Table, Tournament
from tournaments.models.inserted_rows import InsertedRows
from tournaments.models.play.events import (
    PaperConfirmed,
    ResultAgreed,
    ResultConfirmed,
    ResultDisputed,
    ResultReported,
)

Status = Scoresheet.Status
CONFIRMATIONS = InsertedRows(Confirmation)


# With what somebody's word on a result is recorded.
Word: TypeAlias = type[ResultAgreed] | type[ResultConfirmed] | type[PaperConfirmed]


@one_transaction
def report_sheet(
    *,
    table: Table,
    figures: Figures,
    by: Actor,
    seated: Sequence[int] | None = None,
    if_match: str | None = None,
    claimed_at: datetime | None = None,
    confirm: Collection[str] = (),
    same_agrees: bool = False,
    permit: Permit = permitted_already,
) -> Scoresheet:
    """Take down what a table reports as a new version, waiting for confirmation.

    `seated` are the entry ids the reporter saw, East first: a phone on the wrong table's page is refused.
    A table with a live sheet is refused (LiveSheetExists, with the sheet) unless `if_match` names that sheet's
    tag; then, as long as it is not confirmed, the new version replaces it and earlier confirmations are void.
    Figures that no game ends with are refused; those that hardly any does, unless their code (of
    `scoring.doubts.results`) is in `confirm`.
    With `same_agrees`, the figures of the live sheet reported once more are no new version: from another seat they
    confirm it as far as the tournament's rule lets a player confirm, from the same seat they change nothing. The
    live sheet is returned. All that is taken of `table` is its number; `permit` is asked under the lock.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    refuse_without_pin(at, by)
    refuse_unless_running(at)
    refuse_wrong_table(at, seated)
    if same_agrees and at.last is not None and is_same_report(at.last, figures, if_match):
        return _agree_with(at.last, at, by)
    make_room(at, "report", if_match)
    sheet = write_version(at, figures, by, confirm=confirm, claimed_at=claimed_at)
    return record_version(sheet, ResultReported, at, by)


@one_transaction
def confirm_sheet(
    *,
    sheet: Scoresheet,
    if_match: str,
    by: Actor,
    as_referee: bool = False,
    permit: Permit = permitted_already,
) -> Scoresheet:
    """Agree with exactly the version `if_match` names; once enough have, the result is confirmed.

    Who has to agree is a rule of the tournament: all other seats, k of them, or the referee. The person who
    reported never confirms. Agreeing twice is agreeing once. `permit` as in `report_sheet`.
    """
    at = lock_and_look(by, sheet=sheet.pk)
    permit(at)
    refuse_without_pin(at, by)
    sheet = seen_version(sheet, at, if_match)
    return confirm_locked(sheet, at, by, seat=None if as_referee else by.seat_among(at.seats))


def confirm_locked(
    sheet: Scoresheet, at: LockedTable, by: Actor, *, seat: Seat | None, event: Word = ResultConfirmed
) -> Scoresheet:
    """Agree for a seat, or without one for the staff, which is enough and is recorded as this `event`."""
    word = agree_locked(sheet, at, by, seat=seat, event=event)
    if word is None:
        sheet.receipt = receipt_of(at.tournament.pk)
        return sheet
    return record_action(sheet, word, at, by, seat=seat.pk if seat else None)


def agree_locked(
    sheet: Scoresheet, at: LockedTable, by: Actor, *, seat: Seat | None, event: Word = ResultConfirmed
) -> Word | None:
    """Write down that a seat, or the staff, agrees; return what is still to be recorded, None if it had agreed."""
    if sheet.status == Status.CONFIRMED:
        return None
    refuse_unless(sheet, "confirm")
    refuse_unless_running(at)
    if is_own_report(sheet, at.seats, seat, by):
        raise NotAllowed(_("You reported this result; somebody else has to confirm it."), code="own_report")
    if seat is not None and at.tournament.confirmation_rule == Tournament.ConfirmationRule.REFEREE:
        raise NotAllowed(_("In this tournament the referee confirms results. Please call the referee."))
    if seat is not None and seat.pk in at.agreed:
        return None
    CONFIRMATIONS.insert([Confirmation(sheet=sheet, seat=seat, user=by.user)])
    sheet.written, sheet.confirmed_by = at.scores, [*at.agreed, seat.pk if seat else None]
    is_enough = seat is None or len(sheet.confirmed_by) >= needed(at.tournament, sheet, at.seats)
    if not is_enough:
        return ResultAgreed
    sheet.status = Status.CONFIRMED
    sheet.save(update_fields=["status"])
    return event


@one_transaction
def dispute_sheet(
    *, sheet: Scoresheet, if_match: str, reason: str, by: Actor, permit: Permit = permitted_already
) -> Scoresheet:
    """Say that a reported result is wrong. It then waits for a new report or for the referee."""
    at = lock_and_look(by, sheet=sheet.pk)
    permit(at)
    refuse_without_pin(at, by)
    sheet = seen_version(sheet, at, if_match)
    refuse_unless(sheet, "dispute")
    refuse_unless_running(at)
    reason = required_reason(reason, _("what is wrong"))
    sheet.status = Status.DISPUTED
    sheet.dispute_reason = reason
    sheet.save(update_fields=["status", "dispute_reason"])
    seat = by.seat_among(at.seats)
    return record_action(sheet, ResultDisputed, at, by, seat=seat.pk if seat else None, reason=reason)


def _agree_with(live: Scoresheet, at: LockedTable, by: Actor) -> Scoresheet:
    """Confirm the sheet for this seat, if its word counts and is not given yet."""
    by_referee = at.tournament.confirmation_rule == Tournament.ConfirmationRule.REFEREE
    seat = by.seat_among(at.seats)
    if by_referee or seat is None or is_own_report(live, at.seats, seat, by):
        live.receipt = receipt_of(at.tournament.pk)
        return live
    return confirm_locked(live, at, by, seat=seat)
