"""An in-process cache of public pages: each is rendered once and served to everyone.

Pages that are the same for everyone are served for a second, before any other middleware, and then rendered again. If
a view declares what its page depends on (`web/policies.py`), that is checked four times a second, and the page is
rendered again only if it changed. Others are kept in proportion to their cost.

Requests with Authorization bypass the cache. Requests with cookies share only pages that read no cookie except the
language's.
"""

import gzip
import hashlib
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import cast

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import quote_etag

from web.compression import ACCEPTS_GZIP
from web.etags import is_known
from web.policies import KeptResponse, SeenRequest, is_everybodys
from web.visitor_language import accepted_language, wanted_language

# Seconds for which a page may be outdated. The check is one narrow SELECT.
LIFETIME = 0.25
# The same for pages without a check, counted from their rendering; longer for slow pages, so that rendering takes at
# most a sixth of a processor, but bounded so that news are not missed.
LIFETIME_UNSEEN = 1.0
TIMES_ITS_MAKING = 5
LIFETIME_LONGEST = 10.0
# Seconds to wait for another thread rendering the same page; slower pages are rendered by each.
PATIENCE = 20.0
# The number of remembered addresses whose answers are not cached; requests for those do not wait.
MOST_UNKEPT = 4096
MOST_BYTES = 16 * 2**20
# Downloads are not pages; none may evict all others.
LARGEST = 2**20
# Headers covered by the cache key. Pages that vary by others are not cached.
TOLD_APART = {"accept-language", "cookie", "authorization", "origin"}
# Parts of a long table, standings after a round, and choices of embedded pages. Other queries are arbitrary and could
# fill the memory.
KEPT_QUERY = re.compile(
    r"(?:from|after)=[1-9][0-9]{0,4}|(?:(?:of=players|top=[1-9][0-9]?|look=(?:dark|light))(?:&(?!$)|$)){1,3}"
)

Key = tuple[Hashable, ...]


class Page:
    """An answer as the other middleware left it, and how to check that it is current."""

    def __init__(
        self,
        request: HttpRequest,
        response: HttpResponse,
        *,
        looked_at: float,
        lifetime: float,
    ) -> None:
        self.path = request.path
        # Whether it is the same with any cookie; otherwise it is served only to visitors without cookies.
        self.is_everybodys = is_everybodys(request)
        self.live_tag: str | None = getattr(request, "jantaku_live_tag", None)
        # Rate-limit headers are personal, and cached answers are not counted.
        self.headers = {name: value for name, value in response.items() if not name.startswith("RateLimit-")}
        self.content = response.content
        self.headers.setdefault("ETag", quote_etag(hashlib.sha256(self.content).hexdigest()[:20]))
        self.version, self.read = cast(KeptResponse, response).jantaku_stored
        self.made_at = self.looked_at = looked_at
        self.lifetime = lifetime

    @property
    def size(self) -> int:
        # The compressed version is at most a tenth.
        return 2 * len(self.content) + 4096

    @cached_property
    def zipped(self) -> tuple[bytes, dict[str, str]]:
        """Return the gzip version, with its headers: another encoding is not byte-identical."""
        content = gzip.compress(self.content, compresslevel=5, mtime=0)
        headers = self.headers | {"Content-Encoding": "gzip", "Content-Length": str(len(content))}
        if headers["ETag"].startswith('"'):
            headers["ETag"] = f"W/{headers['ETag']}"
        return content, headers

    def answer(self, request: HttpRequest) -> HttpResponse:
        if "HTTP_IF_NONE_MATCH" in request.META and self._is_known_to(request):
            response = HttpResponseNotModified()
            for name, value in self.headers.items():
                if name not in ("Content-Type", "Content-Length"):
                    response[name] = value
            return response
        if ACCEPTS_GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            content, headers = self.zipped
            return HttpResponse(content, headers=headers)
        return HttpResponse(self.content, headers=self.headers)

    def _is_known_to(self, request: HttpRequest) -> bool:
        by_page = self.live_tag is not None and is_known(request, self.live_tag)
        return by_page or is_known(request, self.headers["ETag"])


