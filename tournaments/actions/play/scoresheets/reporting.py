"""What a table says of its game: report, confirm, dispute. No version of a sheet is ever edited: each report or
decision writes the next one.
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


# With what somebody's word on a result is recorded.
Word: TypeAlias = type[ResultAgreed] | type[ResultConfirmed] | type[PaperConfirmed]


@dataclass(frozen=True)
class Figures:
    """What stands on a scoresheet: points and chombo by wind (East first), sticks left on the table in points.

    `imbalance` is what is missing from the start total; it needs a reason.
    """

    points: Sequence[int]
    chombo: Sequence[int] = ()
    leftover: int = 0
    imbalance: int = 0
    imbalance_reason: str = ""


@dataclass(frozen=True)
class TableReport:
    """What a person says of a table: the figures, and what they had before them.

    `seated` are the entry ids that were seen, East first: other players at the table are refused. `if_match` is the
    tag of the live sheet that was seen. `confirm` are the codes (of `scoring.doubts.results`) of the strange figures
    that are meant.
    """

    figures: Figures
    seated: Sequence[int] | None = None
    if_match: str | None = None
    confirm: Collection[str] = ()


@dataclass(frozen=True)
class Agreement:
    """How far a reported sheet is from being confirmed.

    `missing` are the seats whose word can still count, East first; under the referee's rule there are none.
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
    """Take down what a table reports as a new version, waiting for confirmation.

    A table with a live sheet is refused (LiveSheetExists, with the sheet) unless the report names that sheet's tag;
    then, as long as it is not confirmed, the new version replaces it and earlier confirmations are void.
    Figures that no game ends with are refused; those that hardly any does, unless the report confirms them.
    With `same_agrees`, the figures of the live sheet reported once more are no new version: from another seat they
    confirm it as far as the tournament's rule lets a player confirm, from the same seat they change nothing. The
    live sheet is returned. All that is taken of `table` is its number; `permit` is asked under the lock.
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
    """Agree with exactly the version `if_match` names; once enough have, the result is confirmed.

    Who has to agree is a rule of the tournament: all other seats, k of them, or the referee. The person who
    reported never confirms. Agreeing twice is agreeing once. `permit` as in `report_sheet`.
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
    """Confirm the sheet for this seat, if its word counts and is not given yet."""
    by_referee = at.tournament.confirmation_rule == Rule.REFEREE
    seat = by.seat_among(at.seats)
    if by_referee or seat is None or is_own_report(live, at.seats, seat, by):
        live.receipt = receipt_of(at.tournament.pk)
        return live
    return confirm_locked(live, at, by, seat=seat)


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


def seen_version(sheet: Scoresheet, at: LockedTable, if_match: str) -> Scoresheet:
    """Return the sheet as it is now; refuse (StaleSheet) another version than the person saw."""
    live = at.last
    if live is None or live.pk != sheet.pk or not live.is_live or live.tag != if_match:
        raise stale(live)
    return live


def refuse_wrong_table(at: LockedTable, report: TableReport) -> None:
    """Refuse what was said of other players than sit here."""
    if report.seated is not None and list(report.seated) != [seat.entry_id for seat in at.seats]:
        raise RulesRefuse(
            _("The players at this table have changed. Please open the table again and check the names."),
            code="other_players_seated",
        )


def refuse_without_pin(at: LockedTable, by: Actor) -> None:
    """Refuse (NotAllowed) what would bind a player at the tablet of a table, unless somebody who sits here typed the
    PIN of their card: a name is tapped by anybody. A tablet without a seat is no referee either.
    """
    if by.user is not None or by.kiosk is None:
        return
    if not by.knows_pin or by.seat_among(at.seats) is None:
        raise NotAllowed(
            _("On a tablet, this needs the PIN on that player's card. Please enter it."),
            code="pin_missing",
        )


def refuse_unless(sheet: Scoresheet, action: SheetAction) -> None:
    """Refuse (StateRefuses) an action that a sheet of this status is not open to."""
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
    """Make room for the next version, when the sheet that stands is the one the person saw. Did one stand?"""
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
    """Do these figures say what the sheet says that waits for confirmation or has been confirmed?"""
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
    """Did the person at this seat report it, by this seat, their account, or another seat of the table?"""
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
    """Write the next version with its scores, as the rulebook for a table of its size settles it.

    `report_sheet` says what is refused.
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


def _settle(at: LockedTable, figures: Figures, confirm: Collection[str]) -> Result:
    """Refuse what cannot be, and what hardly can unless its code is in `confirm`; return what comes of the rest."""
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
        message = _("Each stick left on the table is worth 1,000 points, so %(points)s is not possible.") % {
            "points": f"{figures.leftover:,}"
        }
        raise RulesRefuse(message, code="half_a_stick", fields={"leftover": [message]})
    refuse_in_doubt(
        impossible(rulebook, figures.points, chombo), strange(rulebook, figures.points, chombo), confirm
    )
    return result


def sheet_of(
    figures: Figures, *, table: Table, version: int, status: Scoresheet.Status, **about: object
) -> Scoresheet:
    """Return the unsaved version of a table's sheet with these figures; `about` are its other fields."""
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
    """Return the unsaved score of each seat as `scoring` settled the sheet. Expects `seat.entry` to be loaded."""
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
    """Record what was done with a version that stands; the sheet then carries its receipt."""
    return _record(sheet, event(**stood_payload(sheet, at), **more), at, by)


def stood_payload(sheet: Scoresheet, at: LockedTable) -> dict[str, Any]:
    """What the ledger keeps of an action with a version that was there before."""
    return payload_of(sheet, seats=at.seats, rulebook_hash=at.rulebook.hash())


def record_version(
    sheet: Scoresheet, event: Callable[..., Event], at: LockedTable, by: Actor, **more: Any
) -> Scoresheet:
    """Record a version that was written just now, with all that stands on it; the sheet then carries its receipt."""
    payload = written_payload_of(sheet, seats=at.seats, rulebook_hash=at.rulebook.hash())
    # From here on the ledger seals the table's hands.
    return _record(sheet, event(**payload, hands=sealed_hands(at), **more), at, by)


def _record(sheet: Scoresheet, event: Event, at: LockedTable, by: Actor) -> Scoresheet:
    entry = record(event, tournament_id=at.tournament.pk, by=by, seen=at.ledger)
    sheet.receipt = entry.receipt
    return sheet


def payload_of(sheet: Scoresheet, *, seats: Sequence[Seat], rulebook_hash: str) -> dict[str, Any]:
    """What the ledger keeps of a sheet: opaque ids and figures, enough to see any later change.

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
    """What the ledger keeps of a sheet when it is written, besides: whose chairs these were, who reported, when."""
    return {
        **payload_of(sheet, seats=seats, rulebook_hash=rulebook_hash),
        "seats": [seat.pk for seat in seats],
        "by_seat": sheet.reported_by_seat_id,
        "by_user": sheet.reported_by_user_id,
        "imbalance_reason": sheet.imbalance_reason,
        "claimed_at": instant(sheet.claimed_at.astimezone(UTC)) if sheet.claimed_at else None,
    }


def stale(now: Scoresheet | None) -> StaleSheet:
    """The refusal for whoever saw another version than stands `now`."""
    if now is None or not now.is_live:
        return StaleSheet(_("The result you saw is no longer valid. Please open the table again."))
    message = _(
        "The result has changed since you opened it; it is now version %(version)s. Please check it again."
    )
    return StaleSheet(message % {"version": now.version}, sheet=now)
