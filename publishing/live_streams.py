"""Server-sent events: for open pages that there is news, for programs the news themselves, one stream each.

An ASGI application beside the web server, in a process of its own (`jantaku live`): one thread for all streams,
without a database connection of its own. It hears of news through Redis (`tournaments.news_bell`). Pages are told
which tables they concern, and poll without a stream; programs get the content (`publishing.stream`).
"""

import asyncio
import json
import logging
import random
import re
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol

from asgiref.typing import (
    ASGIReceiveCallable,
    ASGISendCallable,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    HTTPScope,
    Scope,
)
from django.http.response import HttpResponseBase
from redis.asyncio import Redis
from redis.exceptions import RedisError

from publishing.stream.api import JSON, StreamAnswer, written
from publishing.stream.listeners import Channels, Listener
from tournaments.news_bell import CHANNEL

logger = logging.getLogger(__name__)

CONTENT = re.compile(r"/api/v1/tournaments/[-\w]+/stream/", re.ASCII)
ADDRESS = re.compile(r"(?P<news>/t/[-\w]+/news/)stream/", re.ASCII)
# Streams per process, including those being opened. Further pages poll.
MOST_STREAMS = 2_000
# Openings checked in parallel, each with a database connection.
OPENINGS = 4
# Tournaments read in parallel for programs, likewise.
READERS = 4
# In seconds: proxies close connections that are silent for a minute; permissions are rechecked now and then; several
# changes of one table are one piece of news; Redis counts as down after this long.
HEARTBEAT = 15.0
LONGEST = 600.0
TOGETHER = 0.25
SILENCE = 5.0

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-accel-buffering", b"no"),
]
BEAT = b": \n\n"


class WebServer(Protocol):
    """What the web server would answer to a request."""

    def ask(self, scope: HTTPScope, path: str) -> HttpResponseBase:
        """At another address, such as that of a tournament's news."""

    def answer(self, scope: HTTPScope) -> HttpResponseBase:
        """At its own address."""


class Bell(asyncio.Event):
    """Rings in one stream. `concerned` are the tables with news since the last ring."""

    def __init__(self) -> None:
        super().__init__()
        self.concerned: set[str] = set()

    def answer(self) -> bytes:
        """Stop ringing; return the message for the page."""
        self.clear()
        words = ["news", *sorted(self.concerned)]
        self.concerned.clear()
        return f"data: {' '.join(words)}\n\n".encode()


