"""Streams that stay open: programs hear of what happens once it is committed, each event once, whatever breaks."""

import asyncio
import contextlib
import http.client
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
from django.db import connections
from django.test import override_settings

from publishing import live_streams
from publishing.live_streams import BEAT, LiveStreams
from publishing.stream import listeners
from publishing.stream.parts import next_part
from publishing.stream.positions import Position
from tests.live import Running, start_server, start_streams
from tests.publishing.test_live_streams import PATIENCE, Page, connections_of_others, played
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.standings.in_play.test_live_totals import enter
from tests.tournaments.views.conftest import signed_in
from tools.servers import redis as redis_server
from tournaments.actions.hall.announcements import announce
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.editing import edit_tournament
from tournaments.models import Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.usefixtures("own_copy")
STREAM = "/api/v1/tournaments/spring-open/stream/"


@pytest.fixture
def hall(own_copy: None) -> Hall:
    """In a database in which other threads and processes see it."""
    return open_hall()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with redis_server() as url:
        yield url


@pytest.fixture(autouse=True)
def _heard(url: str) -> Iterator[None]:
    with override_settings(LIVE_STREAMS=True, REDIS_URL=url):
        yield


def now(hall: Hall) -> str:
    """The position of a reader who has everything."""
    publish_tournament(hall.tournament.pk)
    return str(next_part(hall.tournament, Position()).position)


def tell(hall: Hall, *texts: str) -> None:
    for text in texts:
        announce(tournament=hall.tournament, text=text, by=hall.alice)


class Program:
    """Reads a stream as an `EventSource` does, and keeps the id of the last event."""

    def __init__(self, running: Running, path: str = STREAM, last: str = "", **headers: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(running.url).netloc, timeout=PATIENCE)
        sent = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {}), **headers}
        self.connection.request("GET", path, headers=sent)
        self.answer = self.connection.getresponse()
        self.last = last

    def next(self) -> tuple[str, dict[str, Any]] | None:
        """The next event and its content; None once the stream has ended."""
        found: dict[str, str] = {}
        while line := self.answer.readline():
            name, _colon, value = line.decode().rstrip("\n").partition(": ")
            if name:
                found[name] = value
            elif "data" in found:
                self.last = found["id"]
                return found["event"], json.loads(found["data"])
            else:
                found = {}
        return None

    def texts(self, count: int) -> list[str]:
        """The texts of so many announcements to come."""
        found: list[str] = []
        while len(found) < count:
            event = self.next()
            assert event is not None
            if event[0] == "announcement":
                found.append(event[1]["text"])
        return found

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


class TestProcesses:
    @pytest.fixture
    def streams(self, tmp_path: Path) -> Iterator[Running]:
        running = start_streams(tmp_path)
        yield running
        running.stop()

    @pytest.mark.slow
    def test_programs_hear_what_others_do_hold_no_connection_and_go_on_where_they_were(
        self, streams: Running, hall: Hall
    ) -> None:
        round_ = hall.started()
        secret = open_hall("secret-cup", visibility="private")
        staff = signed_in(secret.alice).cookies["sessionid"].value
        begin = now(hall)
        with contextlib.ExitStack() as opened:

            def program(*given: Any, **headers: str) -> Program:
                found = Program(streams, *given, **headers)
                opened.callback(found.close)
                return found

            public = [program(STREAM, begin) for _one in range(8)]
            private = STREAM.replace("spring-open", "secret-cup")
            foreign, own = program(private), program(private, Cookie=f"sessionid={staff}")
            statuses = [one.answer.status for one in (*public, foreign, own)]
            tell(hall, "One", "Two")
            heard = [one.texts(2) for one in public]
            connections = connections_of_others()
            # One is away while things happen.
            away = public.pop()
            away.close()
            tell(hall, "Three")
            play(round_.tables.get(number=1), hall.alice)
            publish_tournament(hall.tournament.pk)
            back = program(STREAM, away.last)
            tell(hall, "Four")
            told = [_told_until(one, "Four") for one in (*public, back)]
            streams.process.send_signal(signal.SIGTERM)
            ended = [one.next() for one in (*public, back)]

        assert statuses == 8 * [200] + [404, 200]
        assert heard == 8 * [["One", "Two"]]
        assert connections == 0
        results = ["reported", *(3 * ["agreed"]), "confirmed"]
        expected = ["Three", *(action for action in results if action != "agreed"), "Four"]
        assert [[what for what in one if what != "standings"] for one in told] == 8 * [expected]
        assert ended == 8 * [None]
        assert "Traceback" not in streams.log.read_text()

    @pytest.mark.slow
    def test_without_streams_a_web_server_answers_and_the_program_asks_again(
        self, hall: Hall, tmp_path: Path
    ) -> None:
        server = start_server(tmp_path, processes=1)
        try:
            heard, last = [], now(hall)
            for text in ("One", "Two"):
                tell(hall, text)
                answered = Program(server, STREAM, last)
                while event := answered.next():
                    heard.append(event[1].get("text"))
                last = answered.last
                answered.close()
            waiting = threading.Timer(0.5, on_its_own, [tell, hall, "Three"])
            waiting.start()
            waited = Program(server, f"{STREAM}?wait=20&after={last}")
            part = json.loads(waited.answer.read())
            waited.close()
            waiting.join()
        finally:
            server.stop()

        assert heard + [one["data"].get("text") for one in part["events"]] == ["One", "Two", "Three"]


