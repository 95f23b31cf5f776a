"""From a table's report to a confirmed result: report, confirm, dispute, correct, void."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.doubts.results import impossible, strange
from scoring.errors import ScoringError
from scoring.hand.payment import STICK
from scoring.result.result import settle
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import refuse_in_doubt
from tournaments.actions.errors import (
    LiveSheetExists,
    NotAllowed,
    RulesRefuse,
    StaleSheet,
    StateRefuses,
)
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.ledger import receipt_of, record
from tournaments.actions.play.confirmation_rule import needed
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
)
from tournaments.actions.play.reported_points import (
    Figures,
    payload_of,
    scores_of,
    sheet_of,
    written_payload_of,
)
from tournaments.actions.reasons import reason_of, required_reason
from tournaments.actions.rules_wording import in_words
from tournaments.actions.states import SHEET, SheetAction
from tournaments.models import (
    Confirmation,
    GameCount,
    HandRecord,
    Round,
    Score,
    Scoresheet,
    Seat,
    Table,
    Tournament,
)
from tournaments.models.ledger_kinds import Kind
from web.text.figures import in_figures

Status = Scoresheet.Status


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
    refuse_unless_running(at)
    _refuse_wrong_table(at, seated)
    if same_agrees and at.last is not None and is_same_report(at.last, figures, if_match):
        return _agree_with(at.last, at, by)
    _make_room(at, "report", if_match)
    sheet = _write(at, figures, by, confirm=confirm, claimed_at=claimed_at)
    return _record(sheet, Kind.REPORTED, _written(sheet, at), by)


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
    return _confirm(_seen(sheet, at, if_match), at, by, as_referee=as_referee)


def _confirm(sheet: Scoresheet, at: LockedTable, by: Actor, *, as_referee: bool) -> Scoresheet:
    if sheet.status == Status.CONFIRMED:
        sheet.receipt = receipt_of(at.tournament.pk)
        return sheet
    _refuse_unless(sheet, "confirm")
    refuse_unless_running(at)
    seat = None if as_referee else by.seat_among(at.seats)
    if is_own_report(sheet, at.seats, seat, by):
        raise NotAllowed(_("You reported this result; somebody else has to confirm it."), code="own_report")
    if seat is not None and at.tournament.confirmation_rule == Tournament.ConfirmationRule.REFEREE:
        raise NotAllowed(_("In this tournament the referee confirms results. Please call the referee."))
    if seat is not None and seat.pk in at.agreed:
        sheet.receipt = receipt_of(at.tournament.pk)
        return sheet
    Confirmation.objects.create(sheet=sheet, seat=seat, user=by.user)
    sheet.written, sheet.confirmed_by = at.scores, [*at.agreed, seat.pk if seat else None]
    is_enough = seat is None or len(sheet.confirmed_by) >= needed(at.tournament, sheet, at.seats)
    if is_enough:
        sheet.status = Status.CONFIRMED
        sheet.save(update_fields=["status"])
        sheet.scores.update(counts=not at.table.is_unranked)
    payload = {**_payload(sheet, at), "seat": seat.pk if seat else None}
    return _record(sheet, Kind.CONFIRMED if is_enough else Kind.AGREED, payload, by)


@one_transaction
def dispute_sheet(
    *, sheet: Scoresheet, if_match: str, reason: str, by: Actor, permit: Permit = permitted_already
) -> Scoresheet:
    """Say that a reported result is wrong. It then waits for a new report or for the referee."""
    at = lock_and_look(by, sheet=sheet.pk)
    permit(at)
    sheet = _seen(sheet, at, if_match)
    _refuse_unless(sheet, "dispute")
    refuse_unless_running(at)
    reason = required_reason(reason, _("what is wrong"))
    sheet.status = Status.DISPUTED
    sheet.dispute_reason = reason
    sheet.save(update_fields=["status", "dispute_reason"])
    seat = by.seat_among(at.seats)
    payload = {**_payload(sheet, at), "seat": seat.pk if seat else None, "reason": reason}
    return _record(sheet, Kind.DISPUTED, payload, by)


@one_transaction
def correct_sheet(
    *,
    table: Table,
    figures: Figures,
    by: Actor,
    reason: str = "",
    seated: Sequence[int] | None = None,
    if_match: str | None = None,
    confirm: Collection[str] = (),
    permit: Permit = permitted_already,
) -> Scoresheet:
    """The referee decides what a table's result is; it is confirmed at once and says why.

    With a live sheet, `if_match` must name it, and a reason is required; the old version is kept. Without one (a
    signed paper sheet handed in) `if_match` must be absent, and without a reason the sheet says that it is from
    paper. Works until and after the round is closed. `seated`, `confirm` and `permit` as in `report_sheet`.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    _refuse_before_start(at)
    _refuse_wrong_table(at, seated)
    if _make_room(at, "correct", if_match):
        reason = required_reason(reason, _("why the result is decided"))
    reason = reason_of(reason) or _("from the paper sheet")
    sheet = _write(at, figures, by, confirm=confirm, status=Status.CONFIRMED, reason=reason)
    return _record(sheet, Kind.CORRECTED, {**_written(sheet, at), "reason": reason}, by)


