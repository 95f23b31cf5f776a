"""How a view lets its answer be given to everybody: for a second, or for as long as what it depends on is the same.

`web/page_memory.py` asks for such answers and holds them. Policies say so for every page that is the same for all
(`web.policies.cached`); calls of the API are counted, so only what says so itself is held of them.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from web.etags import is_known

Read = Callable[[], object]


def keep(
    request: HttpRequest | Request, response: HttpResponse, version: object = None, read: Read | None = None
) -> None:
    """Let this answer be given to everybody who asks for it, as long as `read()` gives `version`.

    Without `read` for a second, unless something else was said before. Does nothing where somebody asks who could be
    known. `version` must have been read before the page was made, or a change in between would go unseen.
    """
    if _is_whole_wanted(request) and (read is not None or not hasattr(response, "jantaku_stored")):
        response.jantaku_stored = version, read  # type: ignore[attr-defined]


def is_known_to(request: HttpRequest | Request, etag: str) -> bool:
    """Does the visitor have this page, so that 304 is answer enough? Never while the memory lacks the page."""
    return not _is_whole_wanted(request) and is_known(request, etag)


def _is_whole_wanted(request: HttpRequest | Request) -> bool:
    """Does the memory ask, for anybody? Then the request has no cookie or bearer by which to know who."""
    return hasattr(request, "jantaku_wanted_whole")
