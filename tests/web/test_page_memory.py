"""What anybody may see is made once and given to all who ask: what is kept, and what tells pages apart."""

import threading
from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from tests.web.clock import Clock
from web.page_memory import LARGEST, LIFETIME, LIFETIME_UNSEEN, Memory, PageMemoryMiddleware, key_of, memory
from web.policies import keep

Make = Callable[[HttpRequest], HttpResponse]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(memory, "clock", clock)
    return clock


def request_for(path: str = "/", **meta: str) -> HttpRequest:
    request = RequestFactory().get(path)
    request.META.update(meta)
    request.method = meta.get("REQUEST_METHOD", "GET")
    return request


def kept_page(text: bytes = b"page", read: Callable[[], object] = lambda: 1) -> Make:
    def make(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(text)
        keep(request, response, 1, read)
        return response

    return make


@pytest.mark.parametrize(
    "meta",
    [
        {"REQUEST_METHOD": "POST"},
        {"REQUEST_METHOD": "HEAD"},
        {"HTTP_AUTHORIZATION": "Bearer x"},
        {"HTTP_COOKIE": "sessionid=x"},
        {"HTTP_COOKIE": f"{settings.LANGUAGE_COOKIE_NAME}=ja; jantaku_seat=x"},
        {"QUERY_STRING": "next=1"},
        {"QUERY_STRING": "language=ja"},
        {"QUERY_STRING": "from=301&from=601"},
        {"QUERY_STRING": "from=123456"},
    ],
)
def test_what_may_be_for_one_visitor_has_no_key(meta: dict[str, str]) -> None:
    assert key_of(request_for(**meta)) is None
    assert key_of(request_for()) is not None


def test_two_languages_two_hosts_and_two_pages_are_told_apart() -> None:
    requests = [
        request_for(),
        request_for("/a/"),
        request_for(QUERY_STRING="from=301"),
        request_for(HTTP_ACCEPT_LANGUAGE="ja"),
        request_for(HTTP_COOKIE=f"{settings.LANGUAGE_COOKIE_NAME}=ja"),
        request_for(HTTP_ORIGIN="https://example.org"),
    ]
    requests[0].META["HTTP_HOST"] = "other"

    assert len({key_of(request) for request in requests}) == len(requests)


def test_a_page_that_sets_a_cookie_or_varies_by_something_else_is_not_kept(clock: Clock) -> None:
    def with_cookie(request: HttpRequest) -> HttpResponse:
        response = kept_page()(request)
        response.set_cookie("a", "b")
        return response

    def for_one(request: HttpRequest) -> HttpResponse:
        response = kept_page()(request)
        response["Cache-Control"] = "private, no-store"
        return response

    def by_browser(request: HttpRequest) -> HttpResponse:
        response = kept_page()(request)
        response["Vary"] = "User-Agent"
        return response

    for make in (with_cookie, by_browser, for_one, lambda request: HttpResponse("no word")):
        PageMemoryMiddleware(make)(request_for())

    assert len(memory) == 0


def test_a_page_that_does_not_say_what_it_depends_on_is_made_anew_after_a_second(clock: Clock) -> None:
    texts = iter([b"first", b"second"])

    def make(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(next(texts))
        keep(request, response)
        return response

    middleware = PageMemoryMiddleware(make)
    middleware(request_for())
    young = middleware(request_for())
    clock.now += LIFETIME_UNSEEN
    old = middleware(request_for())

    assert (young.content, old.content) == (b"first", b"second")


def test_what_a_page_said_it_depends_on_holds_whatever_is_said_of_all_pages(clock: Clock) -> None:
    def make(request: HttpRequest) -> HttpResponse:
        response = kept_page()(request)
        keep(request, response)
        return response

    middleware = PageMemoryMiddleware(make)
    middleware(request_for())
    page = memory.get(key_of(request_for()))  # type: ignore[arg-type]

    assert page is not None
    assert page.read is not None


def test_an_answer_without_a_tag_gets_one_of_its_bytes(clock: Clock) -> None:
    middleware = PageMemoryMiddleware(kept_page())
    etag = middleware(request_for()).headers["ETag"]

    known = middleware(request_for(HTTP_IF_NONE_MATCH=etag))
    other = PageMemoryMiddleware(kept_page(b"other"))(request_for("/other/", HTTP_IF_NONE_MATCH=etag))

    assert [known.status_code, other.status_code] == [304, 200]


def test_a_file_that_comes_in_parts_or_is_large_is_not_kept(clock: Clock) -> None:
    def in_parts(request: HttpRequest) -> StreamingHttpResponse:
        response = StreamingHttpResponse([b"part"])
        keep(request, response)  # type: ignore[arg-type]
        return response

    PageMemoryMiddleware(in_parts)(request_for())  # type: ignore[arg-type]
    PageMemoryMiddleware(kept_page(b"x" * (LARGEST + 1)))(request_for())

    assert len(memory) == 0


def test_only_one_at_a_time_looks_and_makes_the_page(clock: Clock) -> None:
    made, may_go_on = [], threading.Event()

    def make(request: HttpRequest) -> HttpResponse:
        made.append(request)
        if len(made) > 1:
            assert may_go_on.wait(10)
        return kept_page(b"page %d" % len(made), lambda: len(made))(request)

    middleware = PageMemoryMiddleware(make)
    middleware(request_for())
    made.append(request_for())  # what the page depends on is another now
    clock.now += LIFETIME
    answers: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: answers.append(middleware(request_for()).content)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()

    may_go_on.set()
    for thread in threads:
        thread.join(10)

    assert (answers, len(made)) == ([b"page 3"] * 4, 3)


def test_when_the_database_is_away_the_others_say_so(clock: Clock) -> None:
    def read() -> object:
        raise DatabaseError

    answers = iter([kept_page(read=read), lambda request: HttpResponse(status=503)])
    middleware = PageMemoryMiddleware(lambda request: next(answers)(request))
    middleware(request_for())
    clock.now += LIFETIME

    assert middleware(request_for()).status_code == 503
    assert len(memory) == 0


def test_what_was_asked_for_longest_ago_goes_when_there_is_no_room(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    small = Memory(most_bytes=3 * (2 * 1000 + 4096), clock=clock)
    monkeypatch.setattr("web.page_memory.memory", small)
    middleware = PageMemoryMiddleware(kept_page(b"x" * 1000))

    for path in ("/1/", "/2/", "/3/", "/1/", "/4/"):
        middleware(request_for(path))

    there = [path for path in ("/1/", "/2/", "/3/", "/4/") if small.get(key_of(request_for(path)))]  # type: ignore[arg-type]
    assert (there, small.size) == (["/1/", "/3/", "/4/"], small.most_bytes)
