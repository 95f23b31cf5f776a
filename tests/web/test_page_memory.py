"""What anybody may see is made once and given to all who ask: what is kept, and what tells pages apart."""

import threading
import time
from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.template import engines
from django.test import RequestFactory

from tests.web.clock import Clock
from web.page_memory import (
    LARGEST,
    LIFETIME,
    LIFETIME_LONGEST,
    LIFETIME_UNSEEN,
    MOST_UNKEPT,
    TIMES_ITS_MAKING,
    Memory,
    Page,
    PageMemoryMiddleware,
    key_of,
    memory,
)
from web.policies import is_known_to, keep, note_live_tag, public

Make = Callable[[HttpRequest], HttpResponse]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(memory, "clock", clock)
    return clock


def request_for(path: str = "/", **meta: str) -> HttpRequest:
    request = RequestFactory().get(path)
    request.META.update(meta)
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
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
        {"QUERY_STRING": "next=1"},
        {"QUERY_STRING": "language=ja"},
        {"QUERY_STRING": "from=301&from=601"},
        {"QUERY_STRING": "from=123456"},
        {"QUERY_STRING": "after=1&from=301"},
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
        request_for(QUERY_STRING="after=301"),
        request_for(HTTP_ACCEPT_LANGUAGE="ja"),
        request_for(HTTP_COOKIE=f"{settings.LANGUAGE_COOKIE_NAME}=ja"),
        request_for(HTTP_ORIGIN="https://example.org"),
    ]
    requests[0].META["HTTP_HOST"] = "other"

    assert len({key_of(request) for request in requests}) == len(requests)


def looks_at_nothing(_request: HttpRequest) -> str:
    return "the same for all"


def looks_at_the_session(request: HttpRequest) -> str:
    return str(request.session.get("user"))


def looks_at_a_cookie(request: HttpRequest) -> str:
    return request.COOKIES.get("jantaku_seat", "no seat")


def looks_whether_there_is_a_cookie(request: HttpRequest) -> str:
    return "a seat" if "jantaku_seat" in request.COOKIES else "no seat"


def looks_at_all_cookies(request: HttpRequest) -> str:
    return str(sorted(request.COOKIES))


def looks_whether_there_are_cookies(request: HttpRequest) -> str:
    return "known" if request.COOKIES else "unknown"


def has_a_form(request: HttpRequest) -> str:
    content = engines["django"].from_string("{% csrf_token %}").render({}, request)
    return content if "HTTP_COOKIE" in request.META else "a form"


def looks_at_the_language(request: HttpRequest) -> str:
    return request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")


SOMEBODYS = f"{settings.SESSION_COOKIE_NAME}=x; jantaku_seat=y; {settings.CSRF_COOKIE_NAME}={'c' * 32}"


@pytest.mark.parametrize("of", ["", SOMEBODYS])
@pytest.mark.parametrize(
    ("look", "is_kept"),
    [
        (looks_at_nothing, True),
        (looks_at_the_language, True),
        (looks_at_the_session, False),
        (looks_at_a_cookie, False),
        (looks_whether_there_is_a_cookie, False),
        (looks_at_all_cookies, False),
        (looks_whether_there_are_cookies, False),
        (has_a_form, False),
    ],
)
def test_a_page_that_looks_at_who_asks_is_given_to_nobody_else(
    clock: Clock, of: str, look: Callable[[HttpRequest], str], is_kept: bool
) -> None:
    """A byte that depends on a cookie is planted in the page of somebody, and of somebody without one."""
    made = []

    @public
    def page(request: HttpRequest) -> HttpResponse:
        made.append(request)
        if settings.CSRF_COOKIE_NAME in of:
            request.META["CSRF_COOKIE"] = "c" * 32  # as Django's middleware notes it
        return HttpResponse(look(request))

    middleware = PageMemoryMiddleware(page)
    first = middleware(request_for(HTTP_COOKIE=of))
    others = [middleware(request_for(HTTP_COOKIE=cookie)) for cookie in ("", "jantaku_seat=z", SOMEBODYS)]

    assert (len(made), len(memory)) == ((1, 1) if is_kept else (4, 0))
    assert first["Cache-Control"].startswith("public" if is_kept else "private")
    assert all(one.content == first.content for one in others) or not is_kept


