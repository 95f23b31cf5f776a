"""A hall at its busiest: so many reports and page reads a second, sent at their moments whether or not answers come.

Imported once Django is set up.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import cycle

from benchmarks.serving.client import Server, WrongAnswer
from benchmarks.serving.results import Row, percentile
from benchmarks.serving_work import CSRF, POINTS, Hall

REPORTS, READS = 40, 100  # a second
CLIENTS = 64
WARMING_UP, SLOWER = 10, 4  # seconds, and by how much
# The load is held when the last answer comes so soon after its moment, and all do within the half second.
LATENESS = 1.0
WITHIN_MS = 500
# What could not be sent for so long is not sent any more: nothing more is learnt from a load that is not held.
GIVEN_UP = 15.0
Call = Callable[[Server], None]


@dataclass
class Tally:
    """What came of the calls of a kind, counted by several threads."""

    seconds: list[float] = field(default_factory=list)
    """From the moment it was due to its answer."""
    failed: list[str] = field(default_factory=list)

    def row(self) -> dict[str, float]:
        taken = self.seconds or [float("inf")]
        shares = {f"p{share}": percentile(taken, share) * 1000 for share in (50, 95, 99)}
        return {name: round(value) if self.seconds else value for name, value in shares.items()}


def tables_for(seconds: int) -> int:
    """How many tables must be in play for a load that is measured for so long."""
    return REPORTS * seconds + REPORTS // SLOWER * WARMING_UP


def load(hall: Hall, beside: Hall, port: int, seconds: int) -> Row:
    """Send it, and compare every 201 with the database. `hall` must have `tables_for` tables in play.

    Before, a quarter of it goes through the same processes: no hall goes from nothing to its busiest in a second.
    """
    tables = [hall.tables.pop() for _one in range(tables_for(seconds))]
    reports = iter(
        [_report(hall, table, cookies[0]) for table, cookies in hall.phones(tables, seats=1).items()]
    )
    reads = cycle(_reads(hall, beside))
    tallies = {"reports": Tally(), "reads": Tally()}
    send(_moments(reports, reads, WARMING_UP, slower=SLOWER), port, {name: Tally() for name in tallies})
    late = send(_moments(reports, reads, seconds), port, tallies)
    return {"seconds": seconds, **verdict(tallies, late, hall.lost_and_doubled())}


def _moments(
    reports: Iterator[Call], reads: Iterator[Call], seconds: int, *, slower: int = 1
) -> list[tuple[float, str, Call]]:
    """Each call with its second and its kind, in order."""
    due: list[tuple[float, str, Call]] = []
    for kind, calls, rate in (("reports", reports, REPORTS // slower), ("reads", reads, READS // slower)):
        due += [(number / rate, kind, next(calls)) for number in range(rate * seconds)]
    return sorted(due, key=lambda one: one[0])


def verdict(tallies: dict[str, Tally], late: float, lost_and_doubled: tuple[int, int]) -> Row:
    """Was it held? Not with a wrong answer, a lost or doubled report, or answers that come later and later."""
    failed = [text for tally in tallies.values() for text in tally.failed]
    slowest = max(tally.row()["p95"] for tally in tallies.values())
    is_held = not failed and lost_and_doubled == (0, 0) and late <= LATENESS and slowest <= WITHIN_MS
    return {
        "held": is_held,
        **{
            f"{name} {key} ms": value for name, tally in tallies.items() for key, value in tally.row().items()
        },
        "behind at the end s": round(late, 2),
        "failed": len(failed),
        "lost": lost_and_doubled[0],
        "doubled": lost_and_doubled[1],
        **({"first failure": failed[0]} if failed else {}),
    }


def send(due: list[tuple[float, str, Call]], port: int, tallies: dict[str, Tally]) -> float:
    """Send each call at its second; give how much later than its moment the last one was answered."""
    began, lock, waiting = time.monotonic() + 0.5, threading.Lock(), iter(due)
    ends: list[float] = []

    def work() -> None:
        with _connected(port) as server:
            while True:
                with lock:
                    found = next(waiting, None)
                if found is None:
                    return
                second, kind, call = found
                wait = began + second - time.monotonic()
                if wait < -GIVEN_UP:
                    tallies[kind].failed.append("not sent")
                    continue
                time.sleep(max(0.0, wait))
                try:
                    call(server)
                except (WrongAnswer, OSError, HTTPException) as wrong:
                    server.client.close()
                    tallies[kind].failed.append(f"{type(wrong).__name__}: {wrong}"[:200])
                ended = time.monotonic()
                tallies[kind].seconds.append(ended - began - second)
                ends.append(ended)

    threads = [threading.Thread(target=work) for _one in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return max(ends, default=began) - began - due[-1][0]


@contextmanager
def _connected(port: int) -> Iterator[Server]:
    server = Server(port, [])
    try:
        yield server
    finally:
        server.client.close()


def _report(hall: Hall, table: int, cookie: str) -> Call:
    def report(server: Server) -> None:
        path = f"/api/v1/tables/{table}/scoresheets/"
        answer = server.post(path, {"points": POINTS}, 201, Cookie=cookie, X_CSRFToken=CSRF)
        hall.reported[table] = answer["id"]

    return report


def _reads(hall: Hall, beside: Hall) -> list[Call]:
    """Of ten reads six are polls, with what the poller saw last: of the large event, of its API, of a small event."""
    (phone,) = hall.phones([hall.tables[0]], seats=1)[hall.tables[0]]
    paths = [hall.page, hall.api, beside.page, hall.page, hall.api, beside.page]
    opened = [f"/t/{hall.slug}/", "/", hall.page]
    return [*map(_poll, paths), *map(_open, opened), lambda server: _open_as(server, "/seat/table/", phone)]


def _poll(path: str) -> Call:
    seen = {"tag": ""}

    def poll(server: Server) -> None:
        status, body, headers = server.ask("GET", path, If_None_Match=seen["tag"] or '"none"')
        if status not in (200, 304) or (status == 200) != bool(body):
            raise WrongAnswer(f"{path}: {status}")
        seen["tag"] = headers.get("ETag") or seen["tag"]

    return poll


def _open(path: str) -> Call:
    return lambda server: _open_as(server, path, "")


def _open_as(server: Server, path: str, cookie: str) -> None:
    server.get(path, **({"Cookie": cookie} if cookie else {}))