@one_transaction
def void_sheet(
    *, sheet: Scoresheet, if_match: str, reason: str, by: Actor, permit: Permit = permitted_already
) -> Scoresheet:
    """The referee takes a result out. The version is kept; the table may report again."""
    at = lock_and_look(by, sheet=sheet.pk)
    permit(at)
    sheet = _seen(sheet, at, if_match)
    reason = required_reason(reason, _("why the result does not stand"))
    _refuse_unless(sheet, "void")
    sheet.status = Status.VOID
    sheet.reason = reason
    sheet.save(update_fields=["status", "reason"])
    sheet.scores.all().delete()
    _count_reported(at, -1)
    return _record(sheet, Kind.VOIDED, {**_payload(sheet, at), "reason": reason}, by)


def _seen(sheet: Scoresheet, at: LockedTable, if_match: str) -> Scoresheet:
    """Return the sheet as it is now; refuses another version than the person saw."""
    live = at.last
    if live is None or live.pk != sheet.pk or not live.is_live or live.tag != if_match:
        raise _stale(live)
    return live


def _record(sheet: Scoresheet, kind: Kind, payload: dict[str, object], by: Actor) -> Scoresheet:
    tournament_id = sheet.table.round.stage.tournament_id
    sheet.receipt = record(tournament_id=tournament_id, kind=kind, payload=payload, by=by).receipt
    return sheet


def _refuse_before_start(at: LockedTable) -> None:
    if at.table.round.status != Round.Status.CLOSED:
        refuse_unless_running(at)


def _refuse_wrong_table(at: LockedTable, seated: Sequence[int] | None) -> None:
    if seated is not None and list(seated) != [seat.entry_id for seat in at.seats]:
        raise RulesRefuse(
            _("Other players sit at this table now. Please open the table again and check the names."),
            code="other_players_seated",
        )


def _refuse_unless(sheet: Scoresheet, action: SheetAction) -> None:
    if (sheet.status, action) not in SHEET:
        if sheet.status == Status.DISPUTED:
            message = _(
                "Somebody has disputed this result. Agree at the table and enter it again, or call the referee."
            )
        else:
            message = _("This result is %(status)s, so that cannot be done. The referee can correct it.")
        raise StateRefuses(
            message % {"status": sheet.get_status_display().lower()},
            code=f"sheet_{sheet.status}",
            sheet=sheet,
        )


def _make_room(at: LockedTable, action: SheetAction, if_match: str | None) -> bool:
    """Make room for the next version, when the sheet that stands is the one the person saw. Did one stand?"""
    live = at.last
    if live is None or not live.is_live:
        if if_match is not None:
            raise _stale(live)
        return False
    if if_match is None:
        message = _(
            "A result of this table is here already (version %(version)s). Please confirm or dispute it."
        )
        raise LiveSheetExists(message % {"version": live.version}, sheet=live)
    if live.tag != if_match:
        raise _stale(live)
    _refuse_unless(live, action)
    live.status = SHEET[live.status, action]
    live.save(update_fields=["status"])
    live.scores.all().delete()
    return True


def is_same_report(live: Scoresheet, figures: Figures, if_match: str | None) -> bool:
    """Do these figures say what the sheet says that waits for confirmation or has been confirmed?"""
    if live.status not in (Status.SUBMITTED, Status.CONFIRMED) or if_match not in (None, live.tag):
        return False
    chombo = list(figures.chombo) or [0] * len(figures.points)
    return (live.points, live.chombo, live.leftover, live.imbalance) == (
        list(figures.points),
        chombo,
        figures.leftover,
        figures.imbalance,
    )


def _agree_with(live: Scoresheet, at: LockedTable, by: Actor) -> Scoresheet:
    """Confirm the sheet for this seat, if its word counts and is not given yet."""
    by_referee = at.tournament.confirmation_rule == Tournament.ConfirmationRule.REFEREE
    seat = by.seat_among(at.seats)
    if by_referee or seat is None or is_own_report(live, at.seats, seat, by):
        live.receipt = receipt_of(at.tournament.pk)
        return live
    return _confirm(live, at, by, as_referee=False)


def is_own_report(sheet: Scoresheet, seats: list[Seat], seat: Seat | None, by: Actor) -> bool:
    """Did the person at this seat report it, by this seat, their account, or another seat of the table?"""
    own_seat = seat is not None and sheet.reported_by_seat_id == seat.pk
    own_account = by.user is not None and sheet.reported_by_user_id == by.user.pk
    reporter = next((other for other in seats if other.pk == sheet.reported_by_seat_id), None)
    own_second_seat = reporter is not None and by.sits_on(reporter)
    return own_seat or own_account or own_second_seat


def _write(
    at: LockedTable,
    figures: Figures,
    by: Actor,
    *,
    confirm: Collection[str],
    status: Status = Status.SUBMITTED,
    reason: str = "",
    claimed_at: datetime | None = None,
) -> Scoresheet:
    """Write the next version with its scores, as the rulebook for a table of its size settles it."""
    rulebook, seats = at.rulebook, at.seats
    chombo = list(figures.chombo) or [0] * len(seats)
    if len(figures.points) != len(seats) or len(chombo) != len(seats):
        raise RulesRefuse(
            _("This table has %(seats)s players, but %(given)s results were given.")
            % {"seats": len(seats), "given": len(figures.points)},
            code="wrong_number_of_players",
            fields={"points": [_("one for each player, East first")]},
        )
    if figures.imbalance and not figures.imbalance_reason.strip():
        raise RulesRefuse(
            _("%(points)s points are missing. Please say why.") % {"points": in_figures(figures.imbalance)},
            code="imbalance_needs_a_reason",
            fields={"imbalance_reason": [_("This field is required.")]},
        )
    try:
        result = settle(
            rulebook, figures.points, leftover=figures.leftover, chombo=chombo, imbalance=figures.imbalance
        )
    except ScoringError as error:
        message = in_words(
            error, rulebook, points=figures.points, leftover=figures.leftover, imbalance=figures.imbalance
        )
        raise RulesRefuse(
            message, code=error.code, fields={field: [message] for field in error.fields}
        ) from error
    if figures.leftover % STICK and rulebook.result.kind == "points":
        message = _("Sticks left on the table are of 1,000 points each; %(points)s is no number of them.") % {
            "points": f"{figures.leftover:,}"
        }
        raise RulesRefuse(message, code="half_a_stick", fields={"leftover": [message]})
    refuse_in_doubt(
        impossible(rulebook, figures.points, chombo), strange(rulebook, figures.points, chombo), confirm
    )
    sheet = sheet_of(
        figures,
        table=at.table,
        version=at.last.version + 1 if at.last else 1,
        status=status,
        reason=reason,
        reported_by_seat=by.seat_among(seats),
        reported_by_user=by.user,
        claimed_at=claimed_at,
    )
    sheet.save(force_insert=True)
    sheet.written = Score.objects.bulk_create(scores_of(sheet, seats, at.table.round.stage_id, result))
    if at.last is None or at.last.status == Status.VOID:
        _count_reported(at, 1)
    return sheet


def _count_reported(at: LockedTable, games: int) -> None:
    """What counts for nothing is not waited for either."""
    if not at.table.is_unranked:
        GameCount.objects.count_reported(at.table.round.stage_id, games)


def _payload(sheet: Scoresheet, at: LockedTable) -> dict[str, object]:
    return payload_of(sheet, seats=at.seats, rulebook_hash=at.rulebook.hash())


def _written(sheet: Scoresheet, at: LockedTable) -> dict[str, object]:
    payload = written_payload_of(sheet, seats=at.seats, rulebook_hash=at.rulebook.hash())
    if at.hands is not None:
        # From here on the ledger seals the table's hands. Who of the staff entered them is no part of their hashes.
        count, last = at.hands
        users = HandRecord.objects.filter(table=at.table, user__isnull=False).values_list("number", "user")
        payload["hands"] = {"count": count, "hash": last, "users": list(map(list, users.order_by("number")))}
    return payload


def _stale(now: Scoresheet | None) -> StaleSheet:
    if now is None or not now.is_live:
        return StaleSheet(_("The result you saw no longer stands. Please open the table again."))
    message = _(
        "The result has changed since you opened it; version %(version)s stands now. Please look at it again."
    )
    return StaleSheet(message % {"version": now.version}, sheet=now)