def test_what_was_made_with_a_look_at_nobody_is_given_only_to_who_sends_no_cookie(clock: Clock) -> None:
    """Such as the API's standings: of whoever asks its session is looked for."""
    made = []

    def page(request: HttpRequest) -> HttpResponse:
        made.append(request.session.get("user"))
        response = HttpResponse("standings")
        keep(request, response, 1, lambda: 1)
        return response

    middleware = PageMemoryMiddleware(page)
    for cookie in ("", "", "jantaku_seat=x", "jantaku_seat=x", ""):
        middleware(request_for(HTTP_COOKIE=cookie))

    assert (len(made), len(memory)) == (3, 1)


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


@pytest.mark.parametrize(
    ("takes", "is_young_for"),
    [(0.1, LIFETIME_UNSEEN), (1.0, TIMES_ITS_MAKING * 1.0), (60.0, LIFETIME_LONGEST)],
)
def test_a_page_is_young_from_when_it_was_there_in_proportion_to_its_making(
    clock: Clock, takes: float, is_young_for: float
) -> None:
    made = []

    def make(request: HttpRequest) -> HttpResponse:
        made.append(request)
        clock.now += takes
        response = HttpResponse()
        keep(request, response)
        return response

    middleware = PageMemoryMiddleware(make)
    middleware(request_for())
    clock.now += 0.99 * is_young_for
    middleware(request_for())
    young = len(made)
    clock.now += 0.02 * is_young_for
    middleware(request_for())

    assert (young, len(made)) == (1, 2)


def follower(tag: list[str], made: list[str]) -> Make:
    """A page that follows the news, and takes four seconds to make."""

    @public
    def page(request: HttpRequest) -> HttpResponse:
        note_live_tag(request, tag[0])
        if is_known_to(request, tag[0]):
            made.append("304")
            return HttpResponse(status=304)
        made.append("page")
        memory.clock.now += 4  # type: ignore[attr-defined]
        return HttpResponse(tag[0])

    return page


def test_a_page_that_follows_the_news_is_young_for_a_second_however_long_it_took(clock: Clock) -> None:
    tag, made = ['"1"'], list[str]()
    middleware = PageMemoryMiddleware(follower(tag, made))
    middleware(request_for())
    tag[0] = '"2"'
    clock.now += LIFETIME_UNSEEN

    assert middleware(request_for()).content == b'"2"'


def test_who_follows_has_304_from_memory_and_lets_the_page_be_looked_at(clock: Clock) -> None:
    tag, made = ['"1"'], list[str]()
    middleware = PageMemoryMiddleware(follower(tag, made))
    middleware(request_for(HTTP_IF_NONE_MATCH='"1"'))

    def asks(known: str) -> tuple[int, bytes]:
        answer = middleware(request_for(HTTP_IF_NONE_MATCH=known))
        return answer.status_code, answer.content

    young = asks('"1"')
    clock.now += LIFETIME_UNSEEN
    looked_at = asks('"1"')
    young_again = [asks('"1"'), asks('"0"')]
    tag[0] = '"2"'
    clock.now += LIFETIME_UNSEEN
    news = [asks('"1"'), asks('"1"'), asks('"2"')]

    assert (young, looked_at, young_again) == ((304, b""), (304, b""), [(304, b""), (200, b'"1"')])
    assert news == [(200, b'"2"'), (200, b'"2"'), (304, b"")]
    # The first one wants it whole, since the memory has nothing yet.
    assert made == ["page", "304", "page"]


