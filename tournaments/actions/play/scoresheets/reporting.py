"""What a table reports: report, confirm, dispute. Versions of a sheet are never edited: each report or decision
writes a new one.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from scoring.doubts.results import impossible, strange
from scoring.errors import ScoringError
from scoring.hand.payment import STICK
from scoring.result.result import Result, settle
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import refuse_in_doubt
from tournaments.actions.errors import LiveSheetExists, NotAllowed, RulesRefuse, StaleSheet, StateRefuses
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.ledger import receipt_of, record
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
    sealed_hands,
)
from tournaments.actions.reasons import reason_of, required_reason
from tournaments.actions.states import SHEET, SheetAction
from tournaments.actions.wording.rules import in_words
from tournaments.models import Confirmation, Score, Scoresheet, Seat, Table, Tournament, Wind
from tournaments.models.events import Event
from tournaments.models.fast_sql.writing import InsertedRows
from tournaments.models.ledger import instant
from tournaments.models.play.events import (
    PaperConfirmed,
    ResultAgreed,
    ResultConfirmed,
    ResultDisputed,
    ResultReported,
)
from web.text.figures import in_figures

Rule = Tournament.ConfirmationRule
Status = Scoresheet.Status
SHEETS, SCORES = InsertedRows(Scoresheet), InsertedRows(Score, same=("sheet", "stage", "counts"))


# The events that record agreement with a result.
Word: TypeAlias = type[ResultAgreed] | type[ResultConfirmed] | type[PaperConfirmed]


@dataclass(frozen=True)
class Figures:
    """The figures of a scoresheet: points and chombo by wind (East first), sticks left on the table in points.

    `imbalance` is what is missing from the starting total; it needs a reason.
    """

    points: Sequence[int]
    chombo: Sequence[int] = ()
    leftover: int = 0
    imbalance: int = 0
    imbalance_reason: str = ""


@dataclass(frozen=True)
class TableReport:
    """A person's report for a table: the figures, and the state they saw.

    `seated` are the entry ids shown, East first; refused if others sit there. `if_match` is the tag of the live sheet
    shown. `confirm` holds codes of `scoring.doubts.results` for unusual figures that are meant.
    """

    figures: Figures
    seated: Sequence[int] | None = None
    if_match: str | None = None
    confirm: Collection[str] = ()


@dataclass(frozen=True)
class Agreement:
    """What a reported sheet still needs to be confirmed.

    `missing` are the seats that can still confirm, East first; none if the referee confirms.
    """

    needed: int
    given: int
    missing: tuple[Seat, ...]
    by_referee: bool


@one_transaction
def report_sheet(
    *,
    table: Table,
    report: TableReport,
    by: Actor,
    claimed_at: datetime | None = None,
    same_agrees: bool = False,
    permit: Permit = permitted_already,
) -> Scoresheet:
    """Store a table's report as a new version that awaits confirmation.

    If there is a live sheet, raises LiveSheetExists with it unless the report names its tag; then, while it is not
    confirmed, the new version replaces it and voids earlier confirmations. Impossible figures are refused, unlikely
    ones unless the report confirms them. With `same_agrees`, repeating the figures of the live sheet writes no new
    version: another seat thereby confirms it as far as players may confirm, the same seat changes nothing. Returns
    the live sheet. Only the id of `table` is used; `permit` is called under the lock.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    refuse_without_pin(at, by)
    refuse_unless_running(at)
    refuse_wrong_table(at, report)
    if same_agrees and at.last is not None and is_same_report(at.last, report):
        return _agree_with(at.last, at, by)
    make_room(at, "report", report.if_match)
    sheet = write_version(at, report, by, claimed_at=claimed_at)
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
    """Agree with exactly the version `if_match`; the result is confirmed once enough have agreed.

    The tournament's rule says who has to agree: all other seats, k of them, or the referee. The reporter never
    confirms. Idempotent. `permit` as in `report_sheet`.
    """
    at = lock_and_look(by, sheet=sheet.pk)
    permit(at)
    refuse_without_pin(at, by)
    sheet = seen_version(sheet, at, if_match)
    return confirm_locked(sheet, at, by, seat=None if as_referee else by.seat_among(at.seats))