class _Turn:
    """Requests that wait for the same page, rendered by one of them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting = 0


class Memory:
    """Pages by cache key; the least recently used one is evicted first."""

    def __init__(self, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic) -> None:
        self.most_bytes, self.clock = most_bytes, clock
        self.size = 0
        self._pages: OrderedDict[Key, Page] = OrderedDict()
        self._unkept: OrderedDict[int, None] = OrderedDict()
        self._turns: dict[Key, _Turn] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._pages)

    def paths(self) -> set[str]:
        with self._lock:
            return {page.path for page in self._pages.values()}

    def get(self, key: Key) -> Page | None:
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def put(self, key: Key, page: Page) -> None:
        with self._lock:
            self._remove(key)
            self._unkept.pop(hash(key), None)
            self._pages[key] = page
            self.size += page.size
            while self.size > self.most_bytes:
                self._remove(next(iter(self._pages)))

    def forget(self, key: Key) -> None:
        """Record that this answer is not cached."""
        with self._lock:
            self._remove(key)
            self._unkept[hash(key)] = None
            self._unkept.move_to_end(hash(key))
            if len(self._unkept) > MOST_UNKEPT:
                self._unkept.popitem(last=False)

    def is_unkept(self, key: Key) -> bool:
        return hash(key) in self._unkept

    @contextmanager
    def turn(self, key: Key) -> Iterator[bool]:
        """Let one request at a time render a page. Yields whether it is this one's turn; False if the previous one
        takes too long.
        """
        with self._lock:
            turn = self._turns.setdefault(key, _Turn())
            turn.waiting += 1
        has_come = turn.lock.acquire(timeout=PATIENCE)
        try:
            yield has_come
        finally:
            if has_come:
                turn.lock.release()
            with self._lock:
                turn.waiting -= 1
                if not turn.waiting:
                    del self._turns[key]

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self._unkept.clear()
            self.size = 0

    def is_young(self, page: Page) -> bool:
        return self.clock() - page.looked_at < page.lifetime

    def _remove(self, key: Key) -> None:
        page = self._pages.pop(key, None)
        if page is not None:
            self.size -= page.size


memory = Memory()


class PageMemoryMiddleware:
    """Comes before everything a cached page has already passed through."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = key_of(request)
        if key is None:
            return self.get_response(request)
        page, of_nobody = memory.get(key), is_of_nobody(request)
        if page is None:
            if memory.is_unkept(key):
                return self._made(request, key, of_nobody)
        elif not (of_nobody or page.is_everybodys):
            return self.get_response(request)
        elif memory.is_young(page):
            return page.answer(request)
        # One checks and renders if needed; the others wait and find the page.
        with memory.turn(key) as has_come:
            page = memory.get(key)
            is_theirs = page is not None and (of_nobody or page.is_everybodys)
            if page and is_theirs and (memory.is_young(page) or (has_come and self._is_right(page))):
                return page.answer(request)
            if has_come and not memory.is_unkept(key):
                return self._made(request, key, of_nobody, page)
        # Pages rendered individually are rendered in parallel.
        return self._made(request, key, of_nobody)

    def _is_right(self, page: Page) -> bool:
        if page.read is None:
            return False
        looked_at = memory.clock()
        try:
            is_right = page.read() == page.version
        except DatabaseError:
            return False  # the view is called and answers for the outage
        if is_right:
            page.looked_at = looked_at
        return is_right

    def _made(
        self, request: HttpRequest, key: Key, of_nobody: bool, before: Page | None = None
    ) -> HttpResponse:
        started_at, seen = memory.clock(), cast(SeenRequest, request)
        seen.jantaku_wanted_whole = of_nobody
        seen.jantaku_kept_tag = before.live_tag if before else None
        response = self.get_response(request)
        if before and before.live_tag and response.status_code == 304:
            # Nothing happened in its tournament since; anything else it shows is checked again before long.
            if started_at - before.made_at < LIFETIME_LONGEST:
                before.looked_at = started_at
            return response
        is_for_all = _may_be_stored(response, request.META.get("QUERY_STRING", ""))
        if not is_for_all or not (of_nobody or is_everybodys(request)):
            memory.forget(key)
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        page = Page(request, response, **_ages(request, response, started_at, memory.clock()))
        memory.put(key, page)
        return page.answer(request)


def _ages(
    request: HttpRequest, response: HttpResponse, started_at: float, ended_at: float
) -> dict[str, float]:
    """Return when a page starts to age, and for how long it is fresh."""
    _version, read = cast(KeptResponse, response).jantaku_stored
    if read is not None:
        return {"looked_at": started_at, "lifetime": LIFETIME}
    lifetime = LIFETIME_UNSEEN
    if not hasattr(request, "jantaku_live_tag"):
        lifetime = min(max(lifetime, TIMES_ITS_MAKING * (ended_at - started_at)), LIFETIME_LONGEST)
    return {"looked_at": ended_at, "lifetime": lifetime}


def is_of_nobody(request: HttpRequest) -> bool:
    """Whether nothing identifies the visitor. The language cookie does not."""
    return not request.META.get("HTTP_COOKIE") or not set(request.COOKIES) - {settings.LANGUAGE_COOKIE_NAME}


def key_of(request: HttpRequest) -> Key | None:
    """Return the cache key; None if the answer is never cached."""
    meta = request.META
    query = meta.get("QUERY_STRING", "")
    if request.method != "GET" or "HTTP_AUTHORIZATION" in meta:
        return None
    if query and not KEPT_QUERY.fullmatch(query):
        return None
    return (
        request.scheme,
        # Not validated yet, but only validated requests have stored answers.
        meta.get("HTTP_HOST") or (meta["SERVER_NAME"], meta["SERVER_PORT"]),
        request.path,
        query,
        wanted_language(request),
        accepted_language(request),
        "HTTP_ORIGIN" in meta,
    )


def _may_be_stored(response: HttpResponseBase, query: str) -> bool:
    if not hasattr(response, "jantaku_stored") or response.status_code != 200 or response.cookies:
        return False
    # The view has to declare that the page varies by this query.
    if query != cast(KeptResponse, response).jantaku_query:
        return False
    if not isinstance(response, HttpResponse) or len(response.content) > LARGEST:
        return False
    if "private" in response.get("Cache-Control", ""):
        return False
    varies = {name.strip().lower() for name in response.get("Vary", "").split(",")} - {""}
    return varies <= TOLD_APART
