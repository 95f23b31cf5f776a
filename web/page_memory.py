"""Public pages in the memory of a process: what anybody may see is made once and given to all who ask.

What is the same for all is given for a second as it is, before any other middleware, and then made anew. Where a view
says what its page depends on (`web/policies.py`), that is asked four times a second, and the page is made anew
only if it changed. Others are kept in proportion to what it took to make them.

Nothing is given to, or taken from, whoever sends Authorization. Whoever sends cookies gets, and leaves, only what was
made without a look at any but the language's.
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

# Seconds for which a page may be wrong. To look is one narrow SELECT, which four times a second nobody feels.
LIFETIME = 0.25
# The same for one that can only be made anew, from when it was there; longer for one that takes long, so that making
# it never fills more than a sixth of a processor, but not so long that anybody misses the news.
LIFETIME_UNSEEN = 1.0
TIMES_ITS_MAKING = 5
LIFETIME_LONGEST = 10.0
# Seconds to wait for somebody else who makes the same page. What takes longer everybody makes for themselves.
PATIENCE = 20.0
# So many addresses are remembered whose answers are not kept; nobody waits for those.
MOST_UNKEPT = 4096
MOST_BYTES = 16 * 2**20
# A file that somebody takes home is no page; none may drive all the others out.
LARGEST = 2**20
# What the key below holds apart. A page that differs by anything else is not kept.
TOLD_APART = {"accept-language", "cookie", "authorization", "origin"}
# The parts of a long table, and standings after a round. Any other query may be anything: nobody shall fill the
# memory with those they make up.
KEPT_QUERY = re.compile(r"(?:from|after)=[1-9][0-9]{0,4}")

Key = tuple[Hashable, ...]


class Page:
    """An answer as it left the other middleware, and how to see that it is still right."""

    def __init__(
        self,
        request: HttpRequest,
        response: HttpResponse,
        *,
        looked_at: float,
        lifetime: float,
    ) -> None:
        self.path = request.path
        # Whether it is the same with any cookie. Else it may be given to those who send none.
        self.is_everybodys = is_everybodys(request)
        self.live_tag: str | None = getattr(request, "jantaku_live_tag", None)
        # How often somebody may still ask is theirs alone, and what is given from here is not counted.
        self.headers = {name: value for name, value in response.items() if not name.startswith("RateLimit-")}
        self.content = response.content
        self.headers.setdefault("ETag", quote_etag(hashlib.sha256(self.content).hexdigest()[:20]))
        self.version, self.read = cast(KeptResponse, response).jantaku_stored
        self.made_at = self.looked_at = looked_at
        self.lifetime = lifetime

    @property
    def size(self) -> int:
        # The zipped one is a tenth of it, if that.
        return 2 * len(self.content) + 4096

    @cached_property
    def zipped(self) -> tuple[bytes, dict[str, str]]:
        """The same in gzip, with its headers: another encoding of a page is not byte for byte the same."""
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
    """Those who want the same page, which one of them makes."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting = 0


class Memory:
    """Pages by what tells them apart; the one that was asked for longest ago goes first when there is no room."""

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
        """Note that the answer is not kept: not this one's, at least."""
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
        """One at a time makes a page. Whether it is this one's turn; False if the one before takes too long."""
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
    """Goes before all that a kept page has been through already."""

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
        # One looks and, if need be, makes the page; the others wait and find it.
        with memory.turn(key) as has_come:
            page = memory.get(key)
            is_theirs = page is not None and (of_nobody or page.is_everybodys)
            if page and is_theirs and (memory.is_young(page) or (has_come and self._is_right(page))):
                return page.answer(request)
            if has_come and not memory.is_unkept(key):
                return self._made(request, key, of_nobody, page)
        # What is made for each of them alone, they make at the same time.
        return self._made(request, key, of_nobody)

    def _is_right(self, page: Page) -> bool:
        if page.read is None:
            return False
        looked_at = memory.clock()
        try:
            is_right = page.read() == page.version
        except DatabaseError:
            return False  # what is answered then is for those to say who always do
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
            # Nothing was done in its tournament since; what else it shows is looked at again before long.
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
    """From when on a page gets older, and for how long it is young."""
    _version, read = cast(KeptResponse, response).jantaku_stored
    if read is not None:
        return {"looked_at": started_at, "lifetime": LIFETIME}
    lifetime = LIFETIME_UNSEEN
    if not hasattr(request, "jantaku_live_tag"):
        lifetime = min(max(lifetime, TIMES_ITS_MAKING * (ended_at - started_at)), LIFETIME_LONGEST)
    return {"looked_at": ended_at, "lifetime": lifetime}


def is_of_nobody(request: HttpRequest) -> bool:
    """Is there nothing by which to know who asks? The language's cookie says nothing of that."""
    return not request.META.get("HTTP_COOKIE") or not set(request.COOKIES) - {settings.LANGUAGE_COOKIE_NAME}


def key_of(request: HttpRequest) -> Key | None:
    """What this request has of all that everybody's pages differ by; None if its answer is never kept."""
    meta = request.META
    query = meta.get("QUERY_STRING", "")
    if request.method != "GET" or "HTTP_AUTHORIZATION" in meta:
        return None
    if query and not KEPT_QUERY.fullmatch(query):
        return None
    return (
        request.scheme,
        # Not checked yet: nobody has an answer in here who was not allowed to ask.
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
    # Whatever page this is, its view has to say that it is another one by this query.
    if query != cast(KeptResponse, response).jantaku_query:
        return False
    if not isinstance(response, HttpResponse) or len(response.content) > LARGEST:
        return False
    if "private" in response.get("Cache-Control", ""):
        return False
    varies = {name.strip().lower() for name in response.get("Vary", "").split(",")} - {""}
    return varies <= TOLD_APART
