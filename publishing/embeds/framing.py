"""What distinguishes embedded pages: any site may frame them, and they read nothing of the visitor."""

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.views.policies import EVERYBODYS
from web.policies import Page, note_query, public

LOOKS = ("light", "dark")
TOPS = (5, 10, 20, 50)
# Of teams and players where both are ranked: teams come without asking.
PLAYERS = "players"

# A page that may be framed has no form and loads only its sheet, its script and, to refresh, itself.
FRAMED_SECURITY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors *",
    ]
)


class Choice(NamedTuple):
    """What the address chooses after the question mark; anything else there is ignored.

    `top`: how many rows; 0 for all. `of`: "" or `PLAYERS`. `look`: one of `LOOKS`; "" follows the visitor's device.
    """

    of: str = ""
    top: int = 0
    look: str = ""

    @classmethod
    def in_query(cls, words: QueryDict) -> "Choice":
        of, top, look = (words.get(name, "") for name in cls._fields)
        return cls(
            of if of == PLAYERS else "",
            next((number for number in TOPS if str(number) == top), 0),
            look if look in LOOKS else "",
        )

    @property
    def query(self) -> str:
        """The one spelling of this choice that is cached."""
        return urlencode({name: value for name, value in self._asdict().items() if value})


def embedded(view: Callable[..., HttpResponse]) -> Page:
    """Anyone may open this page and frame it on their site; 404 for tournaments that not everybody may see, also for
    their staff: no cookie is read.
    """

    @public
    @xframe_options_exempt
    @wraps(view)
    def framed_view(request: HttpRequest, slug: str) -> HttpResponse:
        found = EVERYBODYS.read(slug)
        if not found:
            raise Http404
        choice = Choice.in_query(request.GET)
        note_query(request, choice.query)
        with timezone.override(found[0].time_zone):
            response = view(request, found[0], choice=choice)
        response["Content-Security-Policy"] = FRAMED_SECURITY
        return response

    return framed_view
