"""A sheet of paper that was handed in: entered, compared with what phones reported, decided."""

from collections.abc import Collection, Sequence

from django.db import transaction

from tournaments.actions.actor import Actor
from tournaments.actions.play.locked_tables import lock_and_look
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reported_points import Figures
from tournaments.actions.play.scoresheets.reporting import confirm_sheet, report_sheet
from tournaments.actions.play.scoresheets.versions import is_own_report, is_same_report
from tournaments.models import Scoresheet, Table


@transaction.atomic
def enter_paper_sheet(
    *,
    table: Table,
    figures: Figures,
    decides: bool,
    by: Actor,
    reason: str = "",
    seated: Sequence[int] | None = None,
    if_match: str | None = None,
    confirm: Collection[str] = (),
) -> Scoresheet:
    """Take down what a sheet of paper says and return the table's live sheet.

    Where nothing stands it is a decision of the referee, or, unless the person `decides`, a report that waits for
    the players. Figures that stand already are written once: paper confirms what a phone reported, if it is the
    referee who has it. Other figures, or those of a disputed result, raise LiveSheetExists with the sheet until
    `if_match` names it; a decision then needs a reason. `seated` and `confirm` as in `report_sheet`.
    """
    at = lock_and_look(by, pk=table.pk)
    live = at.last
    if live is not None and is_same_report(live, figures, if_match):
        is_settled = live.status == Scoresheet.Status.CONFIRMED or not decides
        if is_settled:
            return live
        if not is_own_report(live, at.seats, None, by):
            return confirm_sheet(sheet=live, if_match=live.tag, by=by, as_referee=True)
    if not decides:
        return report_sheet(
            table=table, figures=figures, by=by, seated=seated, if_match=if_match, confirm=confirm
        )
    return correct_sheet(
        table=table, figures=figures, reason=reason, by=by, seated=seated, if_match=if_match, confirm=confirm
    )
