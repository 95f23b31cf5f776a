"""Scoresheets with their scores and confirmations."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, TypedDict

from tournaments.actions.play.scoresheets.paper_sheets import Together, Unconfirmed
from tournaments.actions.play.scoresheets.reporting import Agreement, agreement
from tournaments.models import Confirmation, Score, Scoresheet, Seat, Table, Tournament
from tournaments.models.ledger import Receipt
from tournaments.models.play.results import ScoresheetWithResult
from web.api.answers import By, Given, Of, filled
from web.api.moments import Moment

Status = Scoresheet.Status


class SeatScoreShape(TypedDict):
    """One seat of a sheet. Results of the points are null once the sheet is superseded."""

    seat: int
    wind: int
    entry: int
    name: Annotated[str, "Name of the player."]
    points: Annotated[int, "Points at the table."]
    chombo_count: Annotated[int, "Number of chombo."]
    place: Annotated[int | None, "Place at the table; null once the sheet no longer counts."]
    base: Annotated[int | None, "Units from the points alone; null once the sheet no longer counts."]
    uma: Annotated[int | None, "Units of uma; null once the sheet no longer counts."]
    oka: Annotated[int | None, "Units of oka; null once the sheet no longer counts."]
    leftover: Annotated[
        int | None, "Units from riichi sticks left on the table; null once the sheet no longer counts."
    ]
    chombo: Annotated[int | None, "Units for chombo; null once the sheet no longer counts."]
    total: Annotated[int | None, "Result in units; null once the sheet no longer counts."]


class AgreementShape(TypedDict):
    """Who still has to confirm. `missing`: the seats that can confirm."""

    needed: Annotated[int, "Confirmations needed."]
    given: Annotated[int, "Confirmations given."]
    missing: Annotated[
        list[int],
        By(lambda state: [seat.pk for seat in state.missing]),
        "Ids of the seats that can still confirm.",
    ]
    by_referee: Annotated[bool, "True if the referee has to confirm."]


class SheetSummaryShape(TypedDict):
    """A sheet in a list of tables. `tag` is required as If-Match."""

    id: Annotated[int, Of("pk")]
    version: Annotated[int, "Version of the sheet, from 1; every change makes a new one."]
    tag: str
    status: Annotated[str, "State of the sheet.", Scoresheet.Status]


class BoardSheetShape(SheetSummaryShape):
    """A live sheet on a board: all lists have a value for each seat, in the order of the table's `seats`. `totals`
    are in units; `places` and `totals` are final once `status` is `confirmed`.
    """

    points: Annotated[list[int], "Points of each seat, in the order of the table's `seats`."]
    chombo: Annotated[list[int], "Chombo of each seat, in the same order."]
    places: Annotated[list[int], Given(), "Place of each seat, in the same order."]
    totals: Annotated[list[int], Given(), "Result of each seat in units, in the same order."]


class SheetShape(SheetSummaryShape):
    """One version of a table's report, and its result by the rulebook (in the smallest unit)."""

    table: Annotated[int, Of("table_id")]
    round: Annotated[int, Given(), "Id of the round."]
    tournament: Annotated[str, Given()]
    points: Annotated[list[int], "Points of each seat, East first."]
    leftover: Annotated[int, "Points of the riichi sticks left on the table."]
    imbalance: int
    imbalance_reason: str
    reason: Annotated[str, "Why it was corrected; empty if it was not."]
    dispute_reason: Annotated[str, "Why it was disputed; empty if it was not."]
    reported_by_seat: Annotated[
        int | None, Of("reported_by_seat_id"), "Id of the seat that reported; null if the staff did."
    ]
    reported_by_staff: Annotated[
        bool, By(lambda sheet: sheet.reported_by_seat_id is None), "True if the staff reported."
    ]
    reported_at: Annotated[Moment, "When it was reported."]
    seats: Annotated[
        list[SeatScoreShape], Given(), "What the rulebook makes of it, for each seat, East first."
    ]
    confirmed_by_seats: Annotated[list[int], Given(), "Ids of the seats that have confirmed."]
    confirmed_by_referee: Annotated[bool, Given(), "True if the referee has confirmed."]
    agreement: Annotated[AgreementShape, Given(), "Who has confirmed and who still has to."]


class ReceiptShape(TypedDict):
    """Keep it as proof: it reveals whether the ledger is rewritten later."""

    ledger: str
    seq: int
    hash: str


receipt_shape = filled(ReceiptShape, Receipt)


class SheetAnswerShape(SheetShape):
    receipt: Annotated[
        ReceiptShape | None, "Ledger entry that this action became; null in answers of reading."
    ]


class ConfirmedSheetShape(TypedDict):
    table: Annotated[int, Of("table_id")]
    number: Annotated[int, Of("table.number"), "Number of the table."]
    scoresheet: Annotated[int, Of("pk")]


class UnconfirmedSheetShape(TypedDict):
    """A sheet that was not confirmed, and why; `table` and `number` are null for a sheet of another round."""

    table: Annotated[int | None, "Id of the table; null if the sheet is not of this round."]
    number: Annotated[int | None, "Number of the table; null if the sheet is not of this round."]
    scoresheet: Annotated[int, Of("sheet")]
    code: str
    message: str