class LiveStreams:
    """The application. `web` decides who may listen: anyone who may poll a tournament's news, or make the call."""

    def __init__(self, web: WebServer, redis_url: str, most: int = MOST_STREAMS) -> None:
        self.web, self.redis_url, self.most = web, redis_url, most
        self.count = 0
        self.hears = False
        self.is_ending = False
        self._bells: defaultdict[int, set[Bell]] = defaultdict(set)
        self._threads = ThreadPoolExecutor(OPENINGS, thread_name_prefix="opening")
        # Listeners do not wait behind others that come.
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reading")
        self._channels = Channels(self._readers)

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    def end(self) -> None:
        """End all streams and accept no more. Pages fall back to polling."""
        self.is_ending = True
        self._ring_all()

    async def _live(self, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Listen from start to shutdown."""
        await receive()
        hearing = asyncio.create_task(self._hear())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        hearing.cancel()
        self._threads.shutdown(wait=False)
        self._readers.shutdown(wait=False)
        await send({"type": "lifespan.shutdown.complete"})

    async def _hear(self) -> None:
        """Pass on messages from Redis forever. While it is down streams are closed, so that pages poll."""
        while True:
            try:
                await self._hear_from_redis()
            except (RedisError, OSError) as error:
                if self.hears:
                    logger.warning("Redis is away, and all streams end: %s", error)
                self.hears = False
                self._ring_all()
                await asyncio.sleep(1 + random.random())  # noqa: S311 - so that processes do not come all at once

    async def _hear_from_redis(self) -> None:
        client = Redis.from_url(self.redis_url, socket_connect_timeout=SILENCE, socket_timeout=SILENCE)
        async with client as redis, redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            is_asked = False
            while True:
                message = await channel.get_message(timeout=SILENCE)
                if message is None and is_asked:
                    raise RedisError("no answer")
                if message is None:
                    await channel.ping()
                is_asked = message is None
                self.hears = True
                if message is not None and message["type"] == "message":
                    tournament, *concerned = message["data"].decode().split()
                    self._ring(int(tournament), concerned)

    def _ring_all(self) -> None:
        for tournament in self._bells:
            self._ring(tournament, ())
        self._channels.end()

    def _ring(self, tournament: int, concerned: Iterable[str]) -> None:
        self._channels.ring(tournament)
        for bell in self._bells.get(tournament, ()):
            bell.concerned.update(concerned)
            bell.set()

    async def _answer(self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        match = ADDRESS.fullmatch(scope["path"])
        if scope["path"] == "/healthz":
            await _say(send, 200 if self.hears else 503)
        elif CONTENT.fullmatch(scope["path"]):
            await self._tell(scope, receive, send)
        elif match is None or scope["method"] != "GET":
            await _say(send, 404 if match is None else 405)
        elif not self.hears or self.is_ending or self.count >= self.most:
            await _say(send, 503)
        else:
            self.count += 1
            try:
                await self._open(scope, match["news"], receive, send)
            finally:
                self.count -= 1

    async def _open(
        self, scope: HTTPScope, news: str, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, self.web.ask, scope, news)
        if answer.status_code != 200:
            # Redirected addresses are left to polling.
            await _say(send, answer.status_code if answer.status_code >= 400 else 404)
            return
        tournament = json.loads(answer.getvalue())["tournament"]
        bell = Bell()
        self._bells[tournament].add(bell)
        gone = asyncio.create_task(_until_gone(receive, bell))
        try:
            await self._stream(bell, gone, send)
        finally:
            gone.cancel()
            self._bells[tournament].discard(bell)
            if not self._bells[tournament]:
                del self._bells[tournament]

    async def _tell(self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Answer a program as the web server does, and go on behind it: keep its stream open, or wait for it. Without
        room or Redis the answer ends there, and an `EventSource` asks again.
        """
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, self.web.answer, scope)
        opening = answer.opening if isinstance(answer, StreamAnswer) else None
        waits = opening is not None and opening.wait > 0 and not opening.part.events
        is_open = isinstance(answer, StreamAnswer) and answer.is_stream and scope["method"] == "GET"
        has_room = self.hears and not self.is_ending and self.count < self.most
        if (
            opening is None
            or not (waits or is_open)
            or not has_room
            or not self._channels.has_room(opening.network)
        ):
            await _send_whole(send, answer)
            return
        self.count += 1
        listener = Listener(opening)
        gone = asyncio.create_task(_until_over(receive, listener))
        try:
            if is_open:
                await self._keep_open(answer, listener, send)
            else:
                part = await self._channels.wait(listener, opening.wait)
                await _send_whole(send, answer, None if part is None else written(part, JSON))
        finally:
            gone.cancel()
            self.count -= 1

    async def _keep_open(self, answer: HttpResponseBase, listener: Listener, send: ASGISendCallable) -> None:
        await send(_start(answer))
        await send(_part(answer.getvalue()))
        with suppress(TimeoutError):
            await self._channels.go_on(
                listener, lambda body: send(_part(body)), heartbeat=HEARTBEAT, longest=LONGEST, beat=BEAT
            )
            async with asyncio.timeout(SILENCE):
                await send(_part(b"", is_last=True))

    async def _stream(self, bell: Bell, gone: "asyncio.Task[None]", send: ASGISendCallable) -> None:
        now = asyncio.get_running_loop().time
        ends = now() + LONGEST * (1 - random.random() / 4)  # noqa: S311 - so that they do not end all at once
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS, "trailers": False})
        await send(_part(BEAT))

        def is_over() -> bool:
            return gone.done() or self.is_ending or not self.hears or now() > ends

        while not is_over():
            try:
                await asyncio.wait_for(bell.wait(), HEARTBEAT)
            except TimeoutError:
                await send(_part(BEAT))
                continue
            news = bell.answer()
            # The end of a stream also rings.
            if not is_over():
                await send(_part(news))
                await asyncio.sleep(TOGETHER)
        await send(_part(b"", is_last=True))


async def _until_gone(receive: ASGIReceiveCallable, bell: Bell) -> None:
    """Wait until the visitor disconnects, and wake the stream."""
    while (await receive())["type"] != "http.disconnect":
        pass
    bell.set()


async def _until_over(receive: ASGIReceiveCallable, listener: Listener) -> None:
    """Wait until the program disconnects, and end its stream."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


def _start(answer: HttpResponseBase) -> HTTPResponseStartEvent:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.items()]
    told = [(name, value) for name, value in headers if name != b"content-length"]
    return {"type": "http.response.start", "status": answer.status_code, "headers": told, "trailers": False}


async def _send_whole(send: ASGISendCallable, answer: HttpResponseBase, body: bytes | None = None) -> None:
    await send(_start(answer))
    await send(_part(answer.getvalue() if body is None else body, is_last=True))


async def _say(send: ASGISendCallable, status: int) -> None:
    """Send a short uncached answer."""
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    if status == 503:
        headers.append((b"retry-after", b"30"))
    await send({"type": "http.response.start", "status": status, "headers": headers, "trailers": False})
    await send(_part(b"ok\n" if status == 200 else b"", is_last=True))


def _part(body: bytes, is_last: bool = False) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": body, "more_body": not is_last}