@one_transaction
def dispute_sheet(
    *, sheet: Scoresheet, if_match: str, reason: str, by: Actor, permit: Permit = permitted_already
) -> Scoresheet:
    """Dispute a reported result. It then waits for a new report or for the referee."""
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


def confirm_locked(
    sheet: Scoresheet, at: LockedTable, by: Actor, *, seat: Seat | None, event: Word = ResultConfirmed
) -> Scoresheet:
    """Agree for a seat, or for the staff if there is none, which is enough and recorded as this `event`."""
    word = agree_locked(sheet, at, by, seat=seat, event=event)
    if word is None:
        sheet.receipt = receipt_of(at.tournament.pk)
        return sheet
    return record_action(sheet, word, at, by, seat=seat.pk if seat else None)


def agree_locked(
    sheet: Scoresheet, at: LockedTable, by: Actor, *, seat: Seat | None, event: Word = ResultConfirmed
) -> Word | None:
    """Store that a seat or the staff agrees; return the event still to be recorded, None if it had agreed already."""
    if sheet.status == Status.CONFIRMED:
        return None
    refuse_unless(sheet, "confirm")
    refuse_unless_running(at)
    if is_own_report(sheet, at.seats, seat, by):
        raise NotAllowed(_("You reported this result; someone else must confirm it."), code="own_report")
    if seat is not None and at.tournament.confirmation_rule == Rule.REFEREE:
        raise NotAllowed(_("In this tournament the referee confirms results. Please call the referee."))
    if seat is not None and seat.pk in at.agreed:
        return None
    Confirmation.objects.create(sheet=sheet, seat=seat, user=by.user)
    sheet.written, sheet.confirmed_by = at.scores, [*at.agreed, seat.pk if seat else None]
    is_enough = seat is None or len(sheet.confirmed_by) >= needed(at.tournament, sheet, at.seats)
    if not is_enough:
        return ResultAgreed
    sheet.status = Status.CONFIRMED
    sheet.save(update_fields=["status"])
    return event


def _agree_with(live: Scoresheet, at: LockedTable, by: Actor) -> Scoresheet:
    """Confirm the sheet for this seat if its agreement counts and is still missing."""
    by_referee = at.tournament.confirmation_rule == Rule.REFEREE
    seat = by.seat_among(at.seats)
    if by_referee or seat is None or is_own_report(live, at.seats, seat, by):
        live.receipt = receipt_of(at.tournament.pk)
        return live
    return confirm_locked(live, at, by, seat=seat)


def needed(tournament: Tournament, sheet: Scoresheet, seats: Sequence[Seat]) -> int:
    """Return how many seats have to agree, at most all except the reporter's."""
    others = len(seats) - (sheet.reported_by_seat_id is not None)
    if tournament.confirmation_rule == Rule.K_OF_N:
        return min(tournament.confirmations_needed or others, others)
    return others


def agreement(
    tournament: Tournament, sheet: Scoresheet, seats: Sequence[Seat], agreed: Collection[int]
) -> Agreement:
    """Return which seats are missing on a sheet; `agreed` are the ids of seats that confirmed it."""
    by_referee = tournament.confirmation_rule == Rule.REFEREE
    if sheet.status != Scoresheet.Status.SUBMITTED:
        return Agreement(0, len(agreed), (), by_referee)
    if by_referee:
        return Agreement(1, 0, (), by_referee)
    missing = tuple(seat for seat in seats if seat.pk != sheet.reported_by_seat_id and seat.pk not in agreed)
    return Agreement(needed(tournament, sheet, seats), len(agreed), missing, by_referee)


