"""Limits on downloads, and on the length of workbooks."""

from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.request import Request

from publishing.catalogue import Asked, Export
from tournaments.actions.errors import StateRefuses, TooManyAttempts
from tournaments.actions.rate_limits import FILES_OF_A_NETWORK, LONG_FILES_OF_A_NETWORK, count_attempt
from web.networks import network_of
from web.outages import passing_outage
from web.sheets.workbooks import MOST_ROWS

LIMIT, LIMIT_OF_LONG_ONES = FILES_OF_A_NETWORK, LONG_FILES_OF_A_NETWORK
MOST_ROWS_OF_A_WORKBOOK = MOST_ROWS


def count_file(
    request: HttpRequest | Request, export: Export | None = None, *, is_long: bool = False
) -> None:
    """Count a download of a tournament's or (without `export`) a season's file; raises TooManyAttempts beyond the
    limit of a network, which is tighter for files that grow with every game.
    """
    is_long = is_long or (export is not None and export.lines is not None)
    limit = LIMIT_OF_LONG_ONES if is_long else LIMIT
    try:
        # Files can be read even while the database cannot be written to.
        with passing_outage("a file is not counted"), transaction.atomic():
            count_attempt(limit, network_of(request))
    except TooManyAttempts as error:
        message = ngettext(
            "These files were downloaded %(most)s times from your network within %(minutes)s minute. Please "
            "wait, or read the pages; programs can ask the API for what is new.",
            "These files were downloaded %(most)s times from your network within %(minutes)s minutes. "
            "Please wait, or read the pages; programs can ask the API for what is new.",
            limit.seconds // 60,
        )
        values = {"most": limit.most, "minutes": limit.seconds // 60}
        raise TooManyAttempts(message % values, retry_after=error.retry_after) from None


def refuse_long_workbook(asked: Asked) -> None:
    """Refuse a workbook with more lines than a sheet has; other formats have no limit."""
    lines = asked.export.lines(asked.tournament) if asked.export.lines else 0
    if lines > MOST_ROWS_OF_A_WORKBOOK:
        message = _(
            "A workbook holds at most %(most)s lines here; this one would have %(lines)s. Please use CSV."
        )
        values = {"most": f"{MOST_ROWS_OF_A_WORKBOOK:,}", "lines": f"{lines:,}"}
        raise StateRefuses(message % values, code="workbook_too_long")