def _told_until(program: Program, text: str) -> list[str]:
    """What a program hears up to this announcement and the standings: actions, texts, "standings"."""
    found: list[str] = []
    while not {text, "standings"} <= {*found}:
        event = program.next()
        assert event is not None
        name, data = event
        found.append(data.get("text") or data.get("action") or name)
    return found


def on_its_own(act: Callable[..., Any], *args: Any) -> Any:
    """What an action gives that somebody does in another thread, on a connection that is closed afterwards."""
    try:
        return act(*args)
    finally:
        connections.close_all()


async def done(act: Callable[..., Any], *args: Any) -> Any:
    """The same, while the application runs."""
    return await asyncio.to_thread(on_its_own, act, *args)


class Client(Page):
    """A program that listens to the application, without a server between them."""

    def __init__(self, application: LiveStreams, path: str = STREAM, **headers: str) -> None:
        super().__init__(application, path, **{"accept": "text/event-stream", **headers})

    async def opened(self) -> list[Any]:
        """The status, and the web server's part of the answer."""
        return [await self.next(), await self.next()]


def texts_in(body: bytes | None) -> list[str]:
    lines = [line for line in (body or b"").splitlines() if line.startswith(b"data: ")]
    return [json.loads(line[6:]).get("text", "") for line in lines]


def test_an_event_that_comes_while_a_stream_opens_is_told_once_although_all_others_have_it(
    hall: Hall, url: str
) -> None:
    async def scene(application: LiveStreams) -> list[object]:
        other = Client(application, f"{STREAM}?after={begin}")
        await other.opened()
        answer = application.web.answer

        def answer_and_then_news(scope: Any) -> Any:
            found = answer(scope)
            on_its_own(tell, hall, "Between")
            ends = time.monotonic() + PATIENCE
            while other.sent.empty() and time.monotonic() < ends:
                time.sleep(0.01)
            return found

        application.web.answer = answer_and_then_news  # type: ignore[method-assign]
        client = Client(application, f"{STREAM}?after={begin}")
        seen = [(await client.opened())[0], texts_in(await client.next()), texts_in(await other.next())]
        await done(tell, hall, "After")
        seen += [texts_in(await client.next()), texts_in(await other.next())]
        return [*seen, client.sent.qsize(), other.sent.qsize()]

    begin = now(hall)

    assert played(url, scene) == [200, ["Between"], ["Between"], ["After"], ["After"], 0, 0]


def test_hands_come_without_a_ring(hall: Hall, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "HANDS", 0.2)
    table = hall.started().tables.get(number=1)

    async def scene(application: LiveStreams) -> object:
        client = Client(application)
        await client.opened()
        await done(enter, table, hall)
        while b"event: hand" not in (body := await client.next()):
            assert body is not None
        return body.count(b"event: hand")

    assert played(url, scene) == 1


def test_a_stream_ends_when_its_tournament_becomes_private(hall: Hall, url: str) -> None:
    def hide() -> None:
        tournament = Tournament.objects.get(pk=hall.tournament.pk)
        seen = tournament_tag(tournament)
        edit_tournament(tournament=tournament, changes={"visibility": "private"}, seen=seen, by=hall.alice)

    async def scene(application: LiveStreams) -> list[object]:
        client = Client(application, f"{STREAM}?after={begin}")
        seen = [(await client.opened())[0]]
        await done(hide)
        await done(tell, hall, "Secret")
        seen.append(texts_in(await client.next()))
        return [*seen, await Client(application).next()]

    begin = now(hall)

    assert played(url, scene) == [200, [], 404]