def seen_version(sheet: Scoresheet, at: LockedTable, if_match: str) -> Scoresheet:
    """Return the sheet as it is now; raises StaleSheet unless it is the version shown."""
    live = at.last
    if live is None or live.pk != sheet.pk or not live.is_live or live.tag != if_match:
        raise stale(live)
    return live


def refuse_wrong_table(at: LockedTable, report: TableReport) -> None:
    """Refuse a report about other players than those seated here."""
    if report.seated is not None and list(report.seated) != [seat.entry_id for seat in at.seats]:
        raise RulesRefuse(
            _("The players at this table have changed. Please open the table again and check the names."),
            code="other_players_seated",
        )


def refuse_without_pin(at: LockedTable, by: Actor) -> None:
    """Raise NotAllowed for what would bind a player at a table tablet unless a player seated here typed their card's
    PIN: anyone can tap a name. A tablet without a seat is no referee either.
    """
    if by.user is not None or by.kiosk is None:
        return
    if not by.knows_pin or by.seat_among(at.seats) is None:
        raise NotAllowed(
            _("On a tablet, this needs the PIN on that player's card. Please enter it."),
            code="pin_missing",
        )


def refuse_unless(sheet: Scoresheet, action: SheetAction) -> None:
    """Raise StateRefuses if a sheet of this status does not allow the action."""
    if (sheet.status, action) not in SHEET:
        if sheet.status == Status.DISPUTED:
            message = _(
                "This result is disputed. Agree at the table and enter it again, or call the referee."
            )
        else:
            message = _("This result is %(status)s, so this is not possible. The referee can correct it.")
        raise StateRefuses(
            message % {"status": sheet.get_status_display().lower()},
            code=f"sheet_{sheet.status}",
            sheet=sheet,
        )


def make_room(at: LockedTable, action: SheetAction, if_match: str | None) -> bool:
    """Make room for the next version if the live sheet is the one shown. Return whether there was one."""
    live = at.last
    if live is None or not live.is_live:
        if if_match is not None:
            raise stale(live)
        return False
    if if_match is None:
        message = _("This table already has a result (version %(version)s). Please confirm or dispute it.")
        raise LiveSheetExists(message % {"version": live.version}, sheet=live)
    if live.tag != if_match:
        raise stale(live)
    refuse_unless(live, action)
    live.status = SHEET[live.status, action]
    live.save(update_fields=["status"])
    live.scores.all().delete()
    return True


def is_same_report(live: Scoresheet, report: TableReport) -> bool:
    """Whether these figures match the waiting or confirmed sheet."""
    if live.status not in (Status.SUBMITTED, Status.CONFIRMED) or report.if_match not in (None, live.tag):
        return False
    figures = report.figures
    chombo = list(figures.chombo) or [0] * len(figures.points)
    return (live.points, live.chombo, live.leftover, live.imbalance) == (
        list(figures.points),
        chombo,
        figures.leftover,
        figures.imbalance,
    )


def is_own_report(sheet: Scoresheet, seats: list[Seat], seat: Seat | None, by: Actor) -> bool:
    """Whether the person at this seat reported it: from this seat, their account, or another seat of the table."""
    own_seat = seat is not None and sheet.reported_by_seat_id == seat.pk
    own_account = by.user is not None and sheet.reported_by_user_id == by.user.pk
    reporter = next((other for other in seats if other.pk == sheet.reported_by_seat_id), None)
    own_second_seat = reporter is not None and by.sits_on(reporter)
    return own_seat or own_account or own_second_seat


