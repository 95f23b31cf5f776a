"""Pages of a tournament that ask again by themselves."""

from django.http import HttpRequest
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.models import Tournament


def live_tag(request: HttpRequest, tournament: Tournament) -> str:
    """The tag by which an open page asks whether anything was done in its tournament since. Costs no query.

    Only the page's script knows it: it is no ETag of the answer, because names and the page itself may change without
    a ledger entry, and a browser would then show its old copy.
    """
    return quote_etag(f"{tournament.head.seq}-{get_language()}-{request.GET.urlencode()[:80]}")