def test_a_page_that_follows_is_made_anew_in_the_end_though_nothing_was_done(clock: Clock) -> None:
    """It may show names that are in no ledger."""
    made = list[str]()
    middleware = PageMemoryMiddleware(follower(['"1"'], made))
    for _second in range(int(LIFETIME_LONGEST) + 3):
        middleware(request_for(HTTP_IF_NONE_MATCH='"1"'))
        clock.now += LIFETIME_UNSEEN
    middleware(request_for())

    assert (made[0], made[-1], set(made[1:-1])) == ("page", "page", {"304"})


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


class TestThoseWhoWantTheSamePageAtOnce:
    CROWD = 4

    def ask(
        self, middleware: PageMemoryMiddleware, wait_for: Callable[[], bool], cookies: list[str]
    ) -> list[bytes]:
        """The answers, and `may_go_on` once everybody is there."""
        answers: list[bytes] = []
        threads = [
            threading.Thread(
                target=lambda cookie: answers.append(middleware(request_for(HTTP_COOKIE=cookie)).content),
                args=(cookie,),
            )
            for cookie in cookies
        ]
        for thread in threads:
            thread.start()
        for _time in range(1000):
            if wait_for():
                break
            time.sleep(0.01)
        self.may_go_on.set()
        for thread in threads:
            thread.join(10)
        return answers

    @pytest.fixture(autouse=True)
    def _crowd(self) -> None:
        self.may_go_on = threading.Event()

    def test_wait_for_the_one_who_makes_it(self, clock: Clock) -> None:
        made = []

        def make(request: HttpRequest) -> HttpResponse:
            made.append(request)
            assert self.may_go_on.wait(10)
            return kept_page()(request)

        key = key_of(request_for())
        answers = self.ask(
            PageMemoryMiddleware(make),
            lambda: key in memory._turns and memory._turns[key].waiting == self.CROWD,  # type: ignore[index]
            [""] * self.CROWD,
        )

        assert (answers, len(made)) == ([b"page"] * self.CROWD, 1)
        assert memory._turns == {}

    def test_wait_once_at_most_for_what_is_made_for_each_of_them(self, clock: Clock) -> None:
        made, at_once = [], threading.Barrier(self.CROWD - 1, timeout=10)

        def make(request: HttpRequest) -> HttpResponse:
            made.append(request)
            if len(made) == 1:
                assert self.may_go_on.wait(10)
            else:
                at_once.wait()  # breaks where one of them waits for another
            return HttpResponse("yours")

        key = key_of(request_for())
        answers = self.ask(
            PageMemoryMiddleware(make),
            lambda: key in memory._turns and memory._turns[key].waiting == self.CROWD,  # type: ignore[index]
            [f"{settings.SESSION_COOKIE_NAME}={number}" for number in range(self.CROWD)],
        )

        assert (answers, len(made), len(memory)) == ([b"yours"] * self.CROWD, self.CROWD, 0)


def test_of_addresses_whose_answers_are_not_kept_only_so_many_are_remembered(clock: Clock) -> None:
    for number in range(MOST_UNKEPT + 10):
        memory.forget((number,))

    assert (memory.is_unkept((9,)), memory.is_unkept((10,)), memory.is_unkept((MOST_UNKEPT,))) == (
        False,
        True,
        True,
    )


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


def test_a_large_page_drives_out_as_many_small_ones_as_it_takes(clock: Clock) -> None:
    small = Memory(most_bytes=5 * (2 * 1000 + 4096), clock=clock)

    def put(path: str, size: int) -> None:
        response = HttpResponse(b"x" * size)
        response.jantaku_stored = 1, None  # type: ignore[attr-defined]
        small.put((path,), Page(request_for(path), response, looked_at=0, lifetime=1))

    for number in range(5):
        put(f"/{number}/", 1000)

    put("/large/", 8000)

    assert small.paths() == {"/4/", "/large/"}
    assert small.size <= small.most_bytes
