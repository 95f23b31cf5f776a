"""A hall of open phones beside a round that reports, an entry every two seconds.

Each asks for news as `static/js/news.js` does, and looks at its own page when they concern its table. Imported once
Django is set up.
"""

import json
import re
import threading
from dataclasses import dataclass, field

from benchmarks.serving.client import Server, WrongAnswer
from benchmarks.serving.load import Call, Tally, send
from benchmarks.serving.processes import cpu_seconds
from benchmarks.serving.results import Row
from benchmarks.serving_work import CSRF, POINTS, Hall

PHONES, SEATS = 300, 4
ASKS_EVERY, ENTRY_EVERY = 1.9, 2.0  # seconds: two, or up to a tenth earlier
PAGE = "/seat/table/"
TAG = re.compile(rb'data-etag="([^"]*)"')
SHOWN = re.compile(rb'data-news-tables="([^"]*)"')


@dataclass
class Phone:
    """What an open page knows."""

    news: str
    cookie: str
    tag: str = ""
    tables: frozenset[str] = frozenset()
    seq: int | None = None
    looks: list[int] = field(default_factory=list)
    """The statuses of its looks."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    """A browser asks one thing after the other."""

    def open(self, server: Server) -> None:
        page, _tag = server.get(PAGE, Cookie=self.cookie)
        tag, shown = TAG.search(page), SHOWN.search(page)
        if tag is None or shown is None:
            raise WrongAnswer(f"{PAGE} follows no news")
        self.tag = tag[1].decode().replace("&quot;", '"')
        self.tables = frozenset([*shown[1].decode().split(), "*"])

    def ask(self, server: Server) -> None:
        with self.lock:
            answer = json.loads(server.get(self.news)[0])
            since = answer["seq"] - (answer["seq"] if self.seq is None else self.seq)
            concerned = answer["concerned"]
            is_ours = since > len(concerned) or self.tables & set(concerned[len(concerned) - since :])
            self.seq = answer["seq"]
            if is_ours:
                self._look(server)

    def _look(self, server: Server) -> None:
        status, page, _headers = server.ask("GET", PAGE, Cookie=self.cookie, If_None_Match=self.tag)
        self.looks.append(status)
        if status == 200 and (tag := TAG.search(page)):
            self.tag = tag[1].decode().replace("&quot;", '"')
        elif status != 304:
            raise WrongAnswer(f"{PAGE}: {status}")


def phones(hall: Hall, server: Server, seconds: int) -> Row:
    """Open the phones of as many tables as they fill, and let other phones of these tables report or confirm."""
    tables = [hall.tables.pop() for _one in range(PHONES // SEATS)]
    claimed = hall.phones(tables, seats=SEATS)
    opened = {
        table: [Phone(f"/t/{hall.slug}/news/", cookie) for cookie in claimed[table]] for table in tables
    }
    everybody = [phone for four in opened.values() for phone in four]
    for phone in everybody:
        phone.open(server)
        phone.ask(server)
    reports = [_report(hall, table, opened[table][0]) for table in tables]
    due: list[tuple[float, str, Call]] = []
    for number, phone in enumerate(everybody):
        first = ASKS_EVERY * number / PHONES
        due += [(first + ASKS_EVERY * n, "asks", phone.ask) for n in range(int(seconds / ASKS_EVERY))]
    for number, call in enumerate(reports[: int(seconds / ENTRY_EVERY)]):
        due.append((ENTRY_EVERY * number, "reports", call))
    tallies = {"asks": Tally(), "reports": Tally()}
    before = cpu_seconds(server.roots)
    late = send(sorted(due, key=lambda one: one[0]), server.port, tallies)
    cores = (cpu_seconds(server.roots) - before) / seconds
    if failed := [text for tally in tallies.values() for text in tally.failed]:
        raise WrongAnswer(failed[0])
    looks = [status for phone in everybody for status in phone.looks]
    return {
        "cores": round(cores, 2),
        "asks": len(tallies["asks"].seconds),
        "reports": len(tallies["reports"].seconds),
        "looks": len(looks),
        "of them 304": looks.count(304),
        "asks p95 ms": tallies["asks"].row()["p95"],
        "behind at the end s": round(late, 2),
    }


def _report(hall: Hall, table: int, phone: Phone) -> Call:
    def report(server: Server) -> None:
        path = f"/api/v1/tables/{table}/scoresheets/"
        answer = server.post(path, {"points": POINTS}, 201, Cookie=phone.cookie, X_CSRFToken=CSRF)
        hall.reported[table] = answer["id"]

    return report
