"""Sixteen tables of one round that report at the same time, as fast as answers come, beside Django REST framework.

What is compared is results a second: a lock for which they wait costs no CPU. Imported once Django is set up.
"""

import threading
import time
from collections.abc import Callable, Sequence
from statistics import median

from django.db import connection

from benchmarks.measure import in_turns
from benchmarks.serving.client import Server, WrongAnswer
from benchmarks.serving.results import Row
from benchmarks.serving_work import FLOORS_TOKEN, POINTS, Hall

WRITERS = 16
EACH = 15
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
Call = Callable[[Server], None]


def writers(hall: Hall, ours: int, floor: int, rounds: int) -> Row:
    """Report from this many tables of one round to the server at port `ours`, and write as many games to the floor at
    port `floor`; both, in turns, so many times.
    """
    deadlocks = _deadlocks()
    rates = in_turns(
        rounds,
        ours=lambda: _rate(ours, _reports(hall)),
        floor=lambda: _rate(floor, [_insert] * (WRITERS * EACH)),
    )
    ratios = sorted(mine / base for mine, base in zip(rates["ours"], rates["floor"], strict=True))
    hall.check()
    return {
        "results a second": round(median(rates["ours"])),
        "of the floor's": round(median(rates["floor"])),
        "share": round(median(ratios), 2),
        "least": round(ratios[0], 2),
        "most": round(ratios[-1], 2),
        "deadlocks": _deadlocks() - deadlocks,
    }


def _reports(hall: Hall) -> list[Call]:
    """A report for each table, all of one round."""
    hall.tables.clear()
    hall.start_rounds(1)
    if len(hall.tables) < WRITERS * EACH:
        raise AssertionError(f"A round of {len(hall.tables)} tables is too small.")

    def report(table: int) -> Call:
        def call(server: Server) -> None:
            path, token = f"/api/v1/tables/{table}/scoresheets/", f"Bearer {hall.organizer}"
            hall.reported[table] = server.post(path, {"points": POINTS}, 201, Authorization=token)["id"]

        return call

    return [report(hall.tables.pop()) for _one in range(WRITERS * EACH)]


def _insert(server: Server) -> None:
    server.post("/games/", {"points": POINTS}, 201, Authorization=f"Bearer {FLOORS_TOKEN}")


def _rate(port: int, calls: Sequence[Call]) -> float:
    """Do the calls from `WRITERS` connections at once; give how many were answered a second."""
    ready, failed = threading.Barrier(WRITERS + 1), list[Exception]()

    def work(own: Sequence[Call]) -> None:
        server = Server(port, [])
        server.client.connect()
        ready.wait()
        try:
            for call in own:
                call(server)
        except (WrongAnswer, OSError) as wrong:
            failed.append(wrong)
        finally:
            server.client.close()

    threads = [threading.Thread(target=work, args=[calls[number::WRITERS]]) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return len(calls) / (time.perf_counter() - began)


def _deadlocks() -> int:
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(DEADLOCKS)
        return int(cursor.fetchone()[0])
