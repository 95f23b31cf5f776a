"""Policies of pages outside tournaments: who may open them, and who may cache them.

A system check (`config.routes.every_route_has_a_policy`) refuses pages without a policy.
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
    """A page with a declared policy."""

    policy: str


class SeenRequest(Protocol):
    """A request that records whether the visitor was identified, and requests by the page cache.

    `jantaku_wanted_whole`: the request has no identifying cookie or bearer. `jantaku_live_tag` is the If-None-Match
    tag of open pages that follow news, `jantaku_kept_tag` that of the cached page.
    `jantaku_query` is the query by which the page varies, one of a bounded set.
    `jantaku_surroundings` is what was found to stand around all pages; None: nothing.
    """

    jantaku_was_looked_at: bool
    jantaku_wanted_whole: bool
    jantaku_live_tag: str
    jantaku_kept_tag: str | None
    jantaku_query: str
    jantaku_surroundings: object


class KeptResponse(Protocol):
    """An answer that may be served to everyone with the query `jantaku_query`, and its lifetime."""

    jantaku_query: str
    jantaku_stored: tuple[object, Read | None]


# Seconds for which shared caches may serve an answer, and again while revalidating; half the hall asks at the same
# moment.
SHARED_FOR = 1


def public(view: Page) -> Page:
    """Anyone may open this page, and it looks the same to everyone."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with watched_cookies(request):
            return cached(request, view(request, *args, **kwargs))

    return with_policy(guarded_view, "public")


def changed_by_release(view: Page) -> Page:
    """For pages that change only with a release or with `PAGES_SURROUNDINGS`. Goes under `public`."""

    @wraps(view)
    def lasting_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        surroundings: Read = import_string(settings.PAGES_SURROUNDINGS)
        version = cast(SeenRequest, request).jantaku_surroundings = surroundings()
        response = view(request, *args, **kwargs)
        keep(request, response, version, surroundings)
        return response

    return lasting_view


def mark_as_looked_at(request: HttpRequest) -> None:
    """Record that the answer depends on the visitor: it is private from now on."""
    cast(SeenRequest, request).jantaku_was_looked_at = True


class WatchedCookies(dict[str, str]):
    """The cookies of a request, recording that one was read, whether it existed or not.

    Except the language's: pages of each language are cached separately.
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
    """While rendering, record whether a cookie is read: then the page is private."""
    plain, watched = request.COOKIES, WatchedCookies(request.COOKIES)
    request.COOKIES = watched
    try:
        yield
    finally:
        if watched.were_read:
            mark_as_looked_at(request)
        request.COOKIES = plain


def is_everybodys(request: HttpRequest | Request) -> bool:
    """Whether the answer is the same for all because nothing of the visitor was read: no session, cookie or seat.

    Django itself records a form's token, whether the visitor has its cookie already or gets it now.
    """
    return (
        not request.session.accessed
        and not hasattr(request, "jantaku_was_looked_at")
        and not getattr(request.COOKIES, "were_read", False)
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
    )


def with_policy(guarded_view: Page, policy: str) -> Page:
    """Store the policy on the page, where the system check looks for it."""
    cast(PageWithPolicy, guarded_view).policy = policy
    return guarded_view


def cached(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let shared caches and our own keep an answer that is the same for all; others are private."""
    if not is_everybodys(request) or request.method not in ("GET", "HEAD"):
        return private(response)
    keep(request, response)
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, public=True, max_age=SHARED_FOR, stale_while_revalidate=SHARED_FOR)
    return response


def private(response: HttpResponse) -> HttpResponse:
    """Forbid caching of an answer that does not say otherwise."""
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
    """Serve this answer to everyone as long as `read()` returns `version`.

    Without `read`, for a second unless set otherwise. No effect if the visitor may be identified. `version` must have
    been read before rendering, or a change in between would be missed. A page with a query is cached only if it is
    `query`, one of a bounded set.
    """
    if _is_whole_wanted(request) and (read is not None or not hasattr(response, "jantaku_stored")):
        kept = cast(KeptResponse, response)
        kept.jantaku_query = query or getattr(request, "jantaku_query", "")
        kept.jantaku_stored = (version, read)


def note_query(request: HttpRequest, query: str) -> None:
    """Set the query by which the page varies, one of a bounded set, for the policy that keeps the page."""
    cast(SeenRequest, request).jantaku_query = query


def note_live_tag(request: HttpRequest, tag: str) -> None:
    """Set the tag by which open pages poll this one on news; the cache answers them, and keeps the page for at most a
    second, whatever its cost, because they check once more after that.
    """
    cast(SeenRequest, request).jantaku_live_tag = tag


def is_known_to(request: HttpRequest | Request, etag: str) -> bool:
    """Whether the visitor has this page, so that 304 suffices. Never while it is not cached."""
    is_there = not _is_whole_wanted(request) or etag == getattr(request, "jantaku_kept_tag", None)
    return is_there and is_known(request, etag)


def _is_whole_wanted(request: HttpRequest | Request) -> bool:
    """Whether the request comes from the cache or has not identified a visitor so far."""
    of_nobody = getattr(request, "jantaku_wanted_whole", None)
    return of_nobody is not None and (of_nobody or is_everybodys(request))
