"""Streams of news: who may listen, what is heard and how soon, and that a stream costs nobody anything."""

import asyncio
import contextlib
import http.client
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
from django.db import connection
from django.test import override_settings

from publishing import live_streams
from publishing.live_openings import Openings
from publishing.live_streams import BEAT, LiveStreams
from tests.live import Running, start_streams
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tools.servers import redis as redis_server
from tournaments.actions.hall.announcements import announce
from tournaments.news_bell import CHANNEL

pytestmark = pytest.mark.usefixtures("own_copy")
ADDRESS = "/t/spring-open/news/stream/"
PATIENCE = 20


@pytest.fixture
def hall(own_copy: None) -> Hall:
    """In a database in which other threads and processes see it."""
    return open_hall()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with redis_server() as url:
        yield url


class TestAProcessOfStreams:
    @pytest.fixture
    def streams(self, url: str, tmp_path: Path) -> Iterator[Running]:
        with override_settings(LIVE_STREAMS=True, REDIS_URL=url):
            running = start_streams(tmp_path)
            yield running
            running.stop()

    @pytest.mark.slow
    def test_it_lets_in_who_may_ask_tells_of_news_holds_no_connection_and_ends_cleanly(
        self, streams: Running, hall: Hall
    ):
        secret = open_hall("secret-cup", visibility="private")
        staff = signed_in(secret.alice).cookies["sessionid"].value
        with contextlib.ExitStack() as opened:
            public = [opened.enter_context(listening(streams, ADDRESS)) for _page in range(12)]
            private = "/t/secret-cup/news/stream/"
            foreign = opened.enter_context(listening(streams, private))
            own = opened.enter_context(listening(streams, private, Cookie=f"sessionid={staff}"))
            statuses = [answer.status for answer in (*public, foreign, own)]
            connections = connections_of_others()

            announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
            heard = [next_news(answer) for answer in public]
            streams.process.send_signal(signal.SIGTERM)
            rest = [answer.read().strip() for answer in (*public, own)]

        assert statuses == 12 * [200] + [404, 200]
        assert connections == 0
        assert heard == 12 * [b"data: news *"]
        assert rest == 12 * [b""] + [BEAT.strip()]
        assert streams.process.wait(PATIENCE) == -signal.SIGTERM
        assert "Traceback" not in streams.log.read_text()


@contextlib.contextmanager
def listening(streams: Running, address: str, **headers: str) -> Iterator[http.client.HTTPResponse]:
    with contextlib.closing(http.client.HTTPConnection(urlsplit(streams.url).netloc, timeout=PATIENCE)) as to:
        to.request("GET", address, headers=headers)
        yield to.getresponse()


def next_news(answer: http.client.HTTPResponse) -> bytes:
    while not (line := answer.readline()).startswith(b"data"):
        assert line
    return line.strip()


def connections_of_others() -> int:
    """How many connections to the test's database stay open besides its own. The server's end of one that was closed
    goes a moment later; its own workers, such as autovacuum, are nobody's connections.
    """
    if connection.vendor != "postgresql":
        return 0  # a file has none
    patience_ends = time.monotonic() + PATIENCE / 4
    while (found := _client_connections()) and time.monotonic() < patience_ends:
        time.sleep(0.05)
    return found


def _client_connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


class Page:
    """A page that listens to the application, without a server between them."""

    def __init__(
        self, application: LiveStreams, path: str = ADDRESS, method: str = "GET", **headers: str
    ) -> None:
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.hung_up = asyncio.Event()
        scope = {
            "type": "http",
            "method": method,
            "path": path.partition("?")[0],
            "query_string": path.partition("?")[2].encode(),
            "scheme": "http",
            # As browsers ask, and more.
            "headers": [
                *((b"host", b"127.0.0.1"), (b"accept-encoding", b"gzip"), (b"if-none-match", b"*")),
                *((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()),
            ],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8001),
        }
        self.running = asyncio.create_task(application(scope, self._receive, self.sent.put))  # type: ignore[arg-type]

    async def _receive(self) -> Any:
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def next(self) -> Any:
        """The status, and then what is said, part by part; None at the end."""
        event = await asyncio.wait_for(self.sent.get(), PATIENCE)
        if "status" in event:
            return event["status"]
        return event["body"] if event["more_body"] else None


def played(url: str, scene: Callable[[LiveStreams], Awaitable[Any]], most: int = 10) -> Any:
    """What comes of a scene with an application that hears of news by this Redis."""

    async def play() -> Any:
        application = LiveStreams(Openings(), url, most)
        told, said = asyncio.Queue[Any](), asyncio.Queue[Any]()
        life = asyncio.create_task(application({"type": "lifespan"}, told.get, said.put))  # type: ignore[typeddict-item, arg-type]
        await told.put({"type": "lifespan.startup"})
        async with asyncio.timeout(PATIENCE):
            while not application.hears:
                await asyncio.sleep(0.01)
        try:
            return await scene(application)
        finally:
            await told.put({"type": "lifespan.shutdown"})
            await life

    return asyncio.run(play())


def test_one_that_hung_up_makes_room_and_who_comes_beyond_the_limit_is_sent_away(hall: Hall, url: str):
    async def scene(application: LiveStreams) -> list[object]:
        first = Page(application)
        seen = [await first.next(), await first.next()]
        seen.append(await Page(application).next())
        first.hung_up.set()
        await first.running
        seen.append(await Page(application).next())
        return seen

    assert played(url, scene, most=1) == [200, BEAT, 503, 200]


def test_news_of_another_tournament_are_not_heard_and_several_at_once_are_one_with_all_tables(
    hall: Hall, url: str
):
    other, own = hall.tournament.pk + 1, hall.tournament.pk

    async def scene(application: LiveStreams) -> list[object]:
        page = Page(application)
        seen = [await page.next(), await page.next()]
        with redis.Redis.from_url(url) as client:
            for message in (f"{other} 3", f"{own}", f"{own} 17", f"{own} 4", f"{own} 17"):
                client.publish(CHANNEL, message)
        seen.append(await page.next())
        await asyncio.sleep(2 * live_streams.TOGETHER)
        seen.append(page.sent.qsize())
        with redis.Redis.from_url(url) as client:
            client.publish(CHANNEL, own)
        return [*seen, await page.next()]

    assert played(url, scene) == [200, BEAT, b"data: news 17 4\n\n", 0, b"data: news\n\n"]


def test_a_stream_beats_while_nothing_happens_and_ends_after_its_time(
    hall: Hall, url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live_streams, "HEARTBEAT", 0.2)
    monkeypatch.setattr(live_streams, "LONGEST", 1.0)

    async def scene(application: LiveStreams) -> list[object]:
        page = Page(application)
        return [await page.next() for _part in range(4)] + [await page.running]

    assert played(url, scene)[:4] == [200, BEAT, BEAT, BEAT]


def test_without_redis_every_stream_ends_and_none_begins(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live_streams, "SILENCE", 0.2)

    with redis_server() as url, redis.Redis.from_url(url) as client:

        async def scene(application: LiveStreams) -> list[object]:
            page = Page(application)
            seen = [await page.next(), await page.next()]
            client.shutdown(nosave=True)
            seen.append(await page.next())
            return [*seen, await Page(application).next(), await Page(application, "/healthz").next()]

        assert played(url, scene) == [200, BEAT, None, 503, 503]


def test_a_redis_that_hangs_is_as_good_as_none(hall: Hall, url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live_streams, "SILENCE", 0.2)

    with redis.Redis.from_url(url) as client:

        async def scene(application: LiveStreams) -> list[object]:
            page = Page(application)
            seen = [await page.next(), await page.next()]
            client.execute_command("CLIENT", "PAUSE", 1_000)
            return [*seen, await page.next()]

        found = played(url, scene)
        client.execute_command("CLIENT", "UNPAUSE")

    assert found == [200, BEAT, None]


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/", "GET", 404),
        ("/t/spring-open/", "GET", 404),
        ("/t/nobody/news/stream/", "GET", 404),
        ("/ja/t/spring-open/news/stream/", "GET", 404),
        (ADDRESS, "POST", 405),
        ("/healthz", "GET", 200),
    ],
)
def test_nothing_else_is_served(hall: Hall, url: str, path: str, method: str, status: int):
    async def scene(application: LiveStreams) -> object:
        return await Page(application, path, method).next()

    assert played(url, scene) == status
