"""Streams that stay open: one reader for each tournament, however many programs listen to it.

The web server's own code answers a call first (`publishing.stream.api`): who may listen, from which position, what
is there already. Then its answer is kept open here. When the ledger rings, one thread reads what is new of the
tournament, once, and each listener is sent what lies behind its own position.
"""

import asyncio
import logging
import random
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress

from django.db import connections

from publishing.stream.api import Opening
from publishing.stream.parts import MOST_EVENTS, Part, as_event, next_part
from publishing.stream.positions import Position
from publishing.stream.telling import Told
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

# Streams of one address (of an IPv6 network, its /64); further ones are answered and ask again.
MOST_OF_A_NETWORK = 50
# Events that wait for one listener. A slower one is closed, and goes on from its last event.
MOST_PENDING = 500
# In seconds: between two looks at hands, which do not ring; between any two looks; for a listener to take an event.
HANDS = 2.0
TOGETHER = 0.05
PATIENCE = 20.0

Send = Callable[[bytes], Awaitable[None]]
Read = Callable[[Tournament, Position, int], Part | None]


def read_alone(tournament: Tournament, position: Position, most: int) -> Part | None:
    """Read the next part; None if the tournament is gone. Keeps no database connection open."""
    try:
        rows = Tournament.objects.not_discarded().select_related("usual_format")
        now = rows.filter(pk=tournament.pk).first()
        return None if now is None else next_part(now, position, most=most)
    finally:
        connections.close_all()


class Listener:
    """A program that listens. `bell` rings when something is pending, and when it is over."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.position = opening.part.position.copy()
        self.bell = asyncio.Event()
        self.is_over = False
        self._pending: deque[Told] = deque()

    def tell(self, events: Sequence[Told]) -> None:
        self._pending.extend(events)
        if len(self._pending) > MOST_PENDING:
            self.end()
        self.bell.set()

    def end(self) -> None:
        self.is_over = True
        self.bell.set()

    def take(self) -> bytes:
        """Return what is pending, as server-sent events; without what the listener has already."""
        self.bell.clear()
        found = []
        while self._pending:
            told = self._pending.popleft()
            if told.move(self.position):
                found.append(as_event(told, str(self.position)))
        return b"".join(found)


class Channel:
    """A tournament with its listeners, and the task that reads for them."""

    def __init__(self, opening: Opening, read: Callable[[Position], Awaitable[Part | None]]) -> None:
        self.read, self.seen = read, opening.part.seen
        self.position = opening.part.position.copy()
        self.listeners: set[Listener] = set()
        self.bell = asyncio.Event()
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        try:
            while await self._look():
                await asyncio.sleep(TOGETHER)
                with suppress(TimeoutError):
                    async with asyncio.timeout(HANDS):
                        await self.bell.wait()
        except Exception:
            # Listeners ask again, and are told what is wrong.
            logger.exception("a stream could not be read")
        self.end()

    async def _look(self) -> bool:
        """Tell what is new; return False if others may listen than before."""
        self.bell.clear()
        part = await self.read(self.position)
        if part is None or part.seen != self.seen:
            return False
        self.position = part.position
        if part.events:
            events = [told for told, _at in part.events]
            for listener in self.listeners:
                listener.tell(events)
        if part.has_more:
            self.bell.set()
        return True

    def end(self) -> None:
        for listener in self.listeners:
            listener.end()


class Channels:
    """All tournaments that programs listen to."""

    def __init__(self, threads: Executor, read: Read = read_alone) -> None:
        self.threads, self._read = threads, read
        self._of_networks: Counter[str] = Counter()
        self._channels: dict[int, Channel] = {}

    def ring(self, tournament: int) -> None:
        if channel := self._channels.get(tournament):
            channel.bell.set()

    def end(self) -> None:
        for channel in self._channels.values():
            channel.end()

    def has_room(self, network: str) -> bool:
        return self._of_networks[network] < MOST_OF_A_NETWORK

    @contextmanager
    def joined(self, listener: Listener) -> Iterator[None]:
        """Tell a listener what is new, from now on."""
        opening = listener.opening
        tournament, network = opening.tournament, opening.network
        channel = self._channels.get(tournament.pk)
        if channel is None or channel.task.done():
            channel = Channel(opening, lambda position: self.read(tournament, position))
            self._channels[tournament.pk] = channel
        channel.listeners.add(listener)
        self._of_networks[network] += 1
        try:
            yield
        finally:
            self._of_networks[network] -= 1
            if not self._of_networks[network]:
                del self._of_networks[network]
            channel.listeners.discard(listener)
            if not channel.listeners:
                channel.task.cancel()
                if self._channels.get(tournament.pk) is channel:
                    del self._channels[tournament.pk]

    async def go_on(
        self, listener: Listener, send: Send, *, heartbeat: float, longest: float, beat: bytes
    ) -> None:
        """Send what happens behind an answer until the listener is gone, too slow, or has to ask again."""
        now = asyncio.get_running_loop().time
        ends = now() + longest * (1 - random.random() / 4)  # noqa: S311 - so that they do not end all at once
        opening = listener.opening
        with self.joined(listener):
            # What came between the answer and now; what the channel reads meanwhile is pending.
            has_more = True
            while has_more and not listener.is_over:
                part = await self.read(opening.tournament, listener.position)
                if part is None or part.seen != opening.part.seen:
                    return
                await _send(send, part.as_events())
                listener.position, has_more = part.position, part.has_more
            while not listener.is_over and now() < ends:
                if body := listener.take():
                    await _send(send, body)
                    continue
                try:
                    async with asyncio.timeout(heartbeat):
                        await listener.bell.wait()
                except TimeoutError:
                    await _send(send, beat)

    async def wait(self, listener: Listener, seconds: float) -> Part | None:
        """Return what happens behind an answer, as soon as something does; an empty part after a time."""
        opening = listener.opening
        begin = opening.part.position
        with self.joined(listener):
            part = await self.read(opening.tournament, begin, opening.most)
            if part is not None and not part.events:
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await self._woken(listener)
                part = await self.read(opening.tournament, begin, opening.most)
        return part

    async def _woken(self, listener: Listener) -> None:
        while not listener.is_over and not listener.take():
            await listener.bell.wait()

    async def read(self, tournament: Tournament, position: Position, most: int = MOST_EVENTS) -> Part | None:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, self._read, tournament, position, most)


async def _send(send: Send, body: bytes) -> None:
    """Send what there is; raises TimeoutError if it is not taken in time."""
    if body:
        async with asyncio.timeout(PATIENCE):
            await send(body)