def write_version(
    at: LockedTable,
    report: TableReport,
    by: Actor,
    *,
    status: Status = Status.SUBMITTED,
    reason: str = "",
    claimed_at: datetime | None = None,
) -> Scoresheet:
    """Write the next version with its scores, settled by the rulebook for the table's size.

    Refuses what `report_sheet` does.
    """
    result = _settle(at, report.figures, report.confirm)
    sheet = sheet_of(
        report.figures,
        table=at.table,
        version=at.last.version + 1 if at.last else 1,
        status=status,
        reason=reason,
        reported_by_seat=by.seat_among(at.seats),
        reported_by_user=by.user,
        claimed_at=claimed_at,
    )
    SHEETS.insert([sheet])
    sheet.written = scores_of(sheet, at.seats, at.table.round.stage_id, result)
    SCORES.insert(sheet.written)
    return sheet


def write_version_again(at: LockedTable) -> Scoresheet:
    """Write the figures of the last version, which no longer counts, once more for its reporter; it then waits."""
    last = at.last
    assert last is not None
    figures = Figures(last.points, last.chombo, last.leftover, last.imbalance, last.imbalance_reason)
    sheet = sheet_of(
        figures,
        table=at.table,
        version=last.version + 1,
        status=Status.SUBMITTED,
        reported_by_seat_id=last.reported_by_seat_id,
        reported_by_user_id=last.reported_by_user_id,
        claimed_at=last.claimed_at,
    )
    result = _settle_by_rules(at, figures, last.chombo)
    SHEETS.insert([sheet])
    sheet.written = scores_of(sheet, at.seats, at.table.round.stage_id, result)
    SCORES.insert(sheet.written)
    return sheet


def _settle(at: LockedTable, figures: Figures, confirm: Collection[str]) -> Result:
    """Settle the figures; refuses impossible ones, and unlikely ones unless their code is in `confirm`."""
    rulebook, seats = at.rulebook, at.seats
    chombo = list(figures.chombo) or [0] * len(seats)
    if len(figures.points) != len(seats) or len(chombo) != len(seats):
        raise RulesRefuse(
            _("This table has %(seats)s players, but %(given)s results were given.")
            % {"seats": len(seats), "given": len(figures.points)},
            code="wrong_number_of_players",
            fields={"points": [_("one result for each player, East first")]},
        )
    if figures.imbalance and not figures.imbalance_reason.strip():
        raise RulesRefuse(
            _("%(points)s points are missing. Please give the reason.")
            % {"points": in_figures(figures.imbalance)},
            code="imbalance_needs_a_reason",
            fields={"imbalance_reason": [_("This field is required.")]},
        )
    result = _settle_by_rules(at, figures, chombo)
    if figures.leftover % STICK and rulebook.result.kind == "points":
        message = _("Each stick left on the table is worth 1,000 points, so %(points)s is not possible.") % {
            "points": f"{figures.leftover:,}"
        }
        raise RulesRefuse(message, code="half_a_stick", fields={"leftover": [message]})
    refuse_in_doubt(
        impossible(rulebook, figures.points, chombo), strange(rulebook, figures.points, chombo), confirm
    )
    return result


def _settle_by_rules(at: LockedTable, figures: Figures, chombo: Sequence[int]) -> Result:
    """Settle the figures by the table's rulebook; refuses what it does not allow."""
    rulebook = at.rulebook
    try:
        return settle(
            rulebook, figures.points, leftover=figures.leftover, chombo=chombo, imbalance=figures.imbalance
        )
    except ScoringError as error:
        message = in_words(
            error, rulebook, points=figures.points, leftover=figures.leftover, imbalance=figures.imbalance
        )
        raise RulesRefuse(
            message, code=error.code, fields={field: [message] for field in error.fields}
        ) from error


def sheet_of(
    figures: Figures, *, table: Table, version: int, status: Scoresheet.Status, **about: object
) -> Scoresheet:
    """Return an unsaved version of a table's sheet with these figures; `about` are its other fields."""
    return Scoresheet(
        table=table,
        version=version,
        status=status,
        **{wind.key: points for wind, points in zip(Wind, figures.points, strict=False)},
        **{f"{wind.key}_chombo": count for wind, count in zip(Wind, figures.chombo, strict=False)},
        leftover=figures.leftover,
        imbalance=figures.imbalance,
        imbalance_reason=reason_of(figures.imbalance_reason),
        start_total=sum(figures.points) + figures.leftover + figures.imbalance,
        **about,
    )


