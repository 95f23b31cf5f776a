"""How often and how long a file may be: those that cost more the longer a tournament is."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.request import Request

from publishing.catalogue import Export
from tournaments.actions.errors import StateRefuses, TooManyAttempts
from tournaments.actions.rate_limits import LEDGER_FILES_OF_A_NETWORK, count_attempt
from web.networks import network_of
from web.sheets.tables import Table

LIMIT = LEDGER_FILES_OF_A_NETWORK
# A workbook is written as a whole before its first byte is sent.
MOST_ROWS_OF_A_WORKBOOK = 50_000


def count_file(request: HttpRequest | Request, export: Export) -> None:
    """Count that somebody fetches a file; raise TooManyAttempts for one of the ledger too many."""
    if export.is_limited:
        try:
            count_attempt(LIMIT, network_of(request))
        except TooManyAttempts as error:
            message = ngettext(
                "The ledger’s file was fetched %(most)s times from here within %(minutes)s minute. Please wait, or "
                "read the ledger on its page; programs ask the ledger’s own address for what is new.",
                "The ledger’s file was fetched %(most)s times from here within %(minutes)s minutes. Please wait, or "
                "read the ledger on its page; programs ask the ledger’s own address for what is new.",
                LIMIT.seconds // 60,
            )
            values = {"most": LIMIT.most, "minutes": LIMIT.seconds // 60}
            raise TooManyAttempts(message % values, retry_after=error.retry_after) from None


def refuse_long_workbook(table: Table) -> None:
    """Refuse a workbook that is too long to be written at once; the other formats are sent as they are written."""
    if len(table.rows) > MOST_ROWS_OF_A_WORKBOOK:
        message = _(
            "A workbook holds at most %(most)s lines here, and this would have %(lines)s. Please take CSV."
        )
        values = {"most": f"{MOST_ROWS_OF_A_WORKBOOK:,}", "lines": f"{len(table.rows):,}"}
        raise StateRefuses(message % values, code="workbook_too_long")
