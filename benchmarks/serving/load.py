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
# The load is held when the last answer comes so soon after its moment, and all do within the half second.
LATENESS = 1.0
WITHIN_MS = 500
Call = Callable[[Server], None]


@dataclass
class Tally:
    """What came of the calls of a kind, counted by several threads."""

    seconds: list[float] = field(default_factory=list)
    """From the moment it was due to its answer."""
    failed: list[str] = field(default_factory=list)

    def row(self) -> dict[str, float]:
        return {f"p{share}": round(percentile(self.seconds, share) * 1000) for share in (50, 95, 99)}


def load(hall: Hall, beside: Hall, port: int, seconds: int) -> Row:
    """Send it, and compare every 201 with the database. `hall` must have tables enough in play."""
    tables = [hall.tables.pop() for _one in range(REPORTS * seconds)]
    reports = iter(
        [_report(hall, table, cookies[0]) for table, cookies in hall.phones(tables, seats=1).items()]
    )
    reads = cycle(_reads(hall, beside))
    due: list[tuple[float, str, Call]] = []
    due += [(number / REPORTS, "reports", call) for number, call in enumerate(reports)]
    due += [(number / READS, "reads", next(reads)) for number in range(READS * seconds)]
    due.sort(key=lambda one: one[0])
    tallies = {"reports": Tally(), "reads": Tally()}
    late = send(due, port, tallies)
    return {"seconds": seconds, **verdict(tallies, late, hall.lost_and_doubled())}


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
                time.sleep(max(0.0, began + second - time.monotonic()))
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
    return max(ends) - began - due[-1][0]


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
