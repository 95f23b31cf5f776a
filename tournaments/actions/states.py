"""Which action leads from which state to which: the only declaration, also read by pages and tests."""

from typing import Literal

from django.utils.translation import gettext as _

from tournaments.actions.errors import StateRefuses
from tournaments.models import Round, Scoresheet, Tournament

RoundAction = Literal["publish", "unpublish", "start", "cancel_start", "close", "reopen", "discard", "redraw"]
SheetAction = Literal["report", "confirm", "undo_confirmation", "dispute", "correct", "void"]

R = Round.Status
S = Scoresheet.Status

# The round's next status; None: it is deleted.
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

# The next status of a table's live sheet; comments name the status of the new version, if there is one.
SHEET: dict[tuple[str, SheetAction], Scoresheet.Status] = {
    (S.SUBMITTED, "report"): S.SUPERSEDED,  # the new version is submitted
    (S.DISPUTED, "report"): S.SUPERSEDED,  # the new version is submitted
    (S.SUBMITTED, "confirm"): S.CONFIRMED,  # once enough have
    (S.CONFIRMED, "undo_confirmation"): S.SUPERSEDED,  # the new version is submitted
    (S.SUBMITTED, "dispute"): S.DISPUTED,
    (S.SUBMITTED, "correct"): S.SUPERSEDED,  # the new version is confirmed
    (S.DISPUTED, "correct"): S.SUPERSEDED,  # the new version is confirmed
    (S.CONFIRMED, "correct"): S.SUPERSEDED,  # the new version is confirmed
    (S.SUBMITTED, "void"): S.VOID,
    (S.DISPUTED, "void"): S.VOID,
    (S.CONFIRMED, "void"): S.VOID,
}

# A table may report until its round is closed.
REPORTABLE = (R.STARTED,)


def refuse_finished(tournament: Tournament) -> None:
    """Refuse to add anything to a finished tournament, which must be freshly loaded."""
    if tournament.status == Tournament.Status.FINISHED:
        raise StateRefuses(_("This tournament is finished."), code="tournament_finished")


def refuse_finished_by_now(tournament: Tournament) -> None:
    """Reload the tournament and refuse a finished one, after reading a long list or waiting for a lock."""
    tournament.refresh_from_db(fields=["status"])
    refuse_finished(tournament)