# Expects `table` to be loaded.
confirmed_sheet_shape = filled(ConfirmedSheetShape, Scoresheet)
unconfirmed_sheet_shape = filled(UnconfirmedSheetShape, Unconfirmed)


class TogetherShape(TypedDict):
    """The outcome of confirming sheets together, by table number."""

    confirmed: Annotated[list[ConfirmedSheetShape], "Sheets that were confirmed."]
    refused: Annotated[list[UnconfirmedSheetShape], "Sheets that were left as they are."]


together_shape = filled(TogetherShape, Together)
board_sheet = filled(BoardSheetShape, Scoresheet)
agreement_shape = filled(AgreementShape, Agreement)
_sheet = filled(SheetShape, Scoresheet)


def board_sheets(rows: Iterable[ScoresheetWithResult]) -> dict[int, BoardSheetShape]:
    """Return sheets by the id of their table."""
    found: dict[int, BoardSheetShape] = {}
    for row in rows:
        sheet = found.setdefault(
            row.table_id,
            board_sheet(row, places=[], totals=[]),
        )
        if row.place is not None and row.total is not None:
            sheet["places"].append(row.place)
            sheet["totals"].append(row.total)
    return found


def sheet_shape(
    sheet: Scoresheet,
    *,
    table: Table,
    tournament: Tournament,
    seats: Sequence[Seat],
    scores: Collection[Score],
    confirmed_by: Collection[int | None],
) -> SheetShape:
    """`confirmed_by`: seats; None stands for the referee. Expects `entry.player` of `seats` to be loaded."""
    agreed = sorted(seat for seat in confirmed_by if seat is not None)
    state = agreement(tournament, sheet, seats, agreed)
    by_seat = {score.seat_id: score for score in scores}
    figures = zip(seats, sheet.points, sheet.chombo, strict=False)
    return _sheet(
        sheet,
        round=table.round_id,
        tournament=tournament.slug,
        seats=[_seat_score(seat, points, chombo, by_seat.get(seat.pk)) for seat, points, chombo in figures],
        confirmed_by_seats=agreed,
        confirmed_by_referee=None in confirmed_by,
        agreement=agreement_shape(state),
    )


def sheet_answer(sheet: Scoresheet) -> SheetAnswerShape:
    """Return a sheet as the last action left it, with the action's receipt."""
    written = sheet.written
    if written is None:
        shape = sheet_as_it_stands(sheet)
    else:
        seats = [score.seat for score in written]
        shape = sheet_shape(
            sheet,
            table=sheet.table,
            tournament=sheet.table.round.stage.tournament,
            seats=seats,
            scores=written,
            confirmed_by=sheet.confirmed_by,
        )
    return {**shape, "receipt": receipt_shape(sheet.receipt) if sheet.receipt is not None else None}


def sheet_as_it_stands(sheet: Scoresheet) -> SheetShape:
    """Return a sheet, loading its related rows in at most four queries."""
    table = sheet.table
    return sheet_shapes([sheet], table, table.round.stage.tournament)[0]


def sheet_etag(shape: SheetShape) -> str:
    """Return the ETag of a sheet: `"r2-1f0c9a3b.7ac01b2f"`, its tag and a digest of all that is shown.

    The tag alone does not change while players confirm.
    """
    digest = hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()[:8]
    return f'"{shape["tag"]}.{digest}"'


def sheet_shapes(sheets: Sequence[Scoresheet], table: Table, tournament: Tournament) -> list[SheetShape]:
    """Return versions of a table's sheet, in three queries."""
    seats = list(table.seats.select_related("entry__player").order_by("wind"))
    scores = Score.objects.filter(sheet__in=sheets)
    scores_of = _by_sheet(scores)
    words_of: dict[int, list[int | None]] = {}
    for sheet_id, seat_id in Confirmation.objects.filter(sheet__in=sheets).values_list("sheet", "seat"):
        words_of.setdefault(sheet_id, []).append(seat_id)
    return [
        sheet_shape(
            sheet,
            table=table,
            tournament=tournament,
            seats=seats,
            scores=scores_of.get(sheet.pk, []),
            confirmed_by=words_of.get(sheet.pk, []),
        )
        for sheet in sheets
    ]


def _by_sheet(scores: Iterable[Score]) -> dict[int, list[Score]]:
    found: dict[int, list[Score]] = {}
    for score in scores:
        found.setdefault(score.sheet_id, []).append(score)
    return found


def _seat_score(seat: Seat, points: int, chombo: int, score: Score | None) -> SeatScoreShape:
    return {
        "seat": seat.pk,
        "wind": seat.wind,
        "entry": score.entry_id if score else seat.entry_id,
        "name": seat.entry.player.name,
        "points": points,
        "chombo_count": chombo,
        "place": score.place if score else None,
        "base": score.base if score else None,
        "uma": score.uma if score else None,
        "oka": score.oka if score else None,
        "leftover": score.leftover if score else None,
        "chombo": score.chombo if score else None,
        "total": score.total if score else None,
    }
