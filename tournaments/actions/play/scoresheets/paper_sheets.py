"""Paper sheets: typed by the staff, compared with reports from phones, decided, confirmed by a second person."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError, NotAllowed, StateRefuses
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.ledger import record_all
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
)
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import (
    TableReport,
    agree_locked,
    confirm_locked,
    is_own_report,
    is_same_report,
    record_version,
    refuse_wrong_table,
    report_sheet,
    seen_version,
    stale,
    stood_payload,
    write_version,
)
from tournaments.models import Round, Scoresheet, Table, Tournament
from tournaments.models.events import Event
from tournaments.models.hall.phones_in_play import has_phone
from tournaments.models.play.events import PaperConfirmed, PaperCounted, ResultConfirmed

Status = Scoresheet.Status


@dataclass(frozen=True)
class Unconfirmed:
    """A sheet that was not confirmed with the others, and why."""

    sheet: int
    table: int | None
    number: int | None
    code: str
    message: str


@dataclass
class Together:
    """The outcome of confirming several sheets together."""

    confirmed: list[Scoresheet] = field(default_factory=list)
    refused: list[Unconfirmed] = field(default_factory=list)


@one_transaction
def enter_paper_sheet(
    *,
    table: Table,
    report: TableReport,
    decides: bool,
    by: Actor,
    reason: str = "",
    permit: Permit = permitted_already,
) -> Scoresheet:
    """Enter a signed paper sheet and return the table's live sheet.

    Typed by the referee (`decides`) it counts at once. Typed by a scorer it does so if the tournament allows, for the
    first sheet of a table whose points add up, unless the scorer plays there; any other waits. Figures already
    reported are not stored again: they confirm what another person typed and, for the referee or where paper counts,
    what a phone reported. Different figures, or those of a disputed result, raise LiveSheetExists with the sheet
    unless the report names its tag; a decision then needs a reason. `permit` as in `report_sheet`.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    live = at.last
    if live is not None and is_same_report(live, report):
        is_own = is_own_report(live, at.seats, None, by)
        if live.status == Status.CONFIRMED or (is_own and not decides):
            return live
        if decides and not is_own:
            return confirm_locked(live, at, by, seat=None)
        if not decides:
            return _agree_by_typing(live, at, by)
    if decides:
        return correct_sheet(table=table, report=report, reason=reason, by=by)
    is_first = live is None and not report.figures.imbalance and by.seat_among(at.seats) is None
    if is_first and signed_paper_counts(at.tournament, at.table):
        return _count(report, at, by)
    return report_sheet(table=table, report=report, by=by)


@one_transaction
def confirm_as_second(
    *, sheet: Scoresheet, if_match: str, by: Actor, permit: Permit = permitted_already
) -> Scoresheet:
    """Confirm exactly the version `if_match`, which another staff member typed from paper.

    Refuses sheets reported from a seat, which the table confirms, one's own sheets, and tournaments where the referee
    confirms. Idempotent. `permit` as in `report_sheet`.
    """
    at = lock_and_look(by, sheet=sheet.pk)
    permit(at)
    sheet = seen_version(sheet, at, if_match)
    if sheet.status != Status.CONFIRMED:
        _refuse_as_second(sheet, at, by)
    return confirm_locked(sheet, at, by, seat=None, event=PaperConfirmed)