def scores_of(sheet: Scoresheet, seats: Sequence[Seat], stage_id: int, result: Result) -> list[Score]:
    """Return the unsaved score of each seat as settled by `scoring`. `seat.entry` must be loaded."""
    return [
        Score(
            sheet=sheet,
            seat=seat,
            stage_id=stage_id,
            entry_id=seat.entry.counts_for,
            counts=sheet.status == Scoresheet.Status.CONFIRMED and not sheet.table.is_unranked,
            place=share.place,
            points=share.points,
            base=share.base,
            uma=share.uma,
            oka=share.oka,
            leftover=share.leftover,
            chombo=share.chombo,
            total=share.total,
        )
        for seat, share in zip(seats, result.seats, strict=True)
    ]


def record_action(
    sheet: Scoresheet, event: Callable[..., Event], at: LockedTable, by: Actor, **more: Any
) -> Scoresheet:
    """Record an action on an existing version; the sheet then carries its receipt."""
    return _record(sheet, event(**stood_payload(sheet, at), **more), at, by)


def stood_payload(sheet: Scoresheet, at: LockedTable) -> dict[str, Any]:
    """Return the ledger payload of an action on an existing version."""
    return payload_of(sheet, seats=at.seats, rulebook_hash=at.rulebook.hash())


def record_version(
    sheet: Scoresheet, event: Callable[..., Event], at: LockedTable, by: Actor, **more: Any
) -> Scoresheet:
    """Record a version just written, with its content; the sheet then carries its receipt."""
    payload = written_payload_of(sheet, seats=at.seats, rulebook_hash=at.rulebook.hash())
    # From here on the ledger seals the table's hands.
    return _record(sheet, event(**payload, hands=sealed_hands(at), **more), at, by)


def _record(sheet: Scoresheet, event: Event, at: LockedTable, by: Actor) -> Scoresheet:
    entry = record(event, tournament_id=at.tournament.pk, by=by, seen=at.ledger)
    sheet.receipt = entry.receipt
    return sheet


def payload_of(sheet: Scoresheet, *, seats: Sequence[Seat], rulebook_hash: str) -> dict[str, Any]:
    """Return the ledger payload of a sheet: opaque ids and figures, enough to detect any later change.

    `seats` are the table's, East first.
    """
    return {
        "table": sheet.table_id,
        "sheet": sheet.pk,
        "version": sheet.version,
        "status": sheet.status,
        "tag": sheet.tag,
        "entries": [seat.entry_id for seat in seats],
        "points": sheet.points,
        "chombo": sheet.chombo,
        "leftover": sheet.leftover,
        "imbalance": sheet.imbalance,
        "rulebook": rulebook_hash,
    }


def written_payload_of(sheet: Scoresheet, *, seats: Sequence[Seat], rulebook_hash: str) -> dict[str, Any]:
    """Return what the ledger adds when a sheet is written: whose seats these were, who reported, when."""
    return {
        **payload_of(sheet, seats=seats, rulebook_hash=rulebook_hash),
        "seats": [seat.pk for seat in seats],
        "by_seat": sheet.reported_by_seat_id,
        "by_user": sheet.reported_by_user_id,
        "imbalance_reason": sheet.imbalance_reason,
        "claimed_at": instant(sheet.claimed_at.astimezone(UTC)) if sheet.claimed_at else None,
    }


def stale(now: Scoresheet | None) -> StaleSheet:
    """Return the refusal for a caller who saw another version than `now`."""
    if now is None or not now.is_live:
        return StaleSheet(_("The result you saw is no longer valid. Please open the table again."))
    message = _(
        "The result has changed since you opened it; it is now version %(version)s. Please check it again."
    )
    return StaleSheet(message % {"version": now.version}, sheet=now)
