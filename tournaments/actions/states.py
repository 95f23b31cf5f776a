"""Which action leads from which state to which. The only place that says so; pages and tests read it too."""

from typing import Literal

from django.utils.translation import gettext as _

from tournaments.actions.errors import StateRefuses
from tournaments.models import Round, Scoresheet, Tournament

RoundAction = Literal["publish", "unpublish", "start", "cancel_start", "close", "reopen", "discard", "redraw"]
SheetAction = Literal["report", "confirm", "dispute", "correct", "void"]

R = Round.Status
S = Scoresheet.Status

# What a round becomes; None: it is gone.
ROUND: dict[tuple[str, RoundAction], Round.Status | None] = {
    (R.DRAFTED, "redraw"): R.DRAFTED,
    (R.DRAFTED, "discard"): None,
    (R.DRAFTED, "publish"): R.PUBLISHED,
    (R.PUBLISHED, "start"): R.STARTED,
    (R.PUBLISHED, "unpublish"): R.DRAFTED,
    (R.PUBLISHED, "redraw"): R.DRAFTED,  # after a question
    (R.STARTED, "close"): R.CLOSED,
    (R.STARTED, "cancel_start"): R.PUBLISHED,  # while no table has reported
    (R.CLOSED, "reopen"): R.STARTED,
}

# What a table's live sheet becomes; the new version of a report or a correction is named in the comment.
SHEET: dict[tuple[str, SheetAction], Scoresheet.Status] = {
    (S.SUBMITTED, "report"): S.SUPERSEDED,  # the new version is submitted
    (S.DISPUTED, "report"): S.SUPERSEDED,  # the new version is submitted
    (S.SUBMITTED, "confirm"): S.CONFIRMED,  # once enough have
    (S.SUBMITTED, "dispute"): S.DISPUTED,
    (S.SUBMITTED, "correct"): S.SUPERSEDED,  # the new version is confirmed
    (S.DISPUTED, "correct"): S.SUPERSEDED,  # the new version is confirmed
    (S.CONFIRMED, "correct"): S.SUPERSEDED,  # the new version is confirmed
    (S.SUBMITTED, "void"): S.VOID,
    (S.DISPUTED, "void"): S.VOID,
    (S.CONFIRMED, "void"): S.VOID,
}

# While a table may report: results can arrive until the round is closed.
REPORTABLE = (R.STARTED,)


def refuse_finished(tournament: Tournament) -> None:
    """Refuse to add anything to what is over. Expects the tournament as it is now."""
    if tournament.status == Tournament.Status.FINISHED:
        raise StateRefuses(_("This tournament is finished."), code="tournament_finished")


def refuse_finished_by_now(tournament: Tournament) -> None:
    """Look again and refuse what is over: reading a long list, or waiting for a lock, takes its time."""
    tournament.refresh_from_db(fields=["status"])
    refuse_finished(tournament)
