"""The referee's decisions about a result: correct it, void it, or let it be confirmed again."""

from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RoundClosed, StateRefuses
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
)
from tournaments.actions.play.scoresheets.reporting import (
    TableReport,
    make_room,
    record_action,
    record_version,
    refuse_unless,
    refuse_wrong_table,
    seen_version,
    write_version,
    write_version_again,
)
from tournaments.actions.reasons import reason_of, required_reason
from tournaments.models import Round, Scoresheet, Table
from tournaments.models.play.events import ConfirmationUndone, ResultCorrected, ResultVoided

Status = Scoresheet.Status


@one_transaction
def correct_sheet(
    *,
    table: Table,
    report: TableReport,
    by: Actor,
    reason: str = "",
    permit: Permit = permitted_already,
) -> Scoresheet:
    """Set a table's result as the referee; it is confirmed at once and states the reason.

    With a live sheet, the report must name its tag and give a reason; the old version is kept. Without one (a signed
    paper sheet) the tag must be absent, and without a reason the sheet is marked as paper. Also works after the round
    is closed. `permit` as in `report_sheet`.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    _refuse_before_start(at)
    refuse_wrong_table(at, report)
    if make_room(at, "correct", report.if_match):
        reason = required_reason(reason, _("why the result is decided"))
    reason = reason_of(reason) or _("from the paper sheet")
    sheet = write_version(at, report, by, status=Status.CONFIRMED, reason=reason)
    return record_version(sheet, ResultCorrected, at, by, reason=reason)


@one_transaction
def void_sheet(
    *, sheet: Scoresheet, if_match: str, reason: str, by: Actor, permit: Permit = permitted_already
) -> Scoresheet:
    """Void a result as the referee. The version is kept; the table may report again."""
    at = lock_and_look(by, sheet=sheet.pk)
    permit(at)
    sheet = seen_version(sheet, at, if_match)
    reason = required_reason(reason, _("why the result is void"))
    refuse_unless(sheet, "void")
    sheet.status = Status.VOID
    sheet.reason = reason
    sheet.save(update_fields=["status", "reason"])
    sheet.scores.all().delete()
    return record_action(sheet, ResultVoided, at, by, reason=reason)


@one_transaction
def undo_confirmation(
    *, sheet: Scoresheet, if_match: str, by: Actor, permit: Permit = permitted_already
) -> Scoresheet:
    """Let a result that the desk confirmed or decided wait for confirmation again. Return the new version.

    It has the same figures and the same reporter. Confirmations stay with the old version. Refuses a result that the
    players confirmed, and one of a closed round. `permit` as in `report_sheet`.
    """
    at = lock_and_look(by, sheet=sheet.pk)
    permit(at)
    sheet = seen_version(sheet, at, if_match)
    if at.table.round.status == Round.Status.CLOSED:
        message = _("This round is closed. Please reopen it first, or correct the result.")
        raise RoundClosed(message)
    refuse_unless(sheet, "undo_confirmation")
    if not is_of_the_desk(sheet):
        message = _("The players confirmed this result. You can correct it or void it.")
        raise StateRefuses(message, code="confirmed_by_players", sheet=sheet)
    make_room(at, "undo_confirmation", if_match)
    return record_version(write_version_again(at), ConfirmationUndone, at, by)


def is_of_the_desk(sheet: Scoresheet) -> bool:
    """Whether a confirmed result was confirmed or decided by the staff; a decided one needed no confirmation."""
    confirmations = list(sheet.confirmations.values_list("seat", flat=True))
    return not confirmations or None in confirmations


def _refuse_before_start(at: LockedTable) -> None:
    if at.table.round.status != Round.Status.CLOSED:
        refuse_unless_running(at)
