"""What `benchmarks.streams` times. Imported once Django is set up."""

import asyncio
import socket
import time
from contextlib import ExitStack
from dataclasses import dataclass, field

import redis
from django.conf import settings
from django.db import transaction

from benchmarks.serving.client import WrongAnswer
from benchmarks.serving.installation import Installation, wait_for
from benchmarks.serving_work import POINTS, Hall, open_hall
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import LedgerHead, Table

PATIENCE = 30.0
# Opened at once, and seconds between two results of one side.
AT_ONCE, BETWEEN = 20, 0.3
EVENT = b"event: result\n"
FLOOR = "jantaku:floor"
PLAYERS = 64
# An event as long as ours.
SAME = b"id: 1\n" + EVENT + b"data: " + b"x" * 1_300 + b"\n\n"


@dataclass
class Heard:
    """When listeners had an event, by the clock."""

    listeners: int
    at: list[float] = field(default_factory=list)
    connected: int = 0

    async def taken(self, since: float) -> list[float]:
        """Wait until each listener has it, and a moment for what comes twice; return the seconds it took them."""
        ends = time.monotonic() + PATIENCE
        while len(self.at) < self.listeners and time.monotonic() < ends:
            await asyncio.sleep(0.005)
        await asyncio.sleep(BETWEEN)
        found, self.at = self.at, []
        if len(found) != self.listeners:
            raise WrongAnswer(f"{len(found)} of {self.listeners} listeners had an event")
        return [at - since for at in found]


def measured(built: Installation, listeners: int, results: int) -> tuple[list[float], list[float]]:
    """Return the seconds that each listener waited for each result: with ours, and with the floor."""
    hall = open_hall(PLAYERS, slug="streamed", players=PLAYERS, played=1)
    hall.start_rounds(results)
    ports = _free_ports(2)
    with ExitStack() as stack:
        stack.enter_context(built.started(["jantaku", "live", f"--port={ports[0]}"]))
        floor = ["benchmarks.streams_floor", str(ports[1]), settings.REDIS_URL, FLOOR]
        stack.enter_context(built.started(floor))
        for port in ports:
            wait_for(port)
        time.sleep(1)
        return asyncio.run(_measure(hall, ports, listeners, results))


async def _measure(
    hall: Hall, ports: list[int], listeners: int, results: int
) -> tuple[list[float], list[float]]:
    tournament = hall.stage.tournament_id
    seq = await asyncio.to_thread(lambda: LedgerHead.objects.get(tournament=tournament).seq)
    paths = (f"/api/v1/tournaments/{hall.slug}/stream/?after={seq}", "/")
    both = [Heard(listeners), Heard(listeners)]
    tasks = []
    for port, path, heard in zip(ports, paths, both, strict=True):
        for number in range(listeners):
            tasks.append(asyncio.create_task(_listen(port, path, number, heard)))
            while heard.connected < number - AT_ONCE:
                await asyncio.sleep(0.01)
        while heard.connected < listeners:
            await asyncio.sleep(0.01)
    await asyncio.sleep(2)
    ours: list[float] = []
    floor: list[float] = []
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for _time in range(results):
            ours += await both[0].taken(await asyncio.to_thread(_report, hall, hall.tables.pop()))
            began = time.monotonic()
            await asyncio.to_thread(client.publish, FLOOR, SAME)
            floor += await both[1].taken(began)
    for task in tasks:
        task.cancel()
    return ours, floor


def _report(hall: Hall, table: int) -> float:
    """Report a result; return when it was committed, before anybody was told."""
    committed: list[float] = []
    with transaction.atomic():
        transaction.on_commit(lambda: committed.append(time.monotonic()))
        report_sheet(table=Table(pk=table), report=TableReport(Figures(POINTS)), by=hall.by_referee)
    return committed[0]


async def _listen(port: int, path: str, number: int, heard: Heard) -> None:
    """Listen as a visitor of an address of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    address = f"10.{number // 65_536}.{number // 256 % 256}.{number % 256}"
    writer.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {address}\r\n\r\n".encode())
    if b" 200 " not in await reader.readuntil(b"\r\n\r\n"):
        raise WrongAnswer(path)
    heard.connected += 1
    while True:
        await reader.readuntil(EVENT)
        heard.at.append(time.monotonic())


def _free_ports(count: int) -> list[int]:
    probes = [socket.create_server(("127.0.0.1", 0)) for _one in range(count)]
    ports: list[int] = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports
