"""From a table's report to a confirmed result: report, confirm, dispute, correct, void."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
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
    RoundClosed,
    RulesRefuse,
    StaleSheet,
    StateRefuses,
)
from tournaments.actions.ledger import receipt_of, record
from tournaments.actions.locks import lock_table
from tournaments.actions.play.confirmation_rule import needed
from tournaments.actions.play.game_counts import count_reported
from tournaments.actions.play.reported_points import (
    Figures,
    payload_of,
    scores_of,
    sheet_of,
    written_payload_of,
)
from tournaments.actions.reasons import reason_of, required_reason
from tournaments.actions.rules_wording import in_words
from tournaments.actions.states import REPORTABLE, SHEET, SheetAction
from tournaments.models import Confirmation, Round, Score, Scoresheet, Seat, Table, Tournament
from tournaments.models.ledger_kinds import Kind
from web.figures import in_figures

Status = Scoresheet.Status


@transaction.atomic
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
) -> Scoresheet:
    """Take down what a table reports as a new version, waiting for confirmation.

    `seated` are the entry ids the reporter saw, East first: a phone on the wrong table's page is refused.
    A table with a live sheet is refused (LiveSheetExists, with the sheet) unless `if_match` names that sheet's
    tag; then, as long as it is not confirmed, the new version replaces it and earlier confirmations are void.
    Figures that no game ends with are refused; those that hardly any does, unless their code (of
    `scoring.doubts.results`) is in `confirm`.
    With `same_agrees`, the figures of the live sheet reported once more are no new version: from another seat they
    confirm it as far as the tournament's rule lets a player confirm, from the same seat they change nothing. The
    live sheet is returned.
    """
    table = lock_table(table.pk)
    _refuse_unless_running(table.round)
    seats = seats_of(table)
    _refuse_wrong_table(seats, seated)
    last = last_sheet(table)
    if same_agrees and last is not None and is_same_report(last, figures, if_match):
        return _agree_with(last, seats, by)
    if last is not None and last.is_live:
        _replace(last, "report", if_match)
    elif if_match is not None:
        raise _stale(last)
    sheet = _write(table, seats, figures, last, by, confirm=confirm, claimed_at=claimed_at)
    sheet.receipt = record(
        tournament_id=_tournament_of(table).pk, kind=Kind.REPORTED, payload=_written(sheet, seats), by=by
    ).receipt
    return sheet


@transaction.atomic
def confirm_sheet(*, sheet: Scoresheet, if_match: str, by: Actor, as_referee: bool = False) -> Scoresheet:
    """Agree with exactly the version `if_match` names; once enough have, the result is confirmed.

    Who has to agree is a rule of the tournament: all other seats, k of them, or the referee. The person who
    reported never confirms. Agreeing twice is agreeing once.
    """
    table, sheet = _lock_sheet(sheet, if_match)
    tournament = _tournament_of(table)
    if sheet.status == Status.CONFIRMED:
        sheet.receipt = receipt_of(tournament.pk)
        return sheet
    _refuse_unless(sheet, "confirm")
    _refuse_unless_running(table.round)
    seats = seats_of(table)
    seat = None if as_referee else by.seat_among(seats)
    if is_own_report(sheet, seats, seat, by):
        raise NotAllowed(_("You reported this result; somebody else has to confirm it."), code="own_report")
    if seat is None:
        Confirmation.objects.create(sheet=sheet, user=by.user)
    elif tournament.confirmation_rule == Tournament.ConfirmationRule.REFEREE:
        raise NotAllowed(_("In this tournament the referee confirms results. Please call the referee."))
    elif not Confirmation.objects.get_or_create(sheet=sheet, seat=seat, defaults={"user": by.user})[1]:
        sheet.receipt = receipt_of(tournament.pk)
        return sheet
    is_enough = seat is None or _confirmations(sheet) >= needed(tournament, sheet, seats)
    if is_enough:
        sheet.status = Status.CONFIRMED
        sheet.save(update_fields=["status"])
        sheet.scores.update(counts=True)
    sheet.receipt = record(
        tournament_id=tournament.pk,
        kind=Kind.CONFIRMED if is_enough else Kind.AGREED,
        payload={**_payload(sheet, seats), "seat": seat.pk if seat else None},
        by=by,
    ).receipt
    return sheet


@transaction.atomic
def dispute_sheet(*, sheet: Scoresheet, if_match: str, reason: str, by: Actor) -> Scoresheet:
    """Say that a reported result is wrong. It then waits for a new report or for the referee."""
    table, sheet = _lock_sheet(sheet, if_match)
    _refuse_unless(sheet, "dispute")
    _refuse_unless_running(table.round)
    reason = required_reason(reason, _("what is wrong"))
    seats = seats_of(table)
    sheet.status = Status.DISPUTED
    sheet.dispute_reason = reason
    sheet.save(update_fields=["status", "dispute_reason"])
    seat = by.seat_among(seats)
    sheet.receipt = record(
        tournament_id=_tournament_of(table).pk,
        kind=Kind.DISPUTED,
        payload={**_payload(sheet, seats), "seat": seat.pk if seat else None, "reason": reason},
        by=by,
    ).receipt
    return sheet


@transaction.atomic
def correct_sheet(
    *,
    table: Table,
    figures: Figures,
    by: Actor,
    reason: str = "",
    seated: Sequence[int] | None = None,
    if_match: str | None = None,
    confirm: Collection[str] = (),
) -> Scoresheet:
    """The referee decides what a table's result is; it is confirmed at once and says why.

    With a live sheet, `if_match` must name it, and a reason is required; the old version is kept. Without one (a
    signed paper sheet handed in) `if_match` must be absent, and without a reason the sheet says that it is from
    paper. Works until and after the round is closed. `seated` and `confirm` as in `report_sheet`.
    """
    table = lock_table(table.pk)
    _refuse_before_start(table.round)
    seats = seats_of(table)
    _refuse_wrong_table(seats, seated)
    last = last_sheet(table)
    if last is not None and last.is_live:
        _replace(last, "correct", if_match)
        reason = required_reason(reason, _("why the result is decided"))
    elif if_match is not None:
        raise _stale(last)
    reason = reason_of(reason) or _("from the paper sheet")
    sheet = _write(table, seats, figures, last, by, confirm=confirm, status=Status.CONFIRMED, reason=reason)
    sheet.receipt = record(
        tournament_id=_tournament_of(table).pk,
        kind=Kind.CORRECTED,
        payload={**_written(sheet, seats), "reason": reason},
        by=by,
    ).receipt
    return sheet


@transaction.atomic
def void_sheet(*, sheet: Scoresheet, if_match: str, reason: str, by: Actor) -> Scoresheet:
    """The referee takes a result out. The version is kept; the table may report again."""
    table, sheet = _lock_sheet(sheet, if_match)
    reason = required_reason(reason, _("why the result does not stand"))
    _refuse_unless(sheet, "void")
    sheet.status = Status.VOID
    sheet.reason = reason
    sheet.save(update_fields=["status", "reason"])
    sheet.scores.all().delete()
    count_reported(table.round.stage_id, -1)
    sheet.receipt = record(
        tournament_id=_tournament_of(table).pk,
        kind=Kind.VOIDED,
        payload={**_payload(sheet, seats_of(table)), "reason": reason},
        by=by,
    ).receipt
    return sheet


def _lock_sheet(sheet: Scoresheet, if_match: str) -> tuple[Table, Scoresheet]:
    """Lock the table before reading the sheet again; refuses another version than the person saw."""
    table = lock_table(sheet.table_id)
    sheet = Scoresheet.objects.get(pk=sheet.pk)
    if not sheet.is_live or sheet.tag != if_match:
        raise _stale(last_sheet(table))
    sheet.table = table
    return table, sheet


def _tournament_of(table: Table) -> Tournament:
    return table.round.stage.tournament


def seats_of(table: Table) -> list[Seat]:
    return list(table.seats.select_related("entry__player").order_by("wind"))


def last_sheet(table: Table) -> Scoresheet | None:
    return table.scoresheets.order_by("-version").first()


def _refuse_unless_running(round_: Round) -> None:
    if round_.status in REPORTABLE:
        return
    if round_.status == Round.Status.CLOSED:
        raise RoundClosed(_("This round is closed. Please ask the referee, who can still correct a result."))
    raise RoundClosed(
        _("This round has not started yet. Results can be entered once it has."), code="round_not_started"
    )


def _refuse_before_start(round_: Round) -> None:
    if round_.status not in (Round.Status.STARTED, Round.Status.CLOSED):
        _refuse_unless_running(round_)


def _refuse_wrong_table(seats: list[Seat], seated: Sequence[int] | None) -> None:
    if seated is not None and list(seated) != [seat.entry_id for seat in seats]:
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


def _replace(live: Scoresheet, action: SheetAction, if_match: str | None) -> None:
    """Make room for the next version, when the sheet that stands is the one the person saw."""
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


def _agree_with(live: Scoresheet, seats: list[Seat], by: Actor) -> Scoresheet:
    """Confirm the sheet for this seat, if its word counts and is not given yet."""
    tournament = _tournament_of(live.table)
    by_referee = tournament.confirmation_rule == Tournament.ConfirmationRule.REFEREE
    seat = by.seat_among(seats)
    if by_referee or seat is None or is_own_report(live, seats, seat, by):
        live.receipt = receipt_of(tournament.pk)
        return live
    return confirm_sheet(sheet=live, if_match=live.tag, by=by)


def is_own_report(sheet: Scoresheet, seats: list[Seat], seat: Seat | None, by: Actor) -> bool:
    """Did the person at this seat report it, by this seat, their account, or another seat of the table?"""
    own_seat = seat is not None and sheet.reported_by_seat_id == seat.pk
    own_account = by.user is not None and sheet.reported_by_user_id == by.user.pk
    reporter = next((other for other in seats if other.pk == sheet.reported_by_seat_id), None)
    own_second_seat = reporter is not None and by.sits_on(reporter)
    return own_seat or own_account or own_second_seat


def _confirmations(sheet: Scoresheet) -> int:
    return sheet.confirmations.exclude(seat=None).count()


def _write(
    table: Table,
    seats: list[Seat],
    figures: Figures,
    last: Scoresheet | None,
    by: Actor,
    *,
    confirm: Collection[str],
    status: Status = Status.SUBMITTED,
    reason: str = "",
    claimed_at: datetime | None = None,
) -> Scoresheet:
    """Write the next version with its scores, as the rulebook for a table of its size settles it."""
    rulebook = _tournament_of(table).rulebook_for(len(seats))
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
        table=table,
        version=last.version + 1 if last else 1,
        status=status,
        reason=reason,
        reported_by_seat=by.seat_among(seats),
        reported_by_user=by.user,
        claimed_at=claimed_at,
    )
    sheet.save(force_insert=True)
    sheet.written = Score.objects.bulk_create(scores_of(sheet, seats, table.round.stage_id, result))
    if last is None or last.status == Status.VOID:
        count_reported(table.round.stage_id, 1)
    return sheet


def _payload(sheet: Scoresheet, seats: list[Seat]) -> dict[str, object]:
    return payload_of(sheet, seats=seats, rulebook_hash=_rulebook_hash(sheet, seats))


def _written(sheet: Scoresheet, seats: list[Seat]) -> dict[str, object]:
    return written_payload_of(sheet, seats=seats, rulebook_hash=_rulebook_hash(sheet, seats))


def _rulebook_hash(sheet: Scoresheet, seats: list[Seat]) -> str:
    return _tournament_of(sheet.table).rulebook_for(len(seats)).hash()


def _stale(now: Scoresheet | None) -> StaleSheet:
    if now is None or not now.is_live:
        return StaleSheet(_("The result you saw no longer stands. Please open the table again."))
    message = _(
        "The result has changed since you opened it; version %(version)s stands now. Please look at it again."
    )
    return StaleSheet(message % {"version": now.version}, sheet=now)
