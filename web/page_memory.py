"""Public pages in the memory of a process: what anybody may see is made once and given to all who ask.

What is the same for all is given for a second as it is, before any other middleware, and then made anew. Where a view
says what its page depends on (`web/policies.py`), that is asked four times a second, and the page is made anew
only if it changed. Nothing is given to, or taken from, whoever sends a cookie (but the language's) or Authorization.
"""

import gzip
import hashlib
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import cast

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import quote_etag

from web.etags import is_known
from web.policies import KeptResponse, Read, SeenRequest
from web.visitor_language import accepted_language, wanted_language

# Seconds for which a page may be wrong. To look is one narrow SELECT, which four times a second nobody feels.
LIFETIME = 0.25
# The same for one that can only be made anew.
LIFETIME_UNSEEN = 1.0
MOST_BYTES = 16 * 2**20
# A file that somebody takes home is no page; none may drive all the others out.
LARGEST = 2**20
# What the key below holds apart. A page that differs by anything else is not kept.
TOLD_APART = {"accept-language", "cookie", "authorization", "origin"}
# The parts of a long table. Any other query may be anything: nobody shall fill the memory with those they make up.
PART_OF_A_TABLE = re.compile(r"from=[1-9][0-9]{0,4}")
ACCEPTS_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")

Key = tuple[Hashable, ...]


class Page:
    """An answer as it left the other middleware, and how to see that it is still right."""

    def __init__(
        self, path: str, response: HttpResponse, version: object, read: Read | None, looked_at: float
    ) -> None:
        self.path = path
        # How often somebody may still ask is theirs alone, and what is given from here is not counted.
        self.headers = {name: value for name, value in response.items() if not name.startswith("RateLimit-")}
        self.content = response.content
        self.headers.setdefault("ETag", quote_etag(hashlib.sha256(self.content).hexdigest()[:20]))
        self.version, self.read, self.looked_at = version, read, looked_at
        self.lock = threading.Lock()

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
        if "HTTP_IF_NONE_MATCH" in request.META and is_known(request, self.headers["ETag"]):
            response = HttpResponseNotModified()
            for name, value in self.headers.items():
                if name not in ("Content-Type", "Content-Length"):
                    response[name] = value
            return response
        if ACCEPTS_GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            content, headers = self.zipped
            return HttpResponse(content, headers=headers)
        return HttpResponse(self.content, headers=self.headers)


class Memory:
    """Pages by what tells them apart; the one that was asked for longest ago goes first when there is no room."""

    def __init__(self, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic) -> None:
        self.most_bytes, self.clock = most_bytes, clock
        self.size = 0
        self._pages: OrderedDict[Key, Page] = OrderedDict()
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
            self._pages[key] = page
            self.size += page.size
            while self.size > self.most_bytes:
                self._remove(next(iter(self._pages)))

    def forget(self, key: Key) -> None:
        with self._lock:
            self._remove(key)

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self.size = 0

    def is_young(self, page: Page) -> bool:
        return self.clock() - page.looked_at < (LIFETIME_UNSEEN if page.read is None else LIFETIME)

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
        page = memory.get(key)
        if page is None:
            return self._made(request, key)
        if memory.is_young(page):
            return page.answer(request)
        # One looks and, if need be, makes the page; the others wait and find it.
        with page.lock:
            page = memory.get(key) or page
            if memory.is_young(page) or self._is_right(page):
                return page.answer(request)
            return self._made(request, key)

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

    def _made(self, request: HttpRequest, key: Key) -> HttpResponse:
        started_at = memory.clock()
        cast(SeenRequest, request).jantaku_wanted_whole = True
        response = self.get_response(request)
        if not _may_be_stored(response, request.META.get("QUERY_STRING", "")):
            memory.forget(key)
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        version, read = cast(KeptResponse, response).jantaku_stored
        page = Page(request.path, response, version, read, started_at)
        memory.put(key, page)
        return page.answer(request)


def key_of(request: HttpRequest) -> Key | None:
    """What this request has of all that pages differ by; None if its answer may be for this visitor alone."""
    meta = request.META
    query = meta.get("QUERY_STRING", "")
    if request.method != "GET" or "HTTP_AUTHORIZATION" in meta:
        return None
    if query and not PART_OF_A_TABLE.fullmatch(query):
        return None
    if meta.get("HTTP_COOKIE") and set(request.COOKIES) - {settings.LANGUAGE_COOKIE_NAME}:
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
