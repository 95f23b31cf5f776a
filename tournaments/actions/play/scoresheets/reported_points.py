"""What stands on a scoresheet, and what is written of it: the sheet, its scores, its line in the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from scoring.result.result import Result
from tournaments.actions.reasons import reason_of
from tournaments.models import Score, Scoresheet, Seat, Table, Wind
from tournaments.models.ledger import instant


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