def test_one_address_has_so_many_open_streams_and_further_ones_are_answered_and_end(
    hall: Hall, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "MOST_OF_A_NETWORK", 1)

    async def scene(application: LiveStreams) -> list[object]:
        first = Client(application)
        await first.opened()
        second = Client(application)
        seen = [await second.next(), b"retry: " in ((await second.sent.get())["body"]), await second.running]
        first.hung_up.set()
        await first.running
        third = Client(application)
        await third.opened()
        await asyncio.sleep(4 * listeners.TOGETHER)
        return [*seen, third.running.done()]

    assert played(url, scene) == [200, True, None, False]


def test_who_takes_nothing_is_let_go_and_misses_nothing(
    hall: Hall, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "MOST_PENDING", 2)

    async def scene(application: LiveStreams) -> list[object]:
        client = Client(application, f"{STREAM}?after={begin}")
        await client.opened()
        await asyncio.sleep(4 * listeners.TOGETHER)
        # More at once than may wait.
        with application_held(application):
            await done(tell, hall, "1", "2", "3", "4")
        seen: list[str] = []
        while (body := await client.next()) is not None:
            seen += texts_in(body)
        back = Client(application, f"{STREAM}?after={begin}")
        return [seen, texts_in((await back.opened())[1])]

    begin = now(hall)

    assert played(url, scene) == [[], ["1", "2", "3", "4"]]


@contextlib.contextmanager
def application_held(application: LiveStreams) -> Iterator[None]:
    """Rings come after this, all at once."""
    ring, application._channels.ring = application._channels.ring, lambda tournament: None  # type: ignore[method-assign]
    yield
    application._channels.ring = ring  # type: ignore[method-assign]
    for tournament in application._channels._channels:
        ring(tournament)


def test_a_call_that_waits_is_answered_once_something_happens(hall: Hall, url: str) -> None:
    async def scene(application: LiveStreams) -> list[object]:
        begin = await done(now, hall)
        waiting = Client(application, f"{STREAM}?wait=20&after={begin}")
        await asyncio.sleep(0.5)
        is_waiting = not waiting.running.done()
        await done(tell, hall, "Now")
        status = await waiting.next()
        part = json.loads((await waiting.sent.get())["body"])
        return [is_waiting, status, [one["data"]["text"] for one in part["events"]], part["has_more"]]

    assert played(url, scene) == [True, 200, ["Now"], False]


def test_a_stream_beats_while_nothing_happens_and_ends_after_its_time(
    hall: Hall, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_streams, "HEARTBEAT", 0.2)
    monkeypatch.setattr(live_streams, "LONGEST", 1.0)

    async def scene(application: LiveStreams) -> list[object]:
        client = Client(application, f"{STREAM}?after={begin}")
        await client.opened()
        return [await client.next() for _part in range(3)] + [await client.running]

    begin = now(hall)

    assert played(url, scene)[:3] == [BEAT, BEAT, BEAT]


def test_without_redis_a_stream_ends_and_further_ones_are_answered_by_the_web_server(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_streams, "SILENCE", 0.2)

    with redis_server() as url:
        client_of_redis = redis.Redis.from_url(url)

        async def scene(application: LiveStreams) -> list[object]:
            client = Client(application)
            seen = [(await client.opened())[0]]
            client_of_redis.shutdown(nosave=True)
            seen.append(await client.next())
            late = Client(application)
            return [*seen, await late.next(), await late.running]

        assert played(url, scene) == [200, None, 200, None]
        client_of_redis.close()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (STREAM.replace("spring-open", "nobody"), 404),
        (f"{STREAM}?after=x", 400),
        (f"{STREAM}?after=999999", 410),
        (f"{STREAM}?nothing=1", 400),
        (f"{STREAM}?as=ndjson", 200),
    ],
)
def test_what_is_no_stream_is_answered_as_by_the_web_server(
    hall: Hall, url: str, path: str, status: int
) -> None:
    async def scene(application: LiveStreams) -> list[object]:
        client = Client(application, path, origin="https://club.example")
        start = await client.sent.get()
        headers = dict(start["headers"])
        return [start["status"], headers[b"access-control-allow-origin"], await client.running]

    assert played(url, scene) == [status, b"*", None]
