"""What anybody may see is made once and given to all who ask; nothing of one visitor reaches another."""

import gzip
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings

from tests.tournaments.hall import BALANCED, Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.people.editing import edit_player
from tournaments.actions.play.scoresheets import confirm_sheet, report_sheet
from tournaments.actions.seen_versions import player_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.models import Round, Tournament
from web.page_memory import LIFETIME, Memory, PageMemoryMiddleware, keep, key_of, memory

PAGE = "/t/spring-open/standings/"
MIDDLEWARE = "web.page_memory.PageMemoryMiddleware"
Make = Callable[[HttpRequest], HttpResponse]


class Clock:
    """Seconds that pass when the test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(memory, "clock", clock)
    return clock


def addresses(hall: Hall) -> list[str]:
    return [PAGE, f"/ja{PAGE}", f"{PAGE}1/", f"/api/v1/stages/{hall.stage.pk}/standings/"]


def warmed(address: str = PAGE) -> HttpResponse:
    """The page as it is given from memory."""
    Client().get(address)
    return Client().get(address)


class TestAPageThatIsThere:
    def test_is_given_without_a_statement_for_a_second_and_then_after_one(
        self, hall: Hall, clock: Clock, django_assert_num_queries
    ) -> None:
        first = Client().get(PAGE)

        with django_assert_num_queries(0):
            young = Client().get(PAGE)
        clock.now += LIFETIME
        with django_assert_num_queries(1):
            looked_at = Client().get(PAGE)
        with django_assert_num_queries(0):
            young_again = Client().get(PAGE)

        assert {one.content for one in (first, young, looked_at, young_again)} == {first.content}

    def test_is_304_for_who_has_it_without_a_statement(
        self, hall: Hall, clock: Clock, django_assert_num_queries
    ) -> None:
        etag = warmed().headers["ETag"]

        with django_assert_num_queries(0):
            answer = Client().get(PAGE, headers={"If-None-Match": etag})

        assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", etag)
        assert "Content-Type" not in answer.headers

    def test_is_made_whole_for_the_memory_even_if_the_first_to_ask_has_it(
        self, hall: Hall, clock: Clock
    ) -> None:
        etag = warmed().headers["ETag"]
        memory.clear()

        answer = Client().get(PAGE, headers={"If-None-Match": etag})

        assert (answer.status_code, len(memory)) == (304, 1)

    def test_has_every_header_that_it_has_without_the_memory(self, hall: Hall, clock: Clock) -> None:
        without = [one for one in settings.MIDDLEWARE if one != MIDDLEWARE]
        for address in addresses(hall):
            for headers in ({}, {"Origin": "https://example.org"}, {"Accept-Language": "ja"}):
                with override_settings(MIDDLEWARE=without):
                    plain = Client().get(address, headers=headers)
                Client().get(address, headers=headers)
                kept = Client().get(address, headers=headers)
                expected = {
                    name: value for name, value in plain.headers.items() if not name.startswith("RateLimit")
                }
                if plain.status_code == 200:
                    expected["Vary"] = ", ".join([*filter(None, [plain.get("Vary")]), "Accept-Encoding"])

                assert (kept.status_code, kept.content) == (plain.status_code, plain.content), address
                assert dict(kept.headers) == expected, address

    def test_is_zipped_for_who_can_read_that(self, hall: Hall, clock: Clock) -> None:
        plain = warmed()

        zipped = Client().get(PAGE, headers={"Accept-Encoding": "br, gzip"})
        refused = Client().get(PAGE, headers={"Accept-Encoding": "br, gzip;q=0"})

        assert gzip.decompress(zipped.content) == plain.content == refused.content
        assert zipped.headers["Content-Encoding"] == "gzip"
        assert zipped.headers["Content-Length"] == str(len(zipped.content))
        assert zipped.headers["ETag"] == f"W/{plain.headers['ETag']}"


@contextmanager
def seen_when_the_second_is_over(hall: Hall, clock: Clock) -> Iterator[None]:
    """What is done in here changes every address of the hall: not at once, but after a second."""
    before = {address: warmed(address).content for address in addresses(hall)}
    yield
    assert {address: Client().get(address).content for address in addresses(hall)} == before
    clock.now += LIFETIME
    assert [address for address, page in before.items() if Client().get(address).content == page] == []


class TestAPageThatIsNoLongerRight:
    def test_after_a_reported_and_a_confirmed_result(self, hall: Hall, round_: Round, clock: Clock) -> None:
        with seen_when_the_second_is_over(hall, clock):
            sheet = report_sheet(table=round_.tables.get(number=1), figures=BALANCED, by=hall.rob)

        with seen_when_the_second_is_over(hall, clock):
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.alice, as_referee=True)

    def test_after_a_player_got_another_name(self, hall: Hall, clock: Clock) -> None:
        player = hall.tournament.entries.get(number=1).player

        with seen_when_the_second_is_over(hall, clock):
            edit_player(player=player, changes={"name": "Zora"}, seen=player_tag(player), by=hall.alice)

    def test_after_the_tournament_was_made_private(self, hall: Hall, clock: Clock) -> None:
        with seen_when_the_second_is_over(hall, clock):
            Tournament.objects.update(visibility="private")

    def test_after_it_was_discarded(self, hall: Hall, clock: Clock) -> None:
        with seen_when_the_second_is_over(hall, clock):
            discard_tournament(tournament=hall.tournament, by=hall.alice)


def test_every_visitor_but_nobody_in_particular_goes_past_it(
    hall: Hall, clock: Clock, django_assert_num_queries
) -> None:
    alice = signed_in(hall.alice)
    for address in addresses(hall):
        alice.get(address)
        Client(headers={"Authorization": "Bearer x"}).get(address)
        Client(headers={"Cookie": "jantaku_seat=x"}).get(address)

    assert len(memory) == 0


def test_a_private_tournament_never_gets_in(hall: Hall, clock: Clock) -> None:
    Tournament.objects.update(visibility="private")
    alice = signed_in(hall.alice)

    answers = [[who.get(address).status_code for address in addresses(hall)] for who in (alice, Client())]

    assert answers == [[200] * 4, [404] * 4]
    assert len(memory) == 0


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
    ],
)
def test_what_may_be_for_one_visitor_has_no_key(meta: dict[str, str]) -> None:
    assert key_of(request_for(**meta)) is None
    assert key_of(request_for()) is not None


def test_two_languages_two_hosts_and_two_pages_are_told_apart() -> None:
    requests = [
        request_for(),
        request_for("/a/"),
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

    def by_browser(request: HttpRequest) -> HttpResponse:
        response = kept_page()(request)
        response["Vary"] = "User-Agent"
        return response

    for make in (with_cookie, by_browser, lambda request: HttpResponse("no word of keeping")):
        PageMemoryMiddleware(make)(request_for())

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