@one_transaction
def confirm_together(
    *, round_: Round, sheets: Iterable[tuple[int, str]], by: Actor, as_referee: bool
) -> Together:
    """Confirm sheets of a round that another person typed from paper, each given with the tag shown.

    A sheet that cannot be confirmed is reported with the reason and does not hold back the others. The same goes for
    sheets that need individual attention: unbalanced points, or a replaced version. Idempotent: confirmed sheets are
    reported as confirmed.
    """
    seen = dict(sheets)
    of_tables = Scoresheet.objects.filter(pk__in=seen, table__round=round_)
    tables = dict(of_tables.order_by("table_id").values_list("pk", "table"))
    # All are locked before the first write; see `actions.locks`.
    locked = {pk: lock_and_look(by, pk=table) for pk, table in tables.items()}
    answer, said = Together(), list[Event]()
    event = ResultConfirmed if as_referee else PaperConfirmed
    for pk, tag in sorted(
        seen.items(), key=lambda one: (one[0] in locked and locked[one[0]].table.number, one)
    ):
        at = locked.get(pk)
        try:
            if at is None:
                raise stale(None)
            sheet = seen_version(Scoresheet(pk=pk), at, tag)
            if sheet.status != Status.CONFIRMED:
                _refuse_unless_plain(sheet)
                _refuse_unless_from_paper(sheet)
                if not as_referee:
                    _refuse_as_second(sheet, at, by)
            if agree_locked(sheet, at, by, seat=None, event=event):
                said.append(event(**stood_payload(sheet, at), seat=None))
        except ActionError as refusal:
            table, number = (at.table.pk, at.table.number) if at is not None else (None, None)
            answer.refused.append(Unconfirmed(pk, table, number, refusal.code, refusal.message))
        else:
            answer.confirmed.append(sheet)
    if said:
        record_all(said, tournament_id=round_.stage.tournament_id, by=by)
    return answer


def _count(report: TableReport, at: LockedTable, by: Actor) -> Scoresheet:
    """Store the first sheet of a table as confirmed, by the tournament's rule."""
    refuse_unless_running(at)
    refuse_wrong_table(at, report)
    if report.if_match is not None:
        raise stale(None)
    sheet = write_version(at, report, by, status=Status.CONFIRMED)
    return record_version(sheet, PaperCounted, at, by, rule=at.tournament.paper_counts)


def _agree_by_typing(live: Scoresheet, at: LockedTable, by: Actor) -> Scoresheet:
    """Confirm a waiting sheet if a scorer who did not report it typed the same figures and the rules allow it."""
    sits_there = by.seat_among(at.seats) is not None
    if is_from_paper(live) and not sits_there and not waits_for_referee(at.tournament):
        return confirm_locked(live, at, by, seat=None, event=PaperConfirmed)
    if not live.imbalance and not sits_there and signed_paper_counts(at.tournament, at.table):
        return confirm_locked(live, at, by, seat=None, event=PaperConfirmed)
    return live


def _refuse_as_second(sheet: Scoresheet, at: LockedTable, by: Actor) -> None:
    if waits_for_referee(at.tournament):
        raise NotAllowed(_("In this tournament the referee confirms results. Please call the referee."))
    _refuse_unless_from_paper(sheet)
    if by.seat_among(at.seats) is not None:
        raise NotAllowed(
            _("You play at this table; someone else must confirm its paper sheet."), code="own_table"
        )


def _refuse_unless_from_paper(sheet: Scoresheet) -> None:
    if not is_from_paper(sheet):
        raise NotAllowed(
            _("A player reported this result by phone; the table or the referee confirms it."),
            code="reported_by_a_seat",
        )


def _refuse_unless_plain(sheet: Scoresheet) -> None:
    if sheet.status == Status.SUBMITTED and not is_plain(sheet):
        message = (
            _("Its points do not add up. Please check it and confirm it individually.")
            if sheet.imbalance
            else _("It replaces an earlier version. Please check it and confirm it individually.")
        )
        raise StateRefuses(message, code="look_at_it_first", sheet=sheet)


def signed_paper_counts(tournament: Tournament, table: Table) -> bool:
    """Whether a signed sheet of this table typed by a scorer counts at once. One query if phones matter."""
    if tournament.paper_counts == Tournament.PaperCounts.ALWAYS:
        return True
    if waits_for_referee(tournament) or tournament.paper_counts == Tournament.PaperCounts.SECOND_PERSON:
        return False
    return not has_phone(table)


def waits_for_referee(tournament: Tournament) -> bool:
    """Whether paper that does not count at once is confirmed by the referee rather than a second scorer."""
    return tournament.confirmation_rule == Tournament.ConfirmationRule.REFEREE


def is_from_paper(sheet: Scoresheet) -> bool:
    """Whether the staff typed it, not a seat."""
    return sheet.reported_by_seat_id is None and sheet.reported_by_user_id is not None


def is_plain(sheet: Scoresheet) -> bool:
    """Whether a sheet needs no individual attention: it is waiting, its points add up, and it replaces no other."""
    return sheet.status == Scoresheet.Status.SUBMITTED and not sheet.imbalance and sheet.version == 1
