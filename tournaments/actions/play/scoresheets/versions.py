"""Versions of a scoresheet. None is ever edited: whatever is reported or decided is the next one."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.doubts.results import impossible, strange
from scoring.errors import ScoringError
from scoring.hand.payment import STICK
from scoring.result.result import Result, settle
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import refuse_in_doubt
from tournaments.actions.errors import LiveSheetExists, NotAllowed, RulesRefuse, StaleSheet, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.play.locked_tables import LockedTable, sealed_hands
from tournaments.actions.play.scoresheets.reported_points import (
    Figures,
    payload_of,
    scores_of,
    sheet_of,
    written_payload_of,
)
from tournaments.actions.states import SHEET, SheetAction
from tournaments.actions.wording.rules import in_words
from tournaments.models import Score, Scoresheet, Seat
from tournaments.models.events import Event
from tournaments.models.inserted_rows import InsertedRows
from web.text.figures import in_figures

Status = Scoresheet.Status
SHEETS, SCORES = InsertedRows(Scoresheet), InsertedRows(Score, same=("sheet", "stage", "counts"))


def seen_version(sheet: Scoresheet, at: LockedTable, if_match: str) -> Scoresheet:
    """Return the sheet as it is now; refuse (StaleSheet) another version than the person saw."""
    live = at.last
    if live is None or live.pk != sheet.pk or not live.is_live or live.tag != if_match:
        raise stale(live)
    return live


def refuse_wrong_table(at: LockedTable, seated: Sequence[int] | None) -> None:
    """Refuse what was said of other players than sit here; `seated` as in `report_sheet`."""
    if seated is not None and list(seated) != [seat.entry_id for seat in at.seats]:
        raise RulesRefuse(
            _("Other players sit at this table now. Please open the table again and check the names."),
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
            _("At a tablet this takes the PIN on the card of the player who says so. Please type it."),
            code="pin_missing",
        )


def refuse_unless(sheet: Scoresheet, action: SheetAction) -> None:
    """Refuse (StateRefuses) an action that a sheet of this status is not open to."""
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


def make_room(at: LockedTable, action: SheetAction, if_match: str | None) -> bool:
    """Make room for the next version, when the sheet that stands is the one the person saw. Did one stand?"""
    live = at.last
    if live is None or not live.is_live:
        if if_match is not None:
            raise stale(live)
        return False
    if if_match is None:
        message = _(
            "A result of this table is here already (version %(version)s). Please confirm or dispute it."
        )
        raise LiveSheetExists(message % {"version": live.version}, sheet=live)
    if live.tag != if_match:
        raise stale(live)
    refuse_unless(live, action)
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


def is_own_report(sheet: Scoresheet, seats: list[Seat], seat: Seat | None, by: Actor) -> bool:
    """Did the person at this seat report it, by this seat, their account, or another seat of the table?"""
    own_seat = seat is not None and sheet.reported_by_seat_id == seat.pk
    own_account = by.user is not None and sheet.reported_by_user_id == by.user.pk
    reporter = next((other for other in seats if other.pk == sheet.reported_by_seat_id), None)
    own_second_seat = reporter is not None and by.sits_on(reporter)
    return own_seat or own_account or own_second_seat


def write_version(
    at: LockedTable,
    figures: Figures,
    by: Actor,
    *,
    confirm: Collection[str],
    status: Status = Status.SUBMITTED,
    reason: str = "",
    claimed_at: datetime | None = None,
) -> Scoresheet:
    """Write the next version with its scores, as the rulebook for a table of its size settles it.

    `confirm` as in `report_sheet`, which says what is refused.
    """
    result = _settle(at, figures, confirm)
    sheet = sheet_of(
        figures,
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
    return result


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


def stale(now: Scoresheet | None) -> StaleSheet:
    """The refusal for whoever saw another version than stands `now`."""
    if now is None or not now.is_live:
        return StaleSheet(_("The result you saw no longer stands. Please open the table again."))
    message = _(
        "The result has changed since you opened it; version %(version)s stands now. Please look at it again."
    )
    return StaleSheet(message % {"version": now.version}, sheet=now)
