"""Who may open a page, and who may keep what it shows: what a page without a tournament says about itself.

A system check (`config.routes.every_route_has_a_policy`) refuses to start with a page that says nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Protocol, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.module_loading import import_string
from rest_framework.request import Request

from web.etags import is_known

Page = Callable[..., HttpResponse]
Read = Callable[[], object]


class PageWithPolicy(Protocol):
    """A page that says who may open it."""

    policy: str


class SeenRequest(Protocol):
    """A request by which it was looked at who asks, and one by which the memory asks, for anybody.

    `jantaku_wanted_whole` is whether the request has no cookie or bearer by which to know who. `jantaku_live_tag` is
    what an open page that follows the news has in If-None-Match, `jantaku_kept_tag` that of the page in the memory.
    `jantaku_surroundings` is what was found to stand around all pages; None: nothing.
    """

    jantaku_was_looked_at: bool
    jantaku_wanted_whole: bool
    jantaku_live_tag: str
    jantaku_kept_tag: str | None
    jantaku_surroundings: object


class KeptResponse(Protocol):
    """An answer that may be given to everybody who asks by `jantaku_query`, and what says for how long."""

    jantaku_query: str
    jantaku_stored: tuple[object, Read | None]


# Seconds for which a shared cache may answer for us, and once more while it asks for the next; half the hall asks in
# the same moment.
SHARED_FOR = 1


def public(view: Page) -> Page:
    """Anybody may open this page, and it looks the same to everybody."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with watched_cookies(request):
            return cached(request, view(request, *args, **kwargs))

    return with_policy(guarded_view, "public")


def changed_by_release(view: Page) -> Page:
    """Only another release of the program, or what stands around all pages, makes this page another one. Goes under
    `public`.
    """

    @wraps(view)
    def lasting_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        surroundings: Read = import_string(settings.PAGES_SURROUNDINGS)
        version = cast(SeenRequest, request).jantaku_surroundings = surroundings()
        response = view(request, *args, **kwargs)
        keep(request, response, version, surroundings)
        return response

    return lasting_view


def mark_as_looked_at(request: HttpRequest) -> None:
    """Note that the answer is made knowing who asks: from now on it is theirs alone."""
    cast(SeenRequest, request).jantaku_was_looked_at = True


class WatchedCookies(dict[str, str]):
    """The cookies of a request, which note that one was looked for, whether it was there or not.

    The language's is everybody's: pages of each language are kept apart.
    """

    were_read = False

    def __getitem__(self, name: str) -> str:
        self._note(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._note(name)
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._note(name)
        return super().get(name, default)

    def __iter__(self) -> Iterator[str]:
        self._note()
        return super().__iter__()

    def __len__(self) -> int:
        self._note()
        return super().__len__()

    def keys(self) -> Any:
        self._note()
        return super().keys()

    def values(self) -> Any:
        self._note()
        return super().values()

    def items(self) -> Any:
        self._note()
        return super().items()

    def _note(self, name: object = None) -> None:
        self.were_read = self.were_read or name != settings.LANGUAGE_COOKIE_NAME


@contextmanager
def watched_cookies(request: HttpRequest) -> Iterator[None]:
    """While a page is made, note whether it looks at a cookie: then it is that visitor's alone."""
    plain, watched = request.COOKIES, WatchedCookies(request.COOKIES)
    request.COOKIES = watched
    try:
        yield
    finally:
        if watched.were_read:
            mark_as_looked_at(request)
        request.COOKIES = plain


def is_everybodys(request: HttpRequest | Request) -> bool:
    """Is the answer the same for all, since nothing of the visitor was looked at: no session, no cookie, no seat?

    A form's token is noted by Django itself, whether the visitor has its cookie already or gets it now.
    """
    return (
        not request.session.accessed
        and not hasattr(request, "jantaku_was_looked_at")
        and not getattr(request.COOKIES, "were_read", False)
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
    )


def with_policy(guarded_view: Page, policy: str) -> Page:
    """Write the policy on the page, where the system check looks for it."""
    cast(PageWithPolicy, guarded_view).policy = policy
    return guarded_view


def cached(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let shared caches, and our own memory, keep an answer that is the same for all; anything else is private."""
    if not is_everybodys(request) or request.method not in ("GET", "HEAD"):
        return private(response)
    keep(request, response)
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, public=True, max_age=SHARED_FOR, stale_while_revalidate=SHARED_FOR)
    return response


def private(response: HttpResponse) -> HttpResponse:
    """Let nobody keep the answer that does not say so itself."""
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_store=True)
    return response


def keep(
    request: HttpRequest | Request,
    response: HttpResponse,
    version: object = None,
    read: Read | None = None,
    *,
    query: str = "",
) -> None:
    """Let this answer be given to everybody who asks for it, as long as `read()` gives `version`.

    Without `read` for a second, unless something else was said before. Does nothing where somebody asks who could be
    known. `version` must have been read before the page was made, or a change in between would go unseen. A page with
    a query is kept only where `query` is what it was asked by: one of few, which nobody can make up.
    """
    if _is_whole_wanted(request) and (read is not None or not hasattr(response, "jantaku_stored")):
        kept = cast(KeptResponse, response)
        kept.jantaku_query, kept.jantaku_stored = query, (version, read)


def note_live_tag(request: HttpRequest, tag: str) -> None:
    """Say by which tag open pages ask for this one on news; the memory answers them, and keeps the page for a second
    at most, however long it took: they look once more after that.
    """
    cast(SeenRequest, request).jantaku_live_tag = tag


def is_known_to(request: HttpRequest | Request, etag: str) -> bool:
    """Does the visitor have this page, so that 304 is answer enough? Never while the memory lacks the page."""
    is_there = not _is_whole_wanted(request) or etag == getattr(request, "jantaku_kept_tag", None)
    return is_there and is_known(request, etag)


def _is_whole_wanted(request: HttpRequest | Request) -> bool:
    """Does the memory ask, for anybody? Then nothing of the visitor is known, or nothing was looked at so far."""
    of_nobody = getattr(request, "jantaku_wanted_whole", None)
    return of_nobody is not None and (of_nobody or is_everybodys(request))
